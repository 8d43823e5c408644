import Foundation
import Glibc
import TestSupport
import Testing

/// `seqd live` without ALSA's sequencer: on what FIFOs bring.
@Suite("Live MIDI from a FIFO", .serialized)
struct LiveCommandTests {
    /// Starts playing what a FIFO brings, into a file.
    private func start(_ place: Workplace, _ arguments: String...) async throws -> RunningCommand {
        try #require(mkfifo(place.folder.path("midi"), 0o600) == 0)
        let process = try RunningCommand(
            builtProduct("seqd"),
            ["live", "--sf2", place.font, "--connect", "none", "--raw", "midi"] + arguments,
            directory: place.folder.path
        )
        try await process.waitForErrorText("midi")
        return process
    }

    @Test("is heard, and a writer that goes takes its notes along")
    func fifo() async throws {
        let place = try Workplace()
        let process = try await start(place, "--device", "tee:null,'played.wav',wav")
        // Running status, and a note-on of velocity 0 for a note-off. The pedal and the second
        // key are never let go: that is for the writer's end.
        let playing = try await place.shell(
            #"{ printf '\xB0\x40\x7F\x90\x45\x64\x48\x64\x45\x00'; sleep 0.5; } > midi"#
        )
        #expect(playing.status == .exited(0))
        let end = try place.size(of: "played.wav")
        try await place.waitForSize(end + 4 * 24_000, of: "played.wav")
        process.send(signal: SIGTERM)
        let run = await process.finished()
        #expect(run.status == .exited(143), "\(run)")
        let sound = try SoundFile(
            path: place.folder.path("played.wav"),
            encoding: .signed16,
            rate: 48_000
        )[0]
        let onset = try #require(sound.firstSound(above: -60))
        let held = onset + 4_800..<onset + 14_400
        // Both keys sound: the first by the pedal. Velocity 100 is some 8 dB below full.
        let heard = MeasuringFont.sinePeakLevel - 9
        #expect(try sound.level(ofPartial: frequency(ofKey: 0x45), in: held) > heard)
        #expect(try sound.level(ofPartial: frequency(ofKey: 0x48), in: held) > heard)
        let last = try #require(sound.lastSound(above: -60))
        // Half a second from writer to end; whatever the machine does meanwhile, not the file's end.
        #expect(last > onset + 20_000)
        #expect(last < sound.frameCount - 12_000)
    }

    @Test("goes on with the next writer")
    func writers() async throws {
        let place = try Workplace()
        let process = try await start(place, "--device", "tee:null,'played.wav',wav")
        for _ in 0..<3 {
            let playing = try await place.shell(
                #"{ printf '\x90\x45\x64'; sleep 0.2; printf '\x80\x45\x00'; sleep 0.2; } > midi"#
            )
            #expect(playing.status == .exited(0))
        }
        let end = try place.size(of: "played.wav")
        try await place.waitForSize(end + 4 * 4_800, of: "played.wav")
        process.send(signal: SIGINT)
        #expect(await process.finished().status == .exited(130))
        let sound = try SoundFile(
            path: place.folder.path("played.wav"),
            encoding: .signed16,
            rate: 48_000
        )[0]
        #expect(sound.onsets(above: -50, gap: 2_400).count == 3)
    }

    @Test("needs something to listen to, and says what")
    func refusals() async throws {
        let place = try Workplace()
        let missing = try await place.run(["live", "--null", "--raw", "nothing"])
        #expect(missing.status == .exited(66), "\(missing)")
        #expect(missing.errorText.contains("mkfifo nothing"), "\(missing)")
        try place.folder.write([1], to: "file")
        let file = try await place.run(["live", "--null", "--raw", "file"])
        #expect(file.status == .exited(64), "\(file)")
        // In a kernel with a sequencer there is one.
        if access("/dev/snd/seq", F_OK) != 0 {
            let none = try await place.run(["live", "--null"])
            #expect(none.status == .exited(69), "\(none)")
            #expect(none.errorText.contains("modprobe snd-seq"), "\(none)")
            #expect(none.errorText.contains("--raw"), "\(none)")
        }
    }

    @Test(
        "refuses options that make no sense, with the range",
        arguments: [
            ["--inputs", "0"], ["--inputs", "17"], ["--name", "7up"], ["--connect", "3=x"],
            ["--latency", "soon"], ["--raw", "2=x"],
        ]
    )
    func options(_ arguments: [String]) async throws {
        let place = try Workplace()
        let run = try await place.run(["live", "--null"] + arguments)
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
    }

    /// Starts `seqd live` on a terminal, with a FIFO to listen to.
    private func start(
        on terminal: PseudoTerminal,
        _ place: Workplace,
        _ line: String = "exec \"$seqd\" live --sf2 \"$font\" --null --connect none --raw midi"
    ) throws -> PseudoTerminalProcess {
        try #require(mkfifo(place.folder.path("midi"), 0o600) == 0)
        return try terminal.start(
            "/bin/bash",
            ["-c", line],
            environment: [
                "seqd": builtProduct("seqd"), "font": place.font, "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8", "COLUMNS": nil,
            ],
            directory: place.folder.path
        )
    }

    @Test("answers ? on a terminal, ends with q, and gives the terminal back")
    func keys() async throws {
        let place = try Workplace()
        let terminal = try PseudoTerminal(columns: 100)
        let before = terminal.mode
        let process = try start(on: terminal, place)
        try await terminal.wait(for: "? help")
        terminal.type("?")
        try await terminal.wait(for: "q quit")
        #expect(terminal.mode != before)
        terminal.type("q")
        #expect(try await process.finished() == .exited(0))
        #expect(terminal.mode == before)
    }

    @Test("gives the terminal back while Ctrl-Z stops it, and takes the keys again")
    func stopped() async throws {
        let place = try Workplace()
        let terminal = try PseudoTerminal(columns: 100)
        let before = terminal.mode
        let process = try start(on: terminal, place)
        try await terminal.wait(for: "? help")
        terminal.type("\u{1A}")
        try await process.waitUntilStopped()
        #expect(terminal.mode == before)
        process.send(signal: SIGCONT)
        try await process.waitUntilContinued()
        try await terminal.wait(for: "the keys") { _ in terminal.mode != before }
        terminal.type("q")
        #expect(try await process.finished() == .exited(0))
        #expect(terminal.mode == before)
    }
}
