import TerminalUI
import Testing

@Suite("A line of a view")
struct ViewLineTests {
    @Test("counts its columns and carries codes only where colours are wanted")
    func line() {
        var line = ViewLine("音", .strong)
        line.append("")
        line.append(" plain")
        line.append(ViewLine("alarm", .alarm))
        #expect(line.columns == 13)
        #expect(line.spans.count == 3)
        #expect(line.plainText == "音 plainalarm")
        #expect(line.encoded(isColoured: false) == "音 plainalarm")
        #expect(
            line.encoded(isColoured: true)
                == "\u{1B}[1m音\u{1B}[0m plain\u{1B}[1;31malarm\u{1B}[0m"
        )
    }

    @Test("has cells of two colours each")
    func halves() {
        let line = ViewLine(cells: [("▀", .halves(upper: 16, lower: 231)), ("x", .plain)])
        #expect(line.encoded(isColoured: true) == "\u{1B}[38;5;16;48;5;231m▀\u{1B}[0mx")
        #expect(line.encoded(isColoured: false) == "▀x")
    }
}
