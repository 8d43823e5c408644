import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Play gives the terminal back", .serialized)
struct TerminalPlayRestoreTests {
    /// The state of a process, proc(5): `T` is stopped.
    private func state(of process: Int32) -> Character? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        else { return nil }
        return text.split(separator: ") ").last?.first
    }

    @Test("when a key ends it")
    func quit() async throws {
        let play = try TerminalPlay()
        try await play.waitForView()
        try await play.quit()
        try await play.expectRestored()
        // The next line is the shell's.
        #expect(play.terminal.screen.cursor.column == 0)
    }

    @Test(
        "when a signal ends it",
        arguments: [
            (SIGINT, .exited(130)), (SIGTERM, .exited(143)), (SIGHUP, .exited(129)),
            (SIGSEGV, .signalled(SIGSEGV)), (SIGABRT, .signalled(SIGABRT)),
            (SIGBUS, .signalled(SIGBUS)), (SIGILL, .signalled(SIGILL)),
            (SIGFPE, .signalled(SIGFPE)), (SIGTRAP, .signalled(SIGTRAP)),
            (SIGQUIT, .signalled(SIGQUIT)),
        ] as [(Int32, TestSupport.ExitStatus)]
    )
    func signal(_ signal: Int32, _ status: TestSupport.ExitStatus) async throws {
        let play = try TerminalPlay()
        try await play.waitForView()
        play.process.send(signal: signal)
        #expect(try await play.process.finished() == status)
        try await play.expectRestored()
    }

    @Test(
        "when Ctrl-C or Ctrl-\\ is pressed",
        arguments: [("\u{3}", .exited(130)), ("\u{1C}", .signalled(SIGQUIT))]
            as [(String, TestSupport.ExitStatus)]
    )
    func pressed(_ key: String, _ status: TestSupport.ExitStatus) async throws {
        let play = try TerminalPlay()
        try await play.waitForView()
        play.terminal.type(key)
        #expect(try await play.process.finished() == status)
        try await play.expectRestored()
    }

    @Test("while Ctrl-Z stops it, and takes it again when it goes on")
    func stop() async throws {
        let play = try TerminalPlay()
        try await play.waitForView()
        for _ in 0..<2 {
            play.terminal.type("\u{1A}")
            try await play.process.waitUntilStopped()
            try await play.expectRestored()
            play.process.send(signal: SIGCONT)
            try await play.process.waitUntilContinued()
            try await play.terminal.wait(for: "the hidden cursor") { !$0.isCursorVisible }
            #expect(!play.terminal.mode.isEchoing)
        }
        let start = try await play.pause()
        play.terminal.type("\u{1B}[C")
        try await play.waitForSeconds(start + 5)
        try await play.quit()
        try await play.expectRestored()
    }

    @Test("to a shell at Ctrl-Z, stays away in the background, and comes back with fg")
    func jobControl() async throws {
        let play = try await TerminalPlay.interactive()
        let terminal = play.terminal
        terminal.type("\"$seqd\" play --sf2 \"$font\" --null song.mid\r")
        try await play.waitForView()
        terminal.type("\u{1A}")
        try await terminal.wait(for: "Stopped")
        terminal.type("clear; bg\r")
        // What plays now neither stops nor shows anything, and the shell has the keys.
        terminal.type("clear; sleep 1; jobs; echo all-of-$((40 + 2))\r")
        let screen = try await terminal.wait(for: "all-of-42")
        #expect(screen.text.contains("Running"), "\(screen.text)")
        #expect(!screen.lines.contains { $0.hasPrefix(TerminalPlay.playing) })
        terminal.type("clear; fg\r")
        try await terminal.wait(for: "the view") { screen in
            screen.lines.contains { $0.hasPrefix(TerminalPlay.playing) }
        }
        try await terminal.wait(for: "the mode for keys") { _ in !terminal.mode.isEchoing }
        terminal.type("q")
        // What is typed before is the player's.
        try await terminal.wait(for: "the prompt") { $0.lines.last?.hasPrefix("READY>") ?? false }
        terminal.type("clear; stty -a\r")
        let modes = try await terminal.wait(for: "icanon")
        #expect(modes.lines.contains { $0.contains(" echo ") && !$0.contains("-icanon") })
        terminal.type("exit\r")
        #expect(try await play.process.finished() == .exited(0))
    }

    @Test(
        "by not taking it, where it is started in the background",
        arguments: ["stty -tostop", "stty tostop"]
    )
    func background(_ mode: String) async throws {
        let play = try await TerminalPlay.interactive()
        let terminal = play.terminal
        terminal.type("\(mode); clear\r")
        terminal.type("\"$seqd\" play --sf2 \"$font\" --null song.mid & echo number-$!-here\r")
        // The command line itself stands there, too.
        let screen = try await terminal.wait(for: "its number") {
            $0.text.contains(/number-\d+-here/)
        }
        let text = screen.text.firstMatch(of: /number-(\d+)-here/)?.1 ?? ""
        let process = try #require(Int32(text))
        terminal.type("sleep 1; jobs; echo all-of-$((40 + 2))\r")
        let later = try await terminal.wait(for: "all-of-42")
        #expect(later.text.contains("Running"), "\(later.text)")
        #expect(!later.lines.contains { $0.hasPrefix(TerminalPlay.playing) })
        #expect(state(of: process) != "T")
        // It takes the terminal when it gets it.
        terminal.type("fg\r")
        try await play.waitForView()
        try await terminal.wait(for: "the mode for keys") { _ in !terminal.mode.isEchoing }
        terminal.type("q")
        // What is typed before is the player's.
        try await terminal.wait(for: "the prompt") { $0.lines.last?.hasPrefix("READY>") ?? false }
        terminal.type("exit\r")
        #expect(try await play.process.finished() == .exited(0))
    }

    @Test("when its window is closed: it ends, too")
    func hangUp() async throws {
        let play = try TerminalPlay()
        try await play.waitForView()
        play.terminal.hangUp()
        #expect(try await play.process.finished() == .exited(129))
    }

    @Test("in such a state after kill -9 that stty can mend it")
    func killed() async throws {
        let play = try TerminalPlay()
        try await play.waitForView()
        play.process.send(signal: SIGKILL)
        #expect(try await play.process.finished() == .signalled(SIGKILL))
        let shell = try play.terminal.start("/bin/sh", ["-c", "stty sane && echo usable"])
        #expect(try await shell.finished() == .exited(0))
        try await play.terminal.wait(for: "usable")
        #expect(play.terminal.mode.isEchoing && play.terminal.mode.isByLines)
    }

    @Test("when the terminal takes no output any more, and ends at once all the same")
    func stuck() async throws {
        let play = try TerminalPlay()
        try await play.waitForView()
        // What Ctrl-S does where it does something.
        play.terminal.stopOutput()
        let before = play.terminal.output.count
        try await Task.sleep(for: .milliseconds(500))
        play.process.send(signal: SIGTERM)
        #expect(try await play.process.finished() == .exited(143))
        #expect(play.terminal.output.count == before)
        #expect(play.terminal.mode == play.before)
    }
}
