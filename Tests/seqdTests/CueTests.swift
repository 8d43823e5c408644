import TestSupport
import Testing

@Suite("Events of the positions that playback passes", .serialized)
struct CueTests {
    /// Two bars of 2/4, one of 3/4 at another tempo, half a second each beat at first.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Song") { track in
            track.tempo(at: 0, microsecondsPerQuarter: 500_000)
            track.meter(at: 0, 2, denominatorPower: 2)
            track.meter(at: 1920, 3, denominatorPower: 2)
            track.tempo(at: 1920, microsecondsPerQuarter: 250_000)
            track.marker(at: 1920, "End")
        }
        song.track("Short") { $0.note(at: 0, length: 960, channel: 0, key: 60) }
        song.track { $0.note(at: 0, length: 3360, channel: 1, key: 64) }
        return song
    }

    private func daemon() async throws -> (SessionRun, SessionClient) {
        let place = try Workplace()
        try place.add(Self.song)
        let daemon = try await SessionRun(in: place)
        return (daemon, daemon.client())
    }

    /// The type of each event and its fields without numbers of their own and times, up to one that
    /// begins so.
    private func events(_ client: some DaemonClient, to last: String) async throws -> [String] {
        var events: [String] = []
        while let line = try await client.line() {
            guard line.hasPrefix("EVENT ") else { continue }
            let fields = line.split(separator: " ").dropFirst()
            let left = ["seconds=", "position=", "frame=", "heard="]
            let kept = fields.enumerated().filter { index, field in
                index != 1 && !left.contains { field.hasPrefix($0) }
            }
            events.append(kept.map { String($0.element) }.joined(separator: " "))
            if events.last?.hasPrefix(last) ?? false { return events }
        }
        throw TestSupportError("no \(last): \(events)")
    }

    @Test("come in order, from the first beat to the last track's end, at any speed")
    func order() async throws {
        let (daemon, client) = try await daemon()
        #expect(
            try await client.ask("subscribe bar beat meter tempo marker track-end transport")
                == ["OK"]
        )
        #expect(try await client.ask("speed 3") == ["OK"])
        try await client.send("play \(daemon.song)")
        let passed = try await events(client, to: "transport change=ended")
        #expect(
            passed.filter { !$0.hasPrefix("transport") } == [
                "meter numerator=2 denominator=4", "tempo bpm=120", "bar bar=1",
                "beat bar=1 beat=1", "beat bar=1 beat=2", "bar bar=2", "beat bar=2 beat=1",
                "track-end track=2 name=Short", "beat bar=2 beat=2",
                "meter numerator=3 denominator=4", "tempo bpm=240", "bar bar=3",
                "beat bar=3 beat=1", "marker text=End", "track-end track=1 name=Song",
                "beat bar=3 beat=2", "beat bar=3 beat=3", "track-end track=3",
            ]
        )
        try await daemon.end()
    }

    /// The number of a field of an event.
    private func number(_ name: String, in line: String) throws -> Double {
        let field = line.split(separator: " ").first { $0.hasPrefix("\(name)=") }
        let number = field.flatMap { Double($0.dropFirst(name.count + 1)) }
        return try #require(number, "\(line)")
    }

    @Test("say when they are heard, with the distances that the music has at its speed")
    func heard() async throws {
        let (daemon, client) = try await daemon()
        #expect(try await client.ask("subscribe beat track-end transport") == ["OK"])
        #expect(try await client.ask("speed 2") == ["OK"])
        try await client.send("play \(daemon.song)")
        var beats: [(frame: Double, heard: Double)] = []
        while let line = try await client.line(), !line.contains("change=ended") {
            guard line.contains("frame=") else { continue }
            beats.append((try number("frame", in: line), try number("heard", in: line)))
        }
        // Beats of half a second, then of a quarter, at twice the speed.
        let seconds: [Double] = [0, 0.5, 1, 1, 1.5, 2, 2, 2.25, 2.5]
        #expect(beats.prefix(9).map(\.frame) == seconds.map { $0 * 48_000 })
        let first = try #require(beats.first)
        for beat in beats {
            let distance = (beat.frame - first.frame) / 48_000 / 2
            // Written times are exact to a microsecond, frames to 21.
            #expect(abs(beat.heard - first.heard - distance) < 50e-6, "\(beats)")
        }
        try await daemon.end()
    }

    @Test("tell the notes and chords that are heard, with their times, in both dialects")
    func notes() async throws {
        let place = try Workplace()
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track { track in
            for key: UInt8 in [60, 64, 67] {
                track.note(at: 240, length: 240, channel: 2, key: key)
            }
        }
        try place.add(song)
        var held = SMFBuilder(format: 1, ticksPerQuarter: 480)
        held.track { track in track.note(at: 0, length: 480_000, channel: 2, key: 60) }
        try place.add(held, "held.mid")
        let daemon = try await SessionRun(in: place)
        let (client, other) = (daemon.client(), daemon.client())
        #expect(try await client.ask("subscribe note chord") == ["OK"])
        _ = try await other.askJSON(
            #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"types":["chord"]}}"#
        )
        try await client.send("play \(daemon.song)")
        let chord = try await other.event("chord")
        #expect(chord.contains(#""name":"C","frame":12000,"heard":"#), "\(chord)")
        for (state, velocity) in [("on", " velocity=100"), ("off", "")] {
            var times: [Double] = []
            for name in ["60 name=C4", "64 name=E4", "67 name=G4"] {
                let line = try await client.event("note")
                let note = " state=\(state) track=1 port=1 channel=3 key=\(name)\(velocity)"
                #expect(line.contains(note), "\(line)")
                times.append(try number("heard", in: line))
            }
            #expect(Set(times).count == 1)
        }
        #expect(try await client.event("chord").contains(" name=- "))
        // Nothing sounds after a stop.
        #expect(
            try await other.askJSON(
                #"{"jsonrpc":"2.0","id":2,"method":"play","params":["\#(place.folder.path("held.mid"))"]}"#
            ).contains("result")
        )
        #expect(try await client.event("note").contains(" state=on "))
        #expect(
            try await other.askJSON(#"{"jsonrpc":"2.0","id":3,"method":"stop"}"#).contains("result")
        )
        #expect(
            try await client.event("note").hasSuffix(
                " state=off track=1 port=1 channel=3 key=60 name=C4"
            )
        )
        try await daemon.end()
    }

    @Test("include a tempo that replaces the file's, in JSON too")
    func tempo() async throws {
        let (daemon, client) = try await daemon()
        let other = daemon.client()
        _ = try await client.askJSON(
            #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"types":["tempo"]}}"#
        )
        #expect(try await other.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.event("tempo").contains(#""bpm":120.0,"position":"1:1"#))
        #expect(try await other.ask("tempo 60") == ["OK"])
        #expect(try await client.event("tempo").contains(#""bpm":60.0,"#))
        try await daemon.end()
    }

    @Test("come after a count-in")
    func countIn() async throws {
        let (daemon, client) = try await daemon()
        #expect(try await client.ask("subscribe beat") == ["OK"])
        try await client.send("play count-in=1 \(daemon.song)")
        #expect(try await events(client, to: "beat") == ["beat bar=1 beat=1"])
        try await daemon.end()
    }

    @Test("come in music of three hundred years too, with their positions")
    func centuries() async throws {
        let place = try Workplace()
        var song = SMFBuilder(framesPerSecond: 24, ticksPerFrame: 1)
        song.track { track in
            track.note(at: 0, length: 24, channel: 0, key: 60)
            // An empty text, and another at the longest distance that there is, again and again.
            let further: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0x01, 0]
            track.raw(at: 24, [0xFF, 0x01, 0] + (0..<860).flatMap { _ in further })
        }
        try place.add(song)
        let daemon = try await SessionRun(in: place)
        let client = daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("mute ch:1 at=220000000000t").last == "OK")
        let status = try await client.ask("status")
        #expect(status.contains { $0.hasPrefix("waiting: ") }, "\(status)")
        try await daemon.end()
    }
}
