import Foundation
import Glibc
import TestSupport
import Testing

/// `seqd play` on a terminal of its own.
struct TerminalPlay {
    let place: Workplace
    let terminal: PseudoTerminal
    /// The command itself, or the shell that it is started from.
    let process: PseudoTerminalProcess
    /// The terminal's mode before the start.
    let before: PseudoTerminalMode

    /// What stands at the start of the view's first line.
    static let playing = "▶"
    static let paused = "❚❚"
    /// What a shell asks with.
    static let prompt = "READY> "

    /// Starts `seqd play` with the measuring font and no device.
    init(
        _ arguments: [String] = ["song.mid"],
        columns: Int = 80,
        rows: Int = 24,
        isReflowing: Bool = true,
        environment: [String: String] = [:],
        songs: [String: SMFBuilder] = ["song.mid": Self.song]
    ) throws {
        let line = "ulimit -c 0; exec \"$seqd\" play --sf2 \"$font\" --null --gain -20 \"$@\""
        try self.init(
            shell: ["-c", line, "bash"] + arguments,
            columns: columns,
            rows: rows,
            isReflowing: isReflowing,
            environment: environment,
            songs: songs
        )
    }

    /// Starts bash, in which `$seqd` is the command and `$font` the font.
    init(
        shell arguments: [String],
        columns: Int = 80,
        rows: Int = 24,
        isReflowing: Bool = true,
        environment: [String: String] = [:],
        songs: [String: SMFBuilder] = ["song.mid": Self.song]
    ) throws {
        place = try Workplace()
        for (name, song) in songs { try place.add(song, name) }
        terminal = try PseudoTerminal(columns: columns, rows: rows, isReflowing: isReflowing)
        before = terminal.mode
        var variables: [String: String?] = [
            "seqd": try builtProduct("seqd"), "font": place.font, "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8", "NO_COLOR": nil, "COLUMNS": nil, "LINES": nil,
            // Its questions on a terminal are not for a test.
            "SWIFT_BACKTRACE": "enable=no", "PS1": Self.prompt, "HISTFILE": nil,
        ]
        for (name, value) in environment { variables[name] = value }
        process = try terminal.start(
            "/bin/bash",
            arguments,
            environment: variables,
            directory: place.folder.path
        )
    }

    /// Starts a shell to type at.
    static func interactive() async throws -> TerminalPlay {
        let play = try TerminalPlay(shell: ["--norc", "--noprofile", "-i"])
        try await play.terminal.wait(for: "READY>")
        return play
    }

    /// A key on each channel for 1000 bars of 4/4, 2 s each, and a line of lyrics in `sung.mid`.
    static var song: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            for channel in 0..<UInt8(16) {
                track.note(at: 0, length: 4_000 * 480, channel: channel, key: 60, velocity: 20)
            }
        }
        return song
    }

    /// The first line of the view, without its mark.
    static func timeLine(_ screen: PseudoTerminalScreen) -> String? {
        screen.lines.last { $0.hasPrefix(playing) || $0.hasPrefix(paused) }
    }

    /// The seconds that the view shows.
    static func seconds(_ screen: PseudoTerminalScreen) -> Double? {
        guard let line = timeLine(screen),
            let match = line.firstMatch(of: #/ (?:(\d+)m)?(\d+\.\d)s/#),
            let minutes = Double(match.1 ?? "0"), let seconds = Double(match.2)
        else { return nil }
        return minutes * 60 + seconds
    }

    /// Waits for the view while it plays.
    func waitForView() async throws {
        try await terminal.wait(for: Self.playing)
    }

    /// Pauses, so that places stand still, and gives the place.
    func pause() async throws -> Double {
        terminal.type(" ")
        try await terminal.wait(for: Self.paused)
        return try await settledSeconds()
    }

    /// Waits for the place that the view shows to be one.
    func waitForSeconds(_ seconds: Double) async throws {
        try await terminal.wait(for: "\(seconds) s") { screen in
            guard let shown = Self.seconds(screen) else { return false }
            // What is shown is cut off to tenths.
            return abs(shown - seconds) < 0.15
        }
    }

    /// The place when it has stopped to change.
    private func settledSeconds() async throws -> Double {
        var last: Double?
        while true {
            let seconds = Self.seconds(terminal.screen)
            if let seconds, seconds == last { return seconds }
            last = seconds
            try await Task.sleep(for: .milliseconds(300))
        }
    }

    /// Ends it by its key.
    func quit() async throws {
        terminal.type("q")
        #expect(try await process.finished() == .exited(0))
    }

    /// Checks that the terminal is as it was before.
    func expectRestored() async throws {
        try await terminal.wait(for: "the cursor") { $0.isCursorVisible }
        #expect(terminal.mode == before)
        #expect(terminal.screen.isWrapping)
    }
}

@Suite("The keys of play", .serialized)
struct TerminalPlayTests {
    @Test("pause and go to places", arguments: [40, 80, 200])
    func places(_ columns: Int) async throws {
        let play = try TerminalPlay(columns: columns)
        try await play.waitForView()
        let terminal = play.terminal
        #expect(!terminal.mode.isEchoing && !terminal.mode.isByLines)
        #expect(terminal.mode.makesSignals && !terminal.screen.isCursorVisible)

        terminal.type("\u{1B}[C")
        terminal.type("\u{1B}[1;2C")
        let start = try await play.pause()
        #expect(start >= 35)
        terminal.type("\u{1B}[C")
        try await play.waitForSeconds(start + 5)
        terminal.type("\u{1B}[D\u{1B}[D")
        try await play.waitForSeconds(start - 5)
        terminal.type("\u{1B}[1;2C")
        try await play.waitForSeconds(start + 25)
        terminal.type("\u{1B}[1;2D")
        try await play.waitForSeconds(start - 5)

        // A bar is 2 s.
        terminal.type("\u{1B}[6~")
        let bar = ((start - 5) / 2).rounded(.down) * 2 + 2
        try await play.waitForSeconds(bar)
        try await terminal.wait(for: " \(Int(bar / 2) + 1):1 ")
        terminal.type("\u{1B}[5~")
        try await play.waitForSeconds(bar - 2)

        terminal.type("r")
        try await play.waitForSeconds(0)
        terminal.type("\u{1B}[1;2D")
        try await play.waitForSeconds(0)
        // On it goes.
        terminal.type(" ")
        try await terminal.wait(for: "a place further on") { screen in
            (TerminalPlay.timeLine(screen)?.hasPrefix(TerminalPlay.playing) ?? false)
                && (TerminalPlay.seconds(screen) ?? 0) > 0.3
        }
        try await play.quit()
        try await play.expectRestored()
    }

    @Test("give a part another instrument while it plays")
    func instrument() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            for beat: UInt32 in 0..<240 {
                track.note(at: beat * 480, length: 470, channel: 0, key: MeasuringFont.rootKey)
            }
        }
        let play = try TerminalPlay(
            ["song.mid", "--tap", "master=m.wav"],
            columns: 200,
            songs: ["song.mid": song]
        )
        try await play.waitForView()
        let terminal = play.terminal
        terminal.type("i")
        try await terminal.wait(for: "instrument, such as 4=Violin: ")
        terminal.type("1=trumpet\r")
        try await terminal.wait(for: "\"trumpet\"")
        terminal.type("i7=saw\r")
        try await terminal.wait(for: "ch:7: no such part in ")
        terminal.type("i1=sax\u{7F}w")
        try await terminal.wait(for: "4=Violin: 1=saw")
        terminal.type("\r")
        // The tone of one beat ends, and the next ones are other ones.
        try await play.waitForSeconds(try #require(TerminalPlay.seconds(terminal.screen)) + 3)
        terminal.type("i\u{1B}")
        try await terminal.wait(for: "instrument unchanged")
        try await play.quit()
        let sound = try play.place.sound("m.wav")[0]
        func harmonic(_ range: Range<Int>) throws -> Double {
            let pitch = try sound.frequency(near: 440, in: range)
            return try sound.level(ofPartial: 2 * pitch, in: range)
                - sound.level(ofPartial: pitch, in: range)
        }
        // Of the saw's harmonics the second is 6 dB below the first; the sine has none.
        #expect(try harmonic(4_800..<14_400) < -40)
        let end = sound.frameCount
        #expect(try abs(harmonic(end - 48_000..<end - 24_000) + 6) < 3)
    }

    @Test("change speed, gain and the loop", arguments: [40, 80, 200])
    func sound(_ columns: Int) async throws {
        let play = try TerminalPlay(columns: columns)
        try await play.waitForView()
        let terminal = play.terminal
        let start = try await play.pause()
        terminal.type("\u{1B}[A")
        try await terminal.wait(for: "126 BPM 1.05×")
        terminal.type("\u{1B}[B\u{1B}[B")
        try await terminal.wait(for: "114 BPM 0.95×")
        terminal.type("\u{1B}[A")
        try await terminal.wait(for: "120 BPM ")

        terminal.type("-")
        try await terminal.wait(for: "gain -21 dB")
        terminal.type("++")
        try await terminal.wait(for: "gain -19 dB")

        terminal.type("[")
        try await terminal.wait(for: "loop from ")
        terminal.type("\u{1B}[C")
        try await play.waitForSeconds(start + 5)
        terminal.type("]")
        try await terminal.wait(for: "a loop in the bar") { screen in
            let line = TerminalPlay.timeLine(screen) ?? ""
            return line.contains("]")
        }
        terminal.type("\\")
        try await terminal.wait(for: "loop off")
        let line = TerminalPlay.timeLine(terminal.screen) ?? ""
        #expect(!line.contains("]"))
        try await play.quit()
    }

    @Test("go back to the repetitions of --loop, when a loop of their own ends")
    func loopOfOptions() async throws {
        let play = try TerminalPlay(
            ["song.mid", "--loop", "--ramp", "1..2/2"],
            songs: ["song.mid": PlayedSong.tone(beats: 8)]
        )
        try await play.waitForView()
        play.terminal.type("[")
        try await play.terminal.wait(for: "loop from ")
        play.terminal.type("\\")
        try await play.terminal.wait(for: "loop off")
        // The next repetition.
        try await play.terminal.wait(for: "240 BPM")
        try await play.quit()
    }

    @Test("mute and solo channels", arguments: [40, 80, 200])
    func channels(_ columns: Int) async throws {
        let play = try TerminalPlay(columns: columns)
        try await play.waitForView()
        let terminal = play.terminal
        for (index, key) in "1234567890!@#$%^".enumerated() {
            terminal.type("\(key)")
            try await terminal.wait(for: "channel \(index + 1) muted")
        }
        try await terminal.wait(for: "mute 1-16")
        for (index, key) in "1234567890!@#$%^".enumerated() {
            terminal.type("\(key)")
            try await terminal.wait(for: "channel \(index + 1) unmuted")
        }
        #expect(!terminal.screen.text.contains("mute 1"))
        terminal.type("s3")
        try await terminal.wait(for: "solo 3")
        terminal.type("s!")
        try await terminal.wait(for: "solo 3,11")
        terminal.type("ss")
        try await terminal.wait(for: "no solo") { !$0.text.contains("solo 3") }
        try await play.quit()
    }

    @Test("go to the next file and the one before", arguments: [40, 80, 200])
    func files(_ columns: Int) async throws {
        let songs = ["a.mid": TerminalPlay.song, "b.mid": TerminalPlay.song]
        let play = try TerminalPlay(["a.mid", "b.mid"], columns: columns, songs: songs)
        let terminal = play.terminal
        try await terminal.wait(for: "a.mid  1/2")
        terminal.type("n")
        try await terminal.wait(for: "b.mid  2/2")
        terminal.type("n")
        try await terminal.wait(for: "no next file")
        terminal.type("p")
        try await terminal.wait(for: "1/2")
        terminal.type("p")
        try await terminal.wait(for: "no previous file")
        try await terminal.wait(for: "a.mid  1/2")
        try await play.quit()
    }

    @Test("go to another file in a pause, and on from there")
    func filesInAPause() async throws {
        let songs = ["a.mid": TerminalPlay.song, "b.mid": TerminalPlay.song]
        let play = try TerminalPlay(["a.mid", "b.mid"], songs: songs)
        let terminal = play.terminal
        try await terminal.wait(for: "a.mid  1/2")
        // Far enough that the next one waits in the engine.
        terminal.type("\u{1B}[C")
        _ = try await play.pause()
        terminal.type("n")
        try await terminal.wait(for: "b.mid  2/2")
        try await play.waitForSeconds(0)
        terminal.type(" ")
        try await terminal.wait(for: "a place further on") { screen in
            (TerminalPlay.timeLine(screen)?.hasPrefix(TerminalPlay.playing) ?? false)
                && (TerminalPlay.seconds(screen) ?? 0) > 0.3
        }
        terminal.type(" p ")
        try await terminal.wait(for: "a.mid  1/2")
        try await play.quit()
        try await play.expectRestored()
    }

    @Test("go on with what plays where another file has vanished")
    func vanished() async throws {
        let names = ["a.mid", "b.mid", "c.mid"]
        let songs = Dictionary(uniqueKeysWithValues: names.map { ($0, TerminalPlay.song) })
        let play = try TerminalPlay(names, songs: songs)
        let terminal = play.terminal
        try await terminal.wait(for: "a.mid  1/3")
        terminal.type("n")
        try await terminal.wait(for: "b.mid  2/3")
        terminal.type("n")
        try await terminal.wait(for: "c.mid  3/3")
        #expect(unlink(play.place.folder.path("b.mid")) == 0)
        terminal.type("\u{1B}[1;2C")
        try await terminal.wait(for: "a place further on") { screen in
            (TerminalPlay.seconds(screen) ?? 0) >= 30
        }
        terminal.type("p")
        try await terminal.wait(for: "seqd: b.mid: no such file")
        try await terminal.wait(for: "it to play") { screen in
            TerminalPlay.timeLine(screen)?.hasPrefix(TerminalPlay.playing) ?? false
        }
        #expect(terminal.screen.text.contains("c.mid  3/3"))
        #expect(try await play.pause() >= 30)
        // It is passed over from now on.
        terminal.type("p")
        try await terminal.wait(for: "a.mid  1/3")
        terminal.type("q")
        #expect(try await play.process.finished() == .exited(66))
    }

    @Test("go to places of the music at the tempo that is set for it")
    func tempo() async throws {
        // 40 s at 120 quarter notes per minute.
        let songs = ["song.mid": PlayedSong.tone(beats: 80)]
        let play = try TerminalPlay(["song.mid", "--tempo", "60"], songs: songs)
        try await play.waitForView()
        try await play.terminal.wait(for: " 1m20.0s")
        let start = try await play.pause()
        play.terminal.type("\u{1B}[1;2C\u{1B}[1;2C")
        try await play.waitForSeconds(start + 60)
        play.terminal.type("\u{1B}[1;2C")
        try await play.waitForSeconds(80)
        try await play.quit()
    }

    @Test("show the end when it has come, and the screen keeps it")
    func end() async throws {
        let songs = ["a.mid": PlayedSong.tone(beats: 2), "b.mid": PlayedSong.tone(beats: 4)]
        let play = try TerminalPlay(["a.mid", "b.mid"], songs: songs)
        let run = try await play.process.finished()
        #expect(run == .exited(0))
        #expect(play.terminal.screen.text.contains("b.mid  2/2"))
        #expect(TerminalPlay.seconds(play.terminal.screen) == 2)
        try await play.expectRestored()
    }

    @Test("are told by a help that the next key takes away", arguments: [40, 80, 200])
    func help(_ columns: Int) async throws {
        let play = try TerminalPlay(columns: columns)
        try await play.waitForView()
        let terminal = play.terminal
        for key in ["?", "\u{1B}", "\u{1B}[H"] {
            terminal.type("?")
            try await terminal.wait(for: "next, previous file")
            terminal.type(key)
            try await terminal.wait(for: "no help") { !$0.text.contains("previous file") }
        }
        try await play.quit()
        try await play.expectRestored()
    }

    @Test("that are none do nothing, whatever letters they send")
    func unknown() async throws {
        let play = try TerminalPlay()
        try await play.waitForView()
        let terminal = play.terminal
        // F1, F5, a mouse, an answer, Alt-q, pasted text.
        for keys in [
            "\u{1B}OP", "\u{1B}[15~", "\u{1B}[<0;1;1M", "\u{1B}[?1;2c", "\u{1B}q",
            "\u{1B}[200~q?\u{1B}[201~",
        ] { terminal.type(keys) }
        let start = try await play.pause()
        #expect(start < 30 && !play.process.hasEnded)
        #expect(!terminal.screen.text.contains("previous file"))
        try await play.quit()
    }

    @Test("are taken from the terminal when the music comes from stdin")
    func standardInput() async throws {
        let line = "cat song.mid | \"$seqd\" play --sf2 \"$font\" --null --gain -20 -"
        let play = try TerminalPlay(shell: ["-c", line])
        try await play.waitForView()
        let start = try await play.pause()
        play.terminal.type("\u{1B}[C")
        try await play.waitForSeconds(start + 5)
        try await play.quit()
        try await play.expectRestored()
    }
}
