import TestSupport
import Testing
import Wording

@Suite("The view of play", .serialized)
struct TerminalPlayViewTests {
    /// Whether the screen shows the view as it should be, and nothing else.
    private func isClean(_ screen: PseudoTerminalScreen, lines: Int) -> Bool {
        let shown = screen.lines.filter { !$0.isEmpty }
        return shown.count == lines && shown[0].hasPrefix(TerminalPlay.playing)
            && shown.allSatisfy { $0.columns < screen.columns }
            && shown.filter { $0.contains("song.mid") }.count == 1
    }

    @Test(
        "fits the window after each change of its size, and leaves nothing behind",
        arguments: [true, false]
    )
    func resizing(_ isReflowing: Bool) async throws {
        let play = try TerminalPlay(columns: 100, isReflowing: isReflowing)
        let terminal = play.terminal
        try await terminal.wait(for: "the view at 100") { isClean($0, lines: 2) }
        for columns in [80, 40, 25, 200, 60, 100] {
            terminal.resize(columns: columns, rows: 24)
            let lines = columns == 200 ? 1 : 2
            try await terminal.wait(for: "the view at \(columns)") { screen in
                isClean(screen, lines: lines)
                    && (![80, 40, 60, 100].contains(columns)
                        || screen.lines[0].columns == columns - 1)
            }
        }
        for rows in [2, 1, 24] {
            terminal.resize(columns: 80, rows: rows)
            try await terminal.wait(for: "the view at \(rows) rows") { screen in
                screen.lines.count == min(rows, 2)
                    && screen.lines[0].hasPrefix(TerminalPlay.playing)
            }
        }
        try await play.quit()
        try await play.expectRestored()
    }

    @Test("lists the tracks in a large window, and has their keys mute the rows that are shown")
    func tracks() async throws {
        let play = try TerminalPlay(rows: 40)
        let terminal = play.terminal
        let screen = try await terminal.wait(for: "the notes") { screen in
            screen.lines.filter { $0.hasSuffix(" C4") }.count == 16
        }
        #expect(screen.lines.contains { $0.hasPrefix("─ Tracks 16 ─") })
        #expect(screen.lines.contains { $0.contains(/^  0    Standard/) }, "\(screen.lines)")
        terminal.type("3t2")
        try await terminal.wait(for: "channel 12 muted")
        let muted = terminal.screen.lines.filter { $0.contains(" M  ") }.map { $0.prefix(5) }
        #expect(muted == ["  3 M", "t 2 M"])
        terminal.type("s3")
        try await terminal.wait(for: "the solo") { $0.lines.contains { $0.hasPrefix("  3 MS") } }
        terminal.resize(columns: 80, rows: 24)
        try await terminal.wait(for: "the small view") { isClean($0, lines: 2) }
        terminal.resize(columns: 80, rows: 40)
        try await terminal.wait(for: "─ Tracks 16 ─")
        terminal.type("?")
        try await terminal.wait(for: "the help") { screen in
            screen.text.contains("previous file") && !screen.text.contains("Tracks 16")
        }
        // What stays on the screen is the last state, without the table.
        try await play.quit()
        #expect(!terminal.screen.text.contains("Tracks 16"))
        try await play.expectRestored()
    }

    @Test("counts in, and then shows the place, and the metronome while it is on")
    func click() async throws {
        let play = try TerminalPlay(["song.mid", "--count-in", "1", "--metronome"], columns: 40)
        let terminal = play.terminal
        try await terminal.wait(for: "the count-in") { $0.text.contains("count-in ") }
        #expect(terminal.screen.lines[1].contains("♩"), "\(terminal.screen.lines)")
        try await terminal.wait(for: "the music") { !$0.text.contains("count-in ") }
        #expect(terminal.screen.lines[0].contains("  1:"), "\(terminal.screen.lines)")
        terminal.type("m")
        try await terminal.wait(for: "no metronome") { !$0.text.contains("♩") }
        try await play.quit()
        try await play.expectRestored()
    }

    @Test("stands at the bottom of a full screen, and what is above it stays")
    func bottom() async throws {
        let line = "seq 1 40; exec \"$seqd\" play --sf2 \"$font\" --null song.mid"
        let play = try TerminalPlay(shell: ["-c", line], rows: 10)
        let terminal = play.terminal
        try await play.waitForView()
        terminal.type("?")
        try await terminal.wait(for: "… more: ?")
        terminal.type("?")
        try await terminal.wait(for: "previous file")
        terminal.type("?")
        try await terminal.wait(for: "no help") { !$0.text.contains("previous file") }
        let numbers = (1...40).map(String.init)
        #expect(Array((terminal.screen.scrolledOff + terminal.screen.lines).prefix(40)) == numbers)
        try await play.quit()
        #expect(Array((terminal.screen.scrolledOff + terminal.screen.lines).prefix(40)) == numbers)
    }

    @Test("is not torn by messages, which stand above it")
    func messages() async throws {
        let play = try TerminalPlay(["song.mid", "missing.mid"])
        let terminal = play.terminal
        try await terminal.wait(for: "missing.mid: ")
        let screen = try await terminal.wait(for: "the view below") { screen in
            let lines = screen.lines.filter { !$0.isEmpty }
            return lines.count == 3 && lines[0].hasPrefix("seqd: missing.mid: ")
                && lines[1].hasPrefix(TerminalPlay.playing)
        }
        #expect(screen.lines.filter { $0.contains("song.mid") }.count == 1)
        terminal.type("q")
        #expect(try await play.process.finished() == .exited(66))
        try await play.expectRestored()
    }

    @Test("shows what is sung")
    func lyrics() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            track.note(at: 0, length: 480 * 4_000, channel: 0, key: 60, velocity: 20)
            track.text(at: 0, .lyric, "Twin-")
            track.text(at: 480 * 100, .lyric, "kle\u{1B}[2J\r")
            track.text(at: 480 * 3_000, .lyric, "little star")
        }
        let play = try TerminalPlay(songs: ["song.mid": song])
        let screen = try await play.terminal.wait(for: "Twin-kle [2J")
        #expect(screen.lines[1].hasPrefix(TerminalPlay.playing))
        try await play.quit()
    }

    @Test("has colours, and none with NO_COLOR", arguments: [false, true])
    func colour(_ isRefused: Bool) async throws {
        let play = try TerminalPlay(environment: isRefused ? ["NO_COLOR": "1"] : [:])
        _ = try await play.pause()
        let output = String(decoding: play.terminal.output, as: UTF8.self)
        #expect(output.contains(/\u{1B}\[[0-9;]*m/) == !isRefused)
        try await play.quit()
    }

    @Test("is ASCII in a locale without UTF-8")
    func ascii() async throws {
        let play = try TerminalPlay(
            ["é.mid"],
            environment: ["LC_ALL": "C"],
            songs: ["é.mid": TerminalPlay.song]
        )
        try await play.terminal.wait(for: "?.mid")
        #expect(play.terminal.output.allSatisfy { $0 < 0x80 })
        try await play.quit()
    }

    @Test("is a plain line for each file where the terminal is dumb; keys count all the same")
    func dumb() async throws {
        let play = try TerminalPlay(environment: ["TERM": "dumb"])
        try await play.terminal.wait(for: "song.mid")
        try await play.quit()
        #expect(!play.terminal.output.contains(0x1B))
        try await play.expectRestored()
    }

    @Test("is not there with --quiet")
    func quiet() async throws {
        let play = try TerminalPlay(["--quiet", "song.mid"])
        // Keys are taken from now on.
        try await play.terminal.wait(for: "the mode for keys") { _ in
            !play.terminal.mode.isEchoing
        }
        try await play.quit()
        #expect(play.terminal.output.isEmpty)
        try await play.expectRestored()
    }
}

extension String {
    /// The columns, of the few wide characters that these tests have: none.
    fileprivate var columns: Int { count }
}
