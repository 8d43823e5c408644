import Glibc
import MIDI
import Platform
import SMF
import Sequencer
import TestSupport
import Testing

/// `seqd record` without ALSA's sequencer: what FIFOs bring.
@Suite("A recording", .serialized)
struct RecordCommandTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try #require(mkfifo(place.folder.path("midi"), 0o600) == 0)
    }

    /// Starts to record what the FIFO brings.
    private func start(_ arguments: [String], timeout: Duration = .seconds(60)) async throws
        -> RunningCommand
    {
        let process = try RunningCommand(
            builtProduct("seqd"),
            ["record", "take.mid", "--connect", "none", "--raw", "midi"] + arguments,
            environment: ["SEQD_CONFIG": ""],
            directory: place.folder.path,
            timeout: timeout
        )
        try await process.waitForErrorText("reading MIDI")
        return process
    }

    private func play(_ line: String) async throws {
        let playing = try await place.shell("{ \(line) } > midi")
        #expect(playing.status == .exited(0), "\(playing)")
    }

    private func file(_ name: String = "take.mid") throws -> MIDIFile {
        try MIDIFile(try place.folder.read(name), policy: .strict)
    }

    private func keys(_ track: Track) -> [UInt8] {
        track.compactMap { event in
            guard case .channel(let message) = event.event, message.isNoteOn else { return nil }
            return message.data1
        }
    }

    /// The names in the folder, without the FIFO.
    private func names() throws -> [String] {
        try place.folder.names().filter { $0 != "midi" }
    }

    @Test(
        "is a file with tempo, meter and notes that end, after a signal",
        arguments: [SIGINT, SIGTERM]
    )
    func signals(_ signal: Int32) async throws {
        let process = try await start([
            "--silent", "--tempo", "90", "--meter", "3/4", "--quantise", "1/16",
        ])
        #expect(try names() == ["take.mid.part"])
        // The second key is never let go.
        try await play(#"printf '\x90\x45\x64'; sleep 0.4; printf '\x48\x64\x45\x00';"#)
        try await process.waitForErrorText("recording to take.mid")
        process.send(signal: signal)
        let run = await process.finished()
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.contains("recorded take.mid: 2 notes on 1 track"), "\(run)")
        #expect(try names() == ["take.mid"])
        let file = try file()
        #expect(file.tracks.count == 2)
        #expect(keys(file.tracks[1]) == [0x45, 0x48])
        let sequence = PreparedSequence.sequences(from: file)[0]
        #expect(sequence.tempoMap.microsecondsPerQuarter(atTick: 0) == 666_667)
        #expect(sequence.timeSignatures.map(\.signature.description) == ["3/4"])
        let model = try MusicSequence(file)
        for entry in model.tracks[0].events {
            guard case .note = entry.event else {
                Issue.record("not a note with its end: \(entry.event)")
                continue
            }
            #expect(entry.tick % 240 == 0)
        }
    }

    @Test("is heard, ends with the file that plays, and has its tracks too if that is wanted")
    func along() async throws {
        try place.add(PlayedSong.tone(beats: 4))
        let process = try await start([
            "--sf2", place.font, "--null", "--play", "song.mid", "--append", "--split", "channel",
        ])
        try await play(#"printf '\x90\x45\x64\x91\x48\x64'; sleep 0.2;"#)
        let run = await process.finished()
        #expect(run.status == .exited(0), "\(run)")
        let song = try file("song.mid")
        let file = try file()
        #expect(file.format == .simultaneous)
        #expect(file.tracks.count == song.tracks.count + 2)
        #expect(keys(file.tracks[song.tracks.count]) == [0x45])
        #expect(file.tracks.last?.name == "in 1, channel 2")
        #expect(try names() == ["song.mid", "take.mid"])
    }

    @Test("has clicks and a count-in, whose notes are left out, and ends after a time")
    func metronome() async throws {
        let process = try await start([
            "--sf2", place.font, "--null", "--metronome", "--count-in", "1", "--tempo", "200",
            "--duration", "3",
        ])
        // A bar of count-in lasts 1.2 s.
        try await play(#"printf '\x90\x45\x64\x45\x00'; sleep 2; printf '\x48\x64\x48\x00';"#)
        let run = await process.finished()
        #expect(run.status == .exited(0), "\(run)")
        #expect(try keys(#require(file().tracks.last)).last == 0x48)
    }

    @Test("replaces no file without --force, and keeps what was recorded")
    func existing() async throws {
        try place.folder.write("old", to: "take.mid")
        let arguments = ["record", "take.mid", "--silent", "--connect", "none", "--raw", "midi"]
        let refused = try await seqd(arguments, directory: place.folder.path)
        #expect(refused.status == .exited(73), "\(refused)")
        #expect(refused.errorText.contains("--force replaces it"), "\(refused)")
        let run = try await seqd(
            arguments + ["--force", "--duration", "0.2", "--quiet"],
            directory: place.folder.path
        )
        #expect(run.status == .exited(0) && run.errorText.isEmpty, "\(run)")
        #expect(try keys(file().tracks[0]) == [])
    }

    @Test(
        "is refused with options that make no sense",
        arguments: [
            ["--silent", "--metronome"], ["--silent", "--play", "a.mid"], ["--append"],
            ["--meter", "4/3"], ["--meter", "3/4", "--play", "a.mid"], ["--duration", "0"],
            ["--quantise", "fast"], ["--punch", "5:1"], ["--mute", "1"],
            ["--loop-range", "1:1..2:1"], ["--split", "track"], ["--on-device-loss", "pause"],
            ["--play", "-"],
            ["--silent", "--punch", "3:1..2:1"],
        ]
    )
    func options(_ arguments: [String]) async throws {
        let run = try await seqd(
            ["record", "take.mid", "--connect", "none", "--raw", "midi"] + arguments,
            directory: place.folder.path
        )
        #expect(run.status == .exited(64), "\(run)")
        #expect(try names().isEmpty)
    }

    // MARK: Crashes

    /// How often a recording is killed; `make test-crashes` does it more often.
    private static let count = Environment["SEQD_CRASHES"].flatMap { Int($0) }

    @Test("that is killed loses a second at most, and leaves a file that plays and becomes one")
    func crashes() async throws {
        var generator = SeededGenerator(seed: 17)
        for round in 1...(Self.count ?? 5) {
            let process = try await start(["--silent"])
            let writer = open(place.folder.path("midi"), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            try #require(writer >= 0)
            defer { close(writer) }
            let clock = ContinuousClock()
            var sent: [ContinuousClock.Instant] = []
            let end = clock.now + .milliseconds(Int.random(in: 200...2_500, using: &generator))
            while clock.now < end {
                let key = UInt8(sent.count % 100)
                sent.append(clock.now)
                _ = write(writer, [0x90, key, 100, key, 0], 5)
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...20, using: &generator)))
            }
            process.send(signal: SIGKILL)
            let killed = clock.now
            _ = await process.finished()
            #expect(try names() == ["take.mid.part"], "round \(round)")
            let left = try MIDIFile(try place.folder.read("take.mid.part"))
            let kept = keys(left.tracks[0])
            #expect(kept == sent.indices.prefix(kept.count).map { UInt8($0 % 100) })
            if Self.count != nil, kept.count < sent.count {
                // A second, and room for a busy disk.
                #expect(killed - sent[kept.count] < .seconds(2), "round \(round)")
            }
            let recovered = try await seqd(
                ["record", "take.mid", "--recover"],
                directory: place.folder.path
            )
            #expect(recovered.status == .exited(0), "round \(round): \(recovered)")
            #expect(try names() == ["take.mid"])
            #expect(try keys(#require(file().tracks.last)) == kept)
            try #require(unlink(place.folder.path("take.mid")) == 0)
        }
    }

    @Test("that is killed has the tracks of the file that it was to be added to, if that is there")
    func recoveryWithFile() async throws {
        try place.add(PlayedSong.tone(beats: 40), "my song.mid")
        for isThere in [true, false] {
            let process = try await start([
                "--sf2", place.font, "--null", "--play", "my song.mid", "--append",
            ])
            try await process.waitForErrorText("recording to take.mid")
            // Until it is on disk which position was heard when.
            try await play(#"sleep 1; printf '\x90\x45\x64\x45\x00'; sleep 1.5;"#)
            process.send(signal: SIGKILL)
            _ = await process.finished()
            let song = try file("my song.mid")
            if !isThere { try #require(unlink(place.folder.path("my song.mid")) == 0) }
            let run = try await seqd(
                ["record", "take.mid", "--recover"],
                directory: place.folder.path
            )
            #expect(run.status == .exited(0), "\(run)")
            let words = "my song.mid: no such file; the recorded tracks stand alone"
            #expect(run.errorText.contains(words) == !isThere, "\(run)")
            #expect(try file().tracks.count == (isThere ? song.tracks.count + 1 : 2))
            #expect(try keys(#require(file().tracks.last)) == [0x45])
            try #require(unlink(place.folder.path("take.mid")) == 0)
        }
    }

    @Test("that never was cannot be recovered, nor another file")
    func nothingToRecover() async throws {
        let missing = try await seqd(
            ["record", "take.mid", "--recover"],
            directory: place.folder.path
        )
        #expect(missing.status == .exited(66), "\(missing)")
        try place.add(PlayedSong.tone(beats: 1), "take.mid.part")
        let foreign = try await seqd(
            ["record", "take.mid", "--recover"],
            directory: place.folder.path
        )
        #expect(foreign.status == .exited(65), "\(foreign)")
        #expect(try names() == ["take.mid.part"])
    }
}
