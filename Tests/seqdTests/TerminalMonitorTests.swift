import TestSupport
import Testing

@Suite("The monitor on a terminal", .serialized)
struct TerminalMonitorTests {
    private func start(
        _ daemon: DaemonRun,
        on terminal: PseudoTerminal
    ) throws -> PseudoTerminalProcess {
        try terminal.start(
            try builtProduct("seqd"),
            ["monitor", "--socket", daemon.socket],
            environment: [
                "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "NO_COLOR": nil, "COLUMNS": nil,
                "LINES": nil, "SEQD_CONFIG": "", "SWIFT_BACKTRACE": "enable=no",
            ]
        )
    }

    @Test("shows a daemon, controls it, survives its end, and restores the terminal")
    func session() async throws {
        let daemon = try await DaemonRun("--no-state")
        let client = try daemon.client()
        #expect(try await client.ask("play \(daemon.song)").last == "OK")
        let terminal = try PseudoTerminal()
        let before = terminal.mode
        let process = try start(daemon, on: terminal)
        try await terminal.wait(for: "the queue") { screen in
            screen.isAlternate && screen.lines.contains { $0.contains("1 ▶ song.mid") }
                && screen.lines[0].hasPrefix("▶")
        }
        terminal.type(" ")
        try await terminal.wait(for: "a pause") { $0.lines[0].hasPrefix("❚❚") }
        terminal.type(":gain -6\r")
        try await terminal.wait(for: "gain -6 dB")
        terminal.type(":gain loud\r")
        try await terminal.wait(for: "expected number")
        terminal.resize(columns: 40, rows: 12)
        try await terminal.wait(for: "a small window") { screen in
            screen.lines.count == 12 && !screen.lines.contains { $0.contains("─ Queue") }
        }
        _ = await daemon.end()
        try await terminal.wait(for: "no connection")
        terminal.type("q")
        #expect(try await process.finished() == .exited(0))
        try await terminal.wait(for: "the usual screen") { !$0.isAlternate && $0.isCursorVisible }
        #expect(terminal.mode == before)
    }

    @Test("ends with status 130 after Ctrl-C, and restores the terminal")
    func interrupt() async throws {
        let daemon = try await DaemonRun("--no-state")
        let terminal = try PseudoTerminal()
        let before = terminal.mode
        let process = try start(daemon, on: terminal)
        try await terminal.wait(for: "the queue is empty")
        terminal.type("\u{3}")
        #expect(try await process.finished() == .exited(130))
        try await terminal.wait(for: "the usual screen") { !$0.isAlternate && $0.isCursorVisible }
        #expect(terminal.mode == before)
    }

    @Test("refuses to run without a terminal")
    func refusal() async throws {
        let run = try await seqd(["monitor", "--socket", "/nonexistent"])
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText.contains("is not a terminal; seqd ctl status prints the state"))
    }
}
