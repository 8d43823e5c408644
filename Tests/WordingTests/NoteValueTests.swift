import Testing
import Wording

@Suite("A note value")
struct NoteValueTests {
    @Test(
        "is read, and written as it was",
        arguments: [
            ("1/4", 1, 4), ("1/8.", 3, 16), ("1/8t", 2, 24), ("3/16", 3, 16),
            ("64/1024", 64, 1_024),
        ] as [(String, Int64, Int64)]
    )
    func text(_ text: String, _ numerator: Int64, _ denominator: Int64) throws {
        let value = try #require(NoteValue(parsing: text))
        #expect("\(value)" == text)
        #expect(value.wholes == (numerator, denominator))
    }

    @Test(
        "is nothing else",
        arguments: ["", "1", "1/", "/8", "0/8", "65/8", "1/0", "1/1025", "1/8t.", "1/8.t", "-1/8"]
    )
    func mistakes(_ text: String) {
        #expect(NoteValue(parsing: text) == nil)
    }
}
