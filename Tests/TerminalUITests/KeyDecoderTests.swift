import Testing

@testable import TerminalUI

@Suite("Keys")
struct KeyDecoderTests {
    private let start = ContinuousClock.now

    /// The keys of some bytes that come at once, and of a pause behind them.
    private func keys(_ text: String) -> [Key] { keys([Array(text.utf8)]) }

    /// The keys of bytes that come in several reads at once, and of a pause behind them.
    private func keys(_ reads: [[UInt8]]) -> [Key] {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for read in reads { keys += decoder.decode(read, now: start) }
        return keys + decoder.decode([], now: start + KeyDecoder.timeout)
    }

    @Test("are characters of any length, and the keys that have a name")
    func characters() {
        #expect(keys("q ?") == [.character("q"), .character(" "), .character("?")])
        #expect(
            keys("é音🎹") == [.character("é"), .character("音"), .character("🎹")]
        )
        #expect(keys("\r\n\t\u{7F}\u{8}") == [.enter, .enter, .tab, .backspace, .backspace])
        #expect(keys("\u{C}\u{1}") == [.control("l"), .control("a")])
    }

    @Test(
        "are known from the sequences of every common terminal",
        arguments: [
            ("[A", .up(shift: false)), ("[B", .down(shift: false)), ("[C", .right(shift: false)),
            ("[D", .left(shift: false)), ("OA", .up(shift: false)), ("OB", .down(shift: false)),
            ("OC", .right(shift: false)), ("OD", .left(shift: false)),
            ("[1;2A", .up(shift: true)), ("[1;2B", .down(shift: true)),
            ("[1;2C", .right(shift: true)), ("[1;2D", .left(shift: true)),
            ("[1;5C", .right(shift: false)), ("[1;6C", .right(shift: true)),
            ("[a", .up(shift: true)), ("[b", .down(shift: true)), ("[c", .right(shift: true)),
            ("[d", .left(shift: true)), ("O2C", .right(shift: true)),
            ("O1;2D", .left(shift: true)), ("[5~", .pageUp), ("[6~", .pageDown),
            ("[5;2~", .pageUp), ("[5$", .pageUp), ("[6$", .pageDown), ("[6^", .pageDown),
            ("[H", .home), ("[F", .end), ("OH", .home), ("OF", .end), ("[1~", .home),
            ("[4~", .end), ("[7~", .home), ("[8~", .end), ("[2~", .insert), ("[3~", .delete),
            ("OM", .enter),
        ] as [(String, Key)]
    )
    func sequence(_ sequence: String, _ key: Key) {
        #expect(keys("\u{1B}\(sequence)q") == [key, .character("q")])
        // Split anywhere.
        let bytes = Array("\u{1B}\(sequence)".utf8)
        #expect(keys(bytes.map { [$0] }) == [key])
    }

    @Test(
        "are nothing where a sequence is none of theirs: its letters never act",
        arguments: [
            "[Z", "[15~", "[24;5~", "OP", "OS", "[[A", "[[E", "[M !!", "[<0;12;7M", "[<0;12;7m",
            "[?1;2c", "[>41;354;0c", "[12;40R", "[I", "[O", "[99;5u", "[27;2;13~",
            "]11;rgb:0/0/0\u{7}",
            "]11;rgb:0/0/0\u{1B}\\", "P1$r0m\u{1B}\\", "_Gi=1\u{1B}\\", "q", "é", "音", "🎹", "(B",
            "[?2026;2$y", "[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15q",
        ]
    )
    func unknown(_ sequence: String) {
        #expect(keys("\u{1B}\(sequence)n") == [.character("n")])
        #expect(keys((Array("\u{1B}\(sequence)".utf8) + [0x6E]).map { [$0] }) == [.character("n")])
    }

    @Test("tell the escape key from the start of a sequence by the time that passes")
    func escape() {
        var decoder = KeyDecoder()
        let almost = start + KeyDecoder.timeout - .milliseconds(1)
        #expect(decoder.deadline == nil)
        #expect(decoder.decode([0x1B], now: start).isEmpty)
        #expect(decoder.deadline == start + KeyDecoder.timeout)
        #expect(decoder.decode([], now: almost).isEmpty)
        #expect(decoder.decode(Array("[C".utf8), now: almost) == [.right(shift: false)])
        #expect(decoder.deadline == nil)

        #expect(decoder.decode([0x1B], now: start).isEmpty)
        let later = start + KeyDecoder.timeout
        #expect(decoder.decode([0x71], now: later) == [.escape, .character("q")])
        #expect(keys("\u{1B}") == [.escape])
        #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up(shift: false)])
    }

    @Test(
        "come again after a sequence, a text or a character that never ended",
        arguments: [
            "\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]0;title", "\u{1B}[M ", "\u{1B}[200~pasted",
        ]
    )
    func unfinished(_ beginning: String) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array(beginning.utf8), now: start).isEmpty)
        let later = start + KeyDecoder.timeout
        #expect(decoder.decode([0x71], now: later) == [.character("q")])
    }

    @Test("are never made of pasted text, nor of what is no UTF-8")
    func noKeys() {
        #expect(keys("\u{1B}[200~quit\u{1B}[Cn\u{1B}[201~ ") == [.character(" ")])
        #expect(keys([[0xFF, 0x80, 0xC0, 0xAF, 0x71]]) == [.character("q")])
        // A surrogate, and a character that is cut off by a key.
        #expect(keys([[0xED, 0xA0, 0x80, 0x71]]) == [.character("q")])
        #expect(keys([[0xE9, 0x9F], [0x71]]) == [.character("q")])
        // An 8-bit introducer, alone and in UTF-8.
        #expect(keys([[0x9B, 0x43, 0x71]]) == [.right(shift: false), .character("q")])
        #expect(keys([[0xC2, 0x85, 0x71]]) == [.character("q")])
    }

    @Test("are bounded in a flood, and nothing in it traps")
    func flood() {
        var decoder = KeyDecoder()
        let many = [UInt8](repeating: 0x6E, count: 100_000)
        #expect(decoder.decode(many, now: start).count == KeyDecoder.maximumKeys)
        let digits = Array("\u{1B}[".utf8) + [UInt8](repeating: 0x31, count: 100_000)
        #expect(decoder.decode(digits, now: start).isEmpty)
        #expect(decoder.decode(Array("~q".utf8), now: start) == [.character("q")])
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let bytes = (0..<64).map { _ -> UInt8 in
                let byte = random.next(upperBound: UInt8.max)
                return byte.isMultiple(of: 5) ? 0x1B : byte.isMultiple(of: 7) ? 0x5B : byte
            }
            _ = decoder.decode(bytes, now: start)
        }
    }
}
