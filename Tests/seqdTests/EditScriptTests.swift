import Testing

@testable import FileTools
@testable import seqd

@Suite("The operations of seqd edit")
struct EditScriptTests {
    private func words(_ line: String) -> [EditWord] {
        EditWord.words(in: line.split(separator: " ").map(String.init))
    }

    @Test("keep their order, whatever stands between them")
    func order() {
        let words = words("edit in.mid --cut=1:1..2:1 -o out.mid --transpose -2 -v --cut 3:1..4:1")
        #expect(words.map(\.option) == [.cut, .transpose, .cut])
        #expect(words.map(\.value) == ["1:1..2:1", "-2", "3:1..4:1"])
    }

    @Test("end at two dashes, and need no value where they have none")
    func values() {
        #expect(
            words("--ends --reverse -o x --reverse 1:1..2:1 -- --cut 1:1..2:1").map(\.value) == [
                nil, nil, "1:1..2:1",
            ]
        )
        #expect(words("--transpose").map(\.value) == [nil])
        #expect(words("--quantize 1/8 --rename-track=").map(\.value) == ["1/8", ""])
    }

    @Test("act on what the options before them have selected")
    func selection() throws {
        let script = try EditScript(
            words(
                "--transpose 1 --track 2 --transpose 2 --channel 3 --ends"
                    .replacing("--ends", with: "--quantise 1/16 --ends --strength 62.5%")
            )
        )
        #expect(script.steps.count == 3)
        #expect(script.steps[0].selection == .all)
        let second = EditSelection(tracks: try EditValue.tracks("2", .track))
        #expect(script.steps[1].selection == second)
        let third = EditSelection(
            tracks: second.tracks,
            channels: try EditValue.channels("ch:3", .channel)
        )
        #expect(script.steps[2].selection == third)
        guard case .quantise(let grid) = script.steps[2].operation else {
            Issue.record("not \(script.steps[2])")
            return
        }
        #expect(grid.movesEnds && grid.strength == 625)
        #expect("\(grid.step)" == "1/4")
    }
}
