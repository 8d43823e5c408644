import Foundation
import TestSupport
import Testing

@Suite("The live scope on a terminal", .serialized)
struct TerminalScopeTests {
    private func start(
        _ daemon: DaemonRun,
        _ arguments: String...,
        on terminal: PseudoTerminal,
        pipes: TemporaryDirectory
    ) throws -> PseudoTerminalProcess {
        try terminal.start(
            try builtProduct("seqd"),
            ["scope", "--socket", daemon.socket] + arguments,
            environment: [
                "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "NO_COLOR": nil, "COLUMNS": nil,
                "LINES": nil, "SEQD_CONFIG": "", "SWIFT_BACKTRACE": "enable=no",
                "XDG_RUNTIME_DIR": pipes.path,
            ]
        )
    }

    private func hasDots(_ screen: PseudoTerminalScreen) -> Bool {
        screen.lines.joined().unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
    }

    @Test("shows what a daemon plays in all views, and leaves no pipe and no tap")
    func session() async throws {
        let daemon = try await DaemonRun("--no-state")
        let pipes = try TemporaryDirectory()
        let client = try daemon.client()
        #expect(try await client.ask("play \(daemon.song)").last == "OK")
        let terminal = try PseudoTerminal()
        let before = terminal.mode
        let process = try start(daemon, on: terminal, pipes: pipes)
        try await terminal.wait(for: "a wave") { screen in
            screen.isAlternate && screen.lines[0].hasPrefix("Oscilloscope  master 48000 Hz")
                && hasDots(screen) && screen.lines[0].contains("dBFS")
        }
        // The pipe has lost its name with the first frames.
        #expect(try FileManager.default.contentsOfDirectory(atPath: pipes.path).isEmpty)
        #expect(try await client.ask("taps")[0].hasPrefix("tap: 1 running "))
        for (key, title, says) in [
            ("2", "Lissajous", "right"), ("3", "Spectrum", "dBFS at"), ("4", "Spectrogram", "▀"),
            ("v", "Correlation", "+1.00"), ("6", "Loudness", "LUFS"),
        ] {
            terminal.type(key)
            try await terminal.wait(for: "\(title) with \(says)") { screen in
                screen.lines[0].hasPrefix(title) && screen.lines.contains { $0.contains(says) }
            }
        }
        terminal.type("1+")
        try await terminal.wait(for: "a shorter time") { screen in
            screen.lines[0].hasPrefix("Oscilloscope")
                && !screen.lines[22].contains("12") && screen.lines[22].contains("8")
        }
        terminal.type(" ")
        try await terminal.wait(for: "frozen")
        terminal.type(" ")
        terminal.resize(columns: 40, rows: 12)
        try await terminal.wait(for: "a small window") { screen in
            screen.lines.count == 12 && screen.lines[11].contains("q quit") && hasDots(screen)
        }
        terminal.type("q")
        #expect(try await process.finished() == .exited(0))
        try await terminal.wait(for: "the usual screen") { !$0.isAlternate && $0.isCursorVisible }
        #expect(terminal.mode == before)
        #expect(try await client.ask("taps")[0].hasPrefix("tap: 1 ended "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: pipes.path).isEmpty)
    }

    @Test("leaves no pipe and no tap after a signal, also while nothing plays")
    func interrupt() async throws {
        let daemon = try await DaemonRun("--no-state")
        let pipes = try TemporaryDirectory()
        let client = try daemon.client()
        let terminal = try PseudoTerminal()
        let process = try start(daemon, "--view", "spectrum", on: terminal, pipes: pipes)
        try await terminal.wait(for: "Spectrum  master")
        terminal.type("\u{3}")
        #expect(try await process.finished() == .exited(130))
        try await terminal.wait(for: "the usual screen") { !$0.isAlternate && $0.isCursorVisible }
        #expect(try await client.ask("taps")[0].hasPrefix("tap: 1 ended "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: pipes.path).isEmpty)
    }

    @Test("ends when the daemon or another client ends the tap, and says so")
    func ends() async throws {
        let daemon = try await DaemonRun("--no-state")
        let pipes = try TemporaryDirectory()
        let client = try daemon.client()
        #expect(try await client.ask("play \(daemon.song)").last == "OK")
        let terminal = try PseudoTerminal(columns: 120)
        let first = try start(daemon, on: terminal, pipes: pipes)
        try await terminal.wait(for: "a wave", until: hasDots)
        #expect(try await client.ask("untap 1").last == "OK")
        #expect(try await first.finished() == .exited(69))
        try await terminal.wait(for: "seqd: scope: the daemon has ended tap 1")
        let second = try start(daemon, on: terminal, pipes: pipes)
        try await terminal.wait(for: "a wave", until: hasDots)
        _ = await daemon.end()
        #expect(try await second.finished() == .exited(69))
        try await terminal.wait(for: "seqd: scope: the daemon has ended") { screen in
            !screen.isAlternate && screen.lines.contains { $0.contains("the daemon has ended") }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: pipes.path).isEmpty)
    }

    @Test("names what the daemon refuses, and leaves no pipe")
    func refusals() async throws {
        let allowed = try TemporaryDirectory()
        let daemon = try await DaemonRun("--no-state", "--allow-path", allowed.path)
        let pipes = try TemporaryDirectory()
        let terminal = try PseudoTerminal(columns: 300)
        let folder = try start(daemon, on: terminal, pipes: pipes)
        #expect(try await folder.finished() == .exited(77))
        try await terminal.wait(for: "--pipe-folder names another folder")
        let strip = try start(
            daemon,
            "--strip",
            "bass",
            "--pipe-folder",
            allowed.path,
            on: terminal,
            pipes: pipes
        )
        #expect(try await strip.finished() == .exited(64))
        try await terminal.wait(for: "no such strip")
        let missing = try start(
            daemon,
            "--pipe-folder",
            "/missing",
            on: terminal,
            pipes: pipes
        )
        #expect(try await missing.finished() == .exited(73))
        for folder in [pipes, allowed] {
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("draws some seconds of a daemon's sound, without a terminal")
    func seconds() async throws {
        let daemon = try await DaemonRun("--no-state")
        let pipes = try TemporaryDirectory()
        let client = try daemon.client()
        func draw(_ arguments: String...) async throws -> CommandRun {
            try await seqd(
                ["scope", "--socket", daemon.socket, "-o", "a.png"] + arguments,
                environment: ["XDG_RUNTIME_DIR": pipes.path],
                directory: daemon.place.folder.path
            )
        }
        #expect(try await client.ask("play \(daemon.song)").last == "OK")
        let run = try await draw("--seconds", "0.5", "--view", "spectrum")
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.contains("a.png: 0.5s, peak -"), "\(run)")
        let bytes = try daemon.place.folder.read("a.png")
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let taps = try await client.ask("taps")
        #expect(taps.count == 2 && taps[0].hasPrefix("tap: 1 ended "), "\(taps)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: pipes.path).isEmpty)
    }
}
