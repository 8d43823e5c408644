import TestSupport
import Testing

@Suite("On a terminal", .enabled(if: Terminals.canBeMade, "no script(1)"))
struct TerminalTests {
    /// What erases the rest of the line: what only a line that is kept has.
    private static let erase = "\u{1B}[K"

    @Test("render keeps a bar with speed and remaining time, and removes it")
    func render() async throws {
        let place = try Workplace()
        for name in ["a.mid", "b.mid"] { try place.add(PlayedSong.tone(beats: 240), name) }
        let run = try await Terminals.run(
            "stty cols 100; \"$seqd\" render a.mid b.mid -o out/ --type flac --jobs 1 > out.txt",
            in: place
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(try place.folder.read("out.txt").isEmpty)
        #expect(
            run.outputText.firstMatch(
                of: /\r\[#*-*\] \d+ %  [01]\/2 files  \d+ × real time(  ETA 0:\d\d\.\d)?/
            ) != nil,
            "\(run)"
        )
        // Messages stand on lines of their own.
        let lines = run.outputText.split(separator: "\r\n").map { line in
            line.split(separator: Self.erase).last.map(String.init) ?? ""
        }
        #expect(lines.filter { $0.hasPrefix("seqd: out/") }.count == 2, "\(run)")
    }

    @Test("a narrow one is never overrun, by a wide name neither", arguments: [20, 60])
    func narrow(_ columns: Int) async throws {
        let place = try Workplace()
        let name = String(repeating: "音", count: 30) + ".mid"
        try place.add(PlayedSong.tone(), name)
        let run = try await Terminals.run(
            "stty cols \(columns); \"$seqd\" play \(name) --null",
            in: place
        )
        #expect(run.status == .exited(0), "\(run)")
        let shown = run.outputText.split(separator: "\r").filter { $0.hasSuffix(Self.erase) }
        #expect(!shown.isEmpty, "\(run)")
        for line in shown {
            let text = line.dropLast(Self.erase.count)
            let width = text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
            #expect(width < columns, "\(line)")
        }
    }

    @Test(
        "that is dumb, or with --quiet, nothing is kept",
        arguments: ["TERM=dumb", "QUIET=--quiet"]
    )
    func quiet(_ variable: String) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        for command in ["play song.mid --null", "render song.mid -o out.wav"] {
            let run = try await Terminals.run(
                "export \(variable); \"$seqd\" \(command) $QUIET",
                in: place
            )
            #expect(run.status == .exited(0), "\(run)")
            #expect(!run.outputText.contains("\u{1B}"), "\(run)")
        }
    }

    @Test("nothing is kept where stderr is none")
    func noTerminal() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let played = try await place.play("song.mid", "--null")
        #expect(played.output.isEmpty && played.errorOutput.isEmpty, "\(played)")
        let rendered = try await place.render("song.mid", "-o", "out.wav")
        #expect(rendered.output.isEmpty, "\(rendered)")
        #expect(
            rendered.errorText.wholeMatch(of: /seqd: out\.wav: 0\.\ds, peak -\d+\.\d dBFS\n/)
                != nil,
            "\(rendered)"
        )
    }
}
