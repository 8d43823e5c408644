import CommandSupport
import Testing
import Wording

@testable import seqd

@Suite("Tables for people")
struct TextTableTests {
    private let table = TextTable(
        columns: [
            .init(title: "No", isNumeric: true), .init(title: "Name", least: 4),
            .init(title: "Kind", least: 4), .init(title: "What"),
        ],
        rows: [["1", "A name of 20 columns", "shorter one", "the last column of all"]]
    )

    @Test("cut nothing where there is room, or where nobody has a width")
    func whole() {
        let line = "  1  A name of 20 columns  shorter one  the last column of all"
        #expect(table.lines(indent: 1, width: nil).last == line)
        #expect(table.lines(indent: 1, width: 62).last == line)
        #expect(table.lines(indent: 1, width: 200).last == line)
    }

    @Test("cut the widest columns, as far as they may be")
    func cut() {
        for width in 40..<62 {
            let lines = table.lines(indent: 1, width: width)
            #expect(lines.allSatisfy { $0.columns <= width }, "\(lines)")
            #expect(lines[1].columns == width || lines[1].contains("…"), "\(lines)")
        }
        let narrow = table.lines(indent: 1, width: 10)
        #expect(narrow.last == "  1  A n…  sho…  the last column…")
    }
}
