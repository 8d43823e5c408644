import Sequencer
import Testing

@testable import seqd

@Suite("Lyrics")
struct TerminalLyricTests {
    /// What is shown at a tick, with a bar where the singer is.
    private func shown(_ cues: [(Int64, String)], at tick: Int64) -> String? {
        lines(cues).at(tick: tick).map { "\($0.sung)|\($0.rest)" }
    }

    private func lines(_ cues: [(Int64, String)]) -> LyricLine {
        LyricLine(Lyrics(cues: cues.map { Lyrics.Syllable(tick: $0.0, text: $0.1) }))
    }

    private let events: [(Int64, String)] = [
        (0, "Twin-"), (10, "kle "), (20, "star,\r"), (40, "how "), (50, "I "), (60, "won-der\n"),
        (200, "Up "),
    ]

    @Test("of lyric events fill their line as they are sung, and a return ends it")
    func lyricEvents() {
        #expect(shown(events, at: -5) == "|Twin-kle star,")
        #expect(shown(events, at: 0) == "Twin-|kle star,")
        #expect(shown(events, at: 19) == "Twin-kle |star,")
        #expect(shown(events, at: 20) == "Twin-kle star,|")
        #expect(shown(events, at: 40) == "how |I won-der")
        #expect(shown(events, at: 60) == "how I won-der|")
        #expect(shown(events, at: 9_999) == "Up |")
    }

    @Test("show the next line from half-way between both")
    func next() {
        #expect(shown(events, at: 29) == "Twin-kle star,|")
        #expect(shown(events, at: 30) == "|how I won-der")
        #expect(shown(events, at: 129) == "how I won-der|")
        #expect(shown(events, at: 130) == "|Up ")
    }

    @Test("of .kar files begin a line at a slash, a paragraph at a backslash")
    func karaoke() {
        let cues: [(Int64, String)] = [
            (0, "\\Glo"), (10, "ry"), (20, "/in "), (30, "and/or"), (40, "\\End"),
        ]
        #expect(shown(cues, at: 5) == "Glo|ry")
        #expect(shown(cues, at: 20) == "in |and/or")
        #expect(shown(cues, at: 40) == "End|")
    }

    @Test("may end a line at any place of an event, with any sign, or with one of its own")
    func lineEnds() {
        #expect(shown([(0, "a\r\nb\r"), (10, "c")], at: 0) == "b|")
        #expect(shown([(0, "a"), (5, "\r\n"), (10, "c")], at: 5) == "|c")
        #expect(shown([(0, "a"), (5, "\n\n\r"), (10, "c")], at: 4) == "a|")
    }

    @Test("are none where nothing is sung")
    func none() {
        #expect(shown([], at: 0) == nil)
        #expect(shown([(0, "\r"), (1, " "), (2, "/"), (3, "")], at: 2) == nil)
        #expect(lines([]).isEmpty)
        #expect(!lines([(0, "a")]).isEmpty)
    }

    @Test("without line ends are broken at blanks, and a line without blanks somewhere")
    func unbroken() {
        let words = (0..<100).map { (Int64($0), "word ") }
        let line = lines(words)
        for tick in 0..<100 {
            guard let state = line.at(tick: Int64(tick)) else { continue }
            let text = state.sung + state.rest
            #expect(text.count <= 45 && text.hasPrefix("word "), "\(text)")
        }
        let long = (0..<10_000).map { (Int64($0), "la") }
        let middle = lines(long).at(tick: 5_000)
        #expect((middle?.sung ?? "").count + (middle?.rest ?? "").count <= 162)
    }

    @Test("have nothing in them that a terminal would obey")
    func controls() {
        #expect(shown([(0, "\u{1B}[2J\u{9B}1m\u{202E}\u{7}a\u{0}")], at: 0) == " [2J 1m  a |")
    }

    @Test("stay in order at one tick, and at ticks far out")
    func ticks() {
        #expect(shown([(0, "a"), (0, "b\r"), (0, "c")], at: 0) == "c|")
        let far: [(Int64, String)] = [(0, "a\r"), (.max, "b")]
        #expect(shown(far, at: .max) == "b|")
        #expect(shown(far, at: 5) == "a|")
        #expect(shown(far, at: .min) == "|a")
    }
}
