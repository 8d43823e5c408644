import Glibc
import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("Recording by the daemon", .serialized)
struct DaemonRecordingTests {
    private let place: Workplace
    private let state: TemporaryDirectory

    init() throws {
        place = try DaemonRun.place()
        state = try TemporaryDirectory()
        try #require(mkfifo(place.folder.path("midi"), 0o600) == 0)
    }

    private func daemon(_ arguments: String...) async throws -> DaemonRun {
        try await DaemonRun(
            ["--raw", place.folder.path("midi")] + arguments,
            in: place,
            environment: ["XDG_STATE_HOME": state.path]
        )
    }

    private func play(_ line: String) async throws {
        let playing = try await place.shell("{ \(line) } > midi")
        #expect(playing.status == .exited(0), "\(playing)")
    }

    private func keys(_ name: String) throws -> [UInt8] {
        let file = try MIDIFile(try place.folder.read(name), policy: .strict)
        return file.tracks.flatMap { track in
            track.compactMap { event -> UInt8? in
                guard case .channel(let message) = event.event, message.isNoteOn else { return nil }
                return message.data1
            }
        }
    }

    /// Waits until `status` has a line.
    private func wait(_ client: ProtocolClient, for line: String) async throws {
        while true {
            let status = try await client.ask("status")
            if status.contains(line) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("makes a file of what is played, and tells clients")
    func recording() async throws {
        let run = try await daemon()
        let (client, watcher) = (try run.client(), try run.client())
        let target = place.folder.path("take.mid")
        #expect(try await watcher.ask("subscribe record") == ["OK"])
        #expect(try await client.ask("record \(target) tempo=90 meter=6/8") == ["OK"])
        #expect(
            try await watcher.event("record").hasSuffix(" state=started target=\(target)")
        )
        #expect(
            try await client.ask("record \(place.folder.path("b.mid"))")
                == ["ERR 75 \(target): is being recorded; end that by record-stop"]
        )
        try await play(#"printf '\x90\x45\x64\x45\x00\x48\x64'; sleep 0.1;"#)
        try await wait(client, for: "recorded-notes: 2")
        let ended = try await client.ask("record-stop")
        #expect(ended.starts(with: ["target: \(target)", "notes: 2", "tracks: 1"]), "\(ended)")
        #expect(try await watcher.event("record").contains(" state=ended target=\(target) notes=2"))
        #expect(try keys("take.mid") == [0x45, 0x48])
        #expect(try await client.ask("record-stop") == ["ERR 64 nothing is being recorded"])
        let file = try MIDIFile(try place.folder.read("take.mid"))
        let sequence = PreparedSequence.sequences(from: file)[0]
        #expect(sequence.timeSignatures.map(\.signature.description) == ["6/8"])
        // A file is replaced only if that is said.
        let refused = try await client.ask("record \(target)")
        #expect(
            refused == ["ERR 73 record: \(target): already exists; replace=on replaces it"]
        )
        // The daemon's end completes one.
        #expect(try await client.ask("record \(target) replace=on") == ["OK"])
        try await play(#"printf '\x90\x50\x64'; sleep 0.1;"#)
        try await wait(client, for: "recorded-notes: 1")
        #expect(await run.end().status == .exited(0))
        #expect(try keys("take.mid") == [0x50])
        #expect(try !place.folder.names().contains("take.mid.part"))
        #expect(try !isRemembered)
    }

    @Test("has one pass of a loop for as long as practice waits in it")
    func practice() async throws {
        try place.add(PlayedSong.parts, "parts.mid")
        let run = try await daemon()
        let client = try run.client()
        let target = place.folder.path("take.mid")
        #expect(try await client.ask("practice track:Melody") == ["OK"])
        #expect(try await client.ask("play \(place.folder.path("parts.mid"))").last == "OK")
        #expect(try await client.ask("loop 1:1..2:1") == ["OK"])
        try await wait(client, for: "practice-keys: A4")
        #expect(try await client.ask("record \(target)") == ["OK"])
        try await play(#"sleep 0.2; printf '\x90\x45\x64\x45\x00';"#)
        try await wait(client, for: "practice-keys: A3")
        try await play(#"sleep 0.2; printf '\x90\x39\x64\x39\x00'; sleep 0.1;"#)
        try await wait(client, for: "recorded-notes: 2")
        let ended = try await client.ask("record-stop")
        #expect(ended.starts(with: ["target: \(target)", "notes: 2", "tracks: 1"]), "\(ended)")
        #expect(await run.end().status == .exited(0))
    }

    @Test("goes along with a file: its tempo, its positions, its end")
    func along() async throws {
        let run = try await daemon()
        let (client, watcher) = (try run.client(), try run.client())
        let target = place.folder.path("take.mid")
        #expect(try await watcher.ask("subscribe record") == ["OK"])
        // Three hours.
        #expect(try await client.ask("play \(run.song)").last == "OK")
        #expect(try await client.ask("pause") == ["OK"])
        #expect(try await client.ask("seek 2h59m58s") == ["OK"])
        #expect(
            try await client.ask("record \(target) tempo=90")
                == ["ERR -32602 tempo: is that of the file; stop it to record without it"]
        )
        #expect(try await client.ask("record \(target)") == ["OK"])
        // Played while nothing plays: it is not in the recording.
        try await play(#"printf '\x90\x45\x64\x45\x00'; sleep 0.1;"#)
        try await wait(client, for: "recorded-notes: 1")
        #expect(try await client.ask("continue").last == "OK")
        try await play(#"sleep 0.2; printf '\x90\x48\x64'; sleep 0.1;"#)
        #expect(try await watcher.event("record").contains("state=started"))
        #expect(try await watcher.event("record").contains("state=ended target=\(target) notes=1"))
        #expect(try keys("take.mid") == [0x48])
        #expect(try await client.ask("status").contains { $0.hasPrefix("recording") } == false)
    }

    @Test("captures what was played, also before a crash")
    func capture() async throws {
        var run = try await daemon()
        var client = try run.client()
        let target = place.folder.path("captured.mid")
        let nothing = try await client.ask("capture \(target)")
        #expect(nothing[0].hasPrefix("ERR 66 "), "\(nothing)")
        try await play(#"for k in 1 2 3 4 5; do printf '\x90\x45\x64\x45\x00'; sleep 0.3; done;"#)
        let first = try await client.ask("capture \(target) last=10m")
        #expect(first.starts(with: ["target: \(target)", "notes: 5"]), "\(first)")
        #expect(first.contains { $0.hasPrefix("bpm: ") })
        try await play(#"printf '\x90\x48\x64\x48\x00'; sleep 1.5;"#)
        run.process.send(signal: SIGKILL)
        _ = await run.process.finished()
        run = try await daemon()
        client = try run.client()
        let second = try await client.ask("capture \(target) replace=on")
        #expect(second.starts(with: ["target: \(target)", "notes: 6"]), "\(second)")
        #expect(try keys("captured.mid") == [0x45, 0x45, 0x45, 0x45, 0x45, 0x48])
        #expect(await run.end().status == .exited(0))
        run = try await daemon("--capture", "off")
        client = try run.client()
        #expect(
            try await client.ask("capture \(target) replace=on")
                == ["ERR 69 capture: switched off"]
        )
    }

    /// Waits until something is so in the folder.
    private func wait(until isSo: () throws -> Bool) async throws {
        while !(try isSo()) { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// Has a daemon record two notes, and kills it when they are on disk.
    private func leave(_ name: String, _ options: String = "") async throws {
        let run = try await daemon()
        let client = try run.client()
        #expect(try await client.ask("record \(place.folder.path(name))\(options)") == ["OK"])
        try await play(#"printf '\x90\x45\x64\x45\x00\x48\x64\x48\x00'; sleep 0.1;"#)
        try await wait(client, for: "recorded-notes: 2")
        try await wait { (try? keys("\(name).part")) == [0x45, 0x48] }
        try await wait { try isRemembered }
        run.process.send(signal: SIGKILL)
        _ = await run.process.finished()
    }

    /// Whether the state of the daemon has an unfinished recording.
    private var isRemembered: Bool {
        get throws {
            let state = try state.read("seqd/seqd.json")
            return String(decoding: state, as: UTF8.self).contains("\"journal\"")
        }
    }

    @Test("is completed by the next daemon if one was killed")
    func leftover() async throws {
        try await leave("take.mid")
        #expect(try !place.folder.names().contains("take.mid"))
        let run = try await daemon("--allow-path", place.folder.path)
        try await wait { try !isRemembered }
        #expect(try keys("take.mid") == [0x45, 0x48])
        #expect(try !place.folder.names().contains("take.mid.part"))
        let ended = await run.end()
        #expect(
            ended.errorText.contains("recovered \(place.folder.path("take.mid")): 2 notes"),
            "\(ended)"
        )
    }

    @Test("is completed with its name if it was to replace a file")
    func leftoverThatReplaces() async throws {
        try place.folder.write("old", to: "take.mid")
        try await leave("take.mid", " replace=on")
        let run = try await daemon()
        try await wait { try !isRemembered }
        #expect(try keys("take.mid") == [0x45, 0x48])
        #expect(await run.end().status == .exited(0))
    }

    @Test("is not completed over another file, nor where clients may not write, but later")
    func leftoverInTheWay() async throws {
        for (name, arguments) in [("a.mid", []), ("b.mid", ["--allow-path", state.path])] {
            try await leave(name)
            if arguments.isEmpty { try place.folder.write("mine", to: name) }
            let path = place.folder.path(name)
            var run = try await DaemonRun(
                ["--raw", place.folder.path("midi")] + arguments,
                in: place,
                environment: ["XDG_STATE_HOME": state.path]
            )
            try await run.process.waitForErrorText("cannot recover \(path): ")
            let ended = await run.end()
            let remedy = "what was recorded is in \(path).part; seqd record \(path) --recover makes"
            #expect(ended.errorText.contains(remedy), "\(ended)")
            #expect(try isRemembered)
            #expect(try keys("\(name).part") == [0x45, 0x48])
            let isThere = try place.folder.names().contains(name)
            #expect(isThere == arguments.isEmpty)
            if isThere {
                #expect(try place.folder.read(name) == Array("mine".utf8))
                try #require(unlink(path) == 0)
            }
            run = try await daemon()
            try await wait { try !isRemembered }
            #expect(try keys(name) == [0x45, 0x48])
            #expect(await run.end().status == .exited(0))
        }
    }

    @Test("is completed when its disk is there again")
    func leftoverOnMissingDisk() async throws {
        let (takes, away) = (place.folder.path("takes"), place.folder.path("away"))
        try #require(mkdir(takes, 0o700) == 0)
        try await leave("takes/take.mid")
        // As if a file system were not mounted.
        try #require(rename(takes, away) == 0 && mkdir(takes, 0o700) == 0)
        var run = try await daemon()
        let problem = "\(takes)/take.mid.part: no such file; the next start tries again"
        try await run.process.waitForErrorText("cannot recover \(takes)/take.mid: \(problem)")
        #expect(await run.end().status == .exited(0))
        #expect(try isRemembered)
        try #require(rmdir(takes) == 0 && rename(away, takes) == 0)
        run = try await daemon()
        try await wait { try !isRemembered }
        #expect(try keys("takes/take.mid") == [0x45, 0x48])
        #expect(await run.end().status == .exited(0))
    }

    @Test("writes only where clients may, and only what there is")
    func refusals() async throws {
        let run = try await daemon("--allow-path", place.folder.path)
        let client = try run.client()
        let cases = [
            ("record /tmp/take.mid", "ERR 77 record: /tmp/take.mid: outside the folders"),
            ("capture /tmp/take.mid", "ERR 77 capture: /tmp/take.mid: outside the folders"),
            ("record \(place.folder.path("no/take.mid"))", "ERR 73 record: "),
            ("record \(place.folder.path("take.mid")) input=2", "ERR -32602 input: 2: expected 1"),
            ("record \(place.folder.path("take.mid")) from=9:1 to=3:1", "ERR 64 to: is not after"),
            ("record \(place.folder.path("take.mid")) meter=4/3", "ERR -32602 meter: "),
            ("capture \(place.folder.path("take.mid")) last=0", "ERR -32602 last: "),
        ]
        for (command, expected) in cases {
            let answer = try await client.ask(command)
            #expect(answer.count == 1 && answer[0].hasPrefix(expected), "\(command): \(answer)")
        }
        #expect(try !place.folder.names().contains { $0.hasPrefix("take.mid") })
    }
}
