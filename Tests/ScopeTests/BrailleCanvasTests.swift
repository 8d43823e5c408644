import Testing

@testable import Scope

@Suite("Braille dots")
struct BrailleCanvasTests {
    private func text(_ canvas: BrailleCanvas) -> [String] {
        (0..<canvas.rows).map { row in
            String((0..<canvas.columns).map { canvas.character(column: $0, row: row) })
        }
    }

    @Test("have the bits of Unicode's block, from the lower left dot on")
    func bits() {
        // ISO/TR 11548-1: dots 1 to 3 and 7 on the left, 4 to 6 and 8 on the right.
        let patterns: [(Int, Int, String)] = [
            (0, 3, "⠁"), (0, 2, "⠂"), (0, 1, "⠄"), (0, 0, "⡀"),
            (1, 3, "⠈"), (1, 2, "⠐"), (1, 1, "⠠"), (1, 0, "⢀"),
        ]
        for (x, y, character) in patterns {
            var canvas = BrailleCanvas(columns: 1, rows: 1)
            canvas.set(x, y, .first)
            #expect(text(canvas) == [character])
        }
    }

    @Test("make lines, and those outside are left out")
    func lines() {
        var canvas = BrailleCanvas(columns: 2, rows: 2)
        canvas.line(from: (0, 0), to: (3, 7), .first)
        #expect(text(canvas) == [" ⡜", "⡜ "])
        canvas = BrailleCanvas(columns: 3, rows: 1)
        canvas.line(from: (-5, 0), to: (20, 0), .first)
        #expect(text(canvas) == ["⣀⣀⣀"])
        canvas.line(from: (5, 3), to: (5, 0), .second)
        #expect(text(canvas) == ["⣀⣀⣸"])
        #expect(canvas.tone(column: 2, row: 0) == .second)
        #expect(canvas.tone(column: 1, row: 0) == .first)
        #expect(!BrailleCanvas(columns: 1, rows: 1).hasDots(column: 0, row: 0))
    }
}
