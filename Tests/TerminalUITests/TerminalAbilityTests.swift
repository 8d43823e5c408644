import TerminalUI
import Testing

@Suite("The ability of a terminal")
struct TerminalAbilityTests {
    @Test(
        "comes from the environment",
        arguments: [
            (["LANG": "de_DE.UTF-8", "TERM": "xterm"], true, true, true),
            (["LANG": "C.utf8", "TERM": "xterm", "NO_COLOR": ""], true, true, true),
            (["LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1"], true, false, true),
            (["LANG": "C.UTF-8", "LC_ALL": "C", "TERM": "xterm"], false, true, true),
            (["LC_CTYPE": "en_US.UTF-8", "LC_ALL": "", "TERM": "vt100"], true, true, true),
            (["TERM": "xterm"], false, true, true),
            (["LANG": "C.UTF-8", "TERM": "dumb"], true, false, false),
            (["LANG": "C.UTF-8"], true, false, false),
        ] as [([String: String], Bool, Bool, Bool)]
    )
    func ability(_ variables: [String: String], _ unicode: Bool, _ colour: Bool, _ movable: Bool) {
        let ability = TerminalAbility { variables[$0] }
        let wanted = TerminalAbility(isUnicode: unicode, isColoured: colour, isMovable: movable)
        #expect(ability == wanted)
    }

    @Test(
        "has 256 colours where the terminal says so and colours are wanted",
        arguments: [
            (["TERM": "xterm-256color"], true), (["TERM": "xterm"], false),
            (["TERM": "xterm", "COLORTERM": "truecolor"], true),
            (["TERM": "xterm-256color", "NO_COLOR": "1"], false), (["TERM": "dumb"], false),
        ] as [([String: String], Bool)]
    )
    func palette(_ variables: [String: String], _ hasPalette: Bool) {
        #expect(TerminalAbility { variables[$0] }.hasPalette == hasPalette)
    }

    @Test("decides how text from files and cut text look")
    func text() {
        let (unicode, ascii) = (TerminalAbility(), TerminalAbility(isUnicode: false))
        #expect(unicode.shown("Für\u{1B}[2J") == "Für [2J")
        #expect(ascii.shown("Für × 2 …") == "F?r x 2 ~")
        #expect(unicode.shown("abc", maximum: 2) == "ab")
        #expect(unicode.cut("abcdef", to: 4) == "abc…")
        #expect(ascii.cut("abcdef", to: 4) == "abc~")
        #expect(ascii.cut("abcd", to: 4) == "abcd")
        #expect(unicode.cut("abc", to: 0).isEmpty)
    }
}
