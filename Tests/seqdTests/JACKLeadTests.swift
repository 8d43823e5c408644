import AudioOutput
import Foundation
import Platform
import TestSupport
import Testing

/// JACK's transport, led by playback, as another client sees it.
@Suite(
    .serialized,
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jackd"), "needs jackd")
)
struct JACKLeadTests {
    private let state: TemporaryDirectory

    init() throws { state = try TemporaryDirectory() }

    private var environment: [String: String?] { JACKTestServer.environment(state: state) }

    /// A song of 100 bars of three quarter notes at 120 per minute; from bar 11 on, six eighths at 60
    /// quarter notes per minute.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.meta(at: 0, type: 0x58, [3, 2, 24, 8])
            $0.meta(at: 14_400, type: 0x58, [6, 3, 36, 8])
            $0.meta(at: 14_400, type: 0x51, [0x0F, 0x42, 0x40])
            $0.note(at: 0, length: 144_000, channel: 0, key: MeasuringFont.rootKey)
        }
        return song
    }

    /// Another client of the server, without ports.
    private static func observer() throws -> JACKClient {
        let client = try JACKClient("observer", server: JACKTestServer.name, device: "jack")
        try client.start(ports: [], capacity: 1, device: "jack")
        return client
    }

    private static func wait(for what: String, _ isThere: () async throws -> Bool) async throws {
        for _ in 0..<1_000 {
            if try await isThere() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw TestSupportError("waited in vain for \(what)")
    }

    @Test("A daemon starts, moves and stops the transport, and tells bars and beats")
    func daemon() async throws {
        let server = try await JACKTestServer()
        let observer = try Self.observer()
        let daemon = try await DaemonRun(["--lead", "jack"], environment: environment)
        let client = try daemon.client()
        try daemon.place.add(Self.song, "lead.mid")
        #expect(!observer.transport.isRolling)
        _ = try await client.ask("play \(daemon.place.folder.path("lead.mid"))")
        try await Self.wait(for: "the start") { observer.transport.isRolling }
        try await Self.wait(for: "bar 1 and more") { observer.beats?.bar ?? 0 > 1 }
        let first = try #require(observer.beats)
        #expect(first.beatsPerBar == 3 && first.beatType == 4, "\(first)")
        #expect(first.beatsPerMinute == 120 && first.ticksPerBeat == 480)

        // Paused, the transport is where playback is, to the frame.
        #expect(try await client.ask("pause") == ["OK"])
        try await Self.wait(for: "the stop") { !observer.transport.isRolling }
        for (position, beats, seconds) in [
            ("seek 5:2:100", (5, 2, 100), 6.604_166_67), ("seek 11:1", (11, 1, 0), 15),
            ("seek 12:4:60", (12, 4, 60), 19.625),
        ] {
            #expect(try await client.ask(position) == ["OK"])
            try await Self.wait(for: position) {
                abs(observer.transport.seconds - seconds) < 0.000_03
            }
            try await Self.wait(for: "the beats of \(position)") {
                let told = observer.beats
                // A frame is up to half a tick here.
                return told?.bar == beats.0 && told?.beat == beats.1
                    && abs((told?.tick ?? -9) - beats.2) <= 1
            }
        }
        let last = try #require(observer.beats)
        #expect(last.beatsPerBar == 6 && last.beatType == 8)
        #expect(last.beatsPerMinute == 120 && last.ticksPerBeat == 240)

        // It plays from there; another client cannot stop it.
        #expect(try await client.ask("continue") == ["OK"])
        try await Self.wait(for: "the second start") { observer.transport.seconds > 19.7 }
        observer.roll(false)
        try await Self.wait(for: "the third start") { observer.transport.seconds > 20.5 }
        // At half the speed the same bar lasts twice as long.
        #expect(try await client.ask("pause") == ["OK"])
        #expect(try await client.ask("speed 0.5") == ["OK"])
        #expect(try await client.ask("seek 3:1") == ["OK"])
        try await Self.wait(for: "half the speed") {
            abs(observer.transport.seconds - 6) < 0.000_03 && observer.beats?.bar == 3
                && observer.beats?.beatsPerMinute == 60
        }
        #expect(try await client.ask("continue") == ["OK"])
        try await Self.wait(for: "rolling") { observer.transport.isRolling }
        let follow = try await client.ask("follow jack")
        #expect(follow[0].hasPrefix("ERR 64 follow: JACK's transport is led"), "\(follow)")
        // Paused, it belongs to others, and playback stays where it is.
        #expect(try await client.ask("pause") == ["OK"])
        try await Self.wait(for: "the last stop") { !observer.transport.isRolling }
        try await Task.sleep(for: .milliseconds(200))
        observer.roll(true)
        try await Task.sleep(for: .milliseconds(300))
        #expect(observer.transport.isRolling)
        #expect(try await client.ask("continue") == ["OK"])
        try await Self.wait(for: "playback's place") {
            observer.transport.isRolling && abs(observer.transport.seconds - 6) < 3
        }
        #expect(await daemon.end().status == .exited(0))
        #expect(!observer.transport.isRolling)
        observer.close()
        await server.end()
    }

    @Test("The transport is where the sound is")
    func alignment() async throws {
        let server = try await JACKTestServer()
        try state.write(
            #"{"out_1":["recorder:in_1","system:playback_1"],"out_2":["system:playback_2"]}"#,
            to: "seqd/jack/seqd.json"
        )
        let place = try Workplace()
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            // At two and at three seconds.
            for tick in [1_920, 2_880] {
                $0.note(at: UInt32(tick), length: 240, channel: 0, key: MeasuringFont.rootKey)
            }
            $0.endTick = 4_800
        }
        try place.add(song)
        // An underrun of a busy machine moves the sound, and the transport a little later.
        var isMeasured = false
        for _ in 0..<8 where !isMeasured { isMeasured = try await measure(place) }
        #expect(isMeasured, "no play without an underrun")
        await server.end()
    }

    /// Plays the song, and compares the positions of its notes with those of the transport.
    ///
    /// - Returns: `false` if there was an underrun.
    private func measure(_ place: Workplace) async throws -> Bool {
        let recorder = try JACKRecorder(server: JACKTestServer.name)
        defer { recorder.close() }
        let played = try await place.run(
            ["play", "song.mid", "--device", "jack", "--lead", "jack", "--no-mpris", "--verbose"]
                + ["--reverb", "off", "--chorus", "off"],
            environment: environment
        )
        #expect(played.status == .exited(0), "\(played)")
        guard played.errorText.contains("xruns 0") else { return false }
        let sound = recorder.channels[0]
        let onset = try #require(sound.firstIndex { abs($0) > 0.001 })
        // The onset is on the grid of 64 frames, and rises over some more.
        let position = try #require(recorder.transportFrame(at: onset))
        #expect(abs(position - 96_000) < 480, "\(position)")
        let second = try #require(
            sound.indices.dropFirst(onset + 36_000).first { abs(sound[$0]) > 0.001 }
        )
        // Without a jump between them.
        let distance = try #require(recorder.transportFrame(at: second)) - position
        #expect(distance == second - onset, "\(distance)")
        try await Self.wait(for: "the stop") { recorder.isTransportStopped }
        return true
    }

    @Test("Without a server it waits for one, and it is not led and followed at once")
    func noServer() async throws {
        let daemon = try await DaemonRun(["--lead", "jack"], environment: environment)
        let client = try daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        let server = try await JACKTestServer()
        let observer = try Self.observer()
        try await Self.wait(for: "the start") { observer.transport.isRolling }
        try await Self.wait(for: "bars") { observer.beats != nil }
        #expect(await daemon.end().status == .exited(0))
        observer.close()
        await server.end()
        let both = try await seqd(["play", "--lead", "jack", "--follow", "jack", "x.mid"])
        #expect(both.status == .exited(64))
        #expect(both.errorText.contains("--lead jack: not with --follow jack"), "\(both)")
    }
}
