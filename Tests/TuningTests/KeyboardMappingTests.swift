import Testing
import Tuning

/// Scala's keyboard mappings, and the tunings that they give.
@Suite struct KeyboardMappingTests {
    private func read(_ lines: String...) throws(TuningError) -> KeyboardMapping {
        try KeyboardMapping(reading: Array(lines.joined(separator: "\n").utf8), path: "a.kbm")
    }

    private static let just = Scale(
        description: "",
        cents: [
            111.73, 203.91, 315.64, 386.31, 498.04, 590.22, 701.96, 813.69, 884.36, 1_017.6,
            1_088.27, 1_200,
        ]
    )
    /// Seven degrees: the white keys.
    private static let white = Scale(
        description: "",
        cents: [204, 386, 498, 702, 884, 1_088, 1_200]
    )

    @Test func withoutAMappingA4Is440Hz() {
        let tuning = KeyTuning(scale: Self.just, mapping: .linear)
        #expect(tuning.pitches[69] == 6_900)
        #expect(abs((tuning.pitches[60] ?? 0) - (6_900 - 884.36)) < 1e-9)
        #expect(abs((tuning.pitches[57] ?? 0) - 5_700) < 1e-9)
        #expect(KeyTuning.equal.pitches == (0..<128).map { Double($0) * 100 })
    }

    @Test func aMappingPutsDegreesOnKeys() throws {
        let mapping = try read(
            "! white keys",
            "12",
            "0",
            "127",
            "60",
            "60",
            "261.6255653",
            "7",
            "0",
            "x",
            "1",
            "x",
            "2",
            "3",
            "x",
            "4",
            "x",
            "5",
            "x",
            "6"
        )
        let pitches = KeyTuning(scale: Self.white, mapping: mapping).pitches
        for (key, cents) in [(60, 0.0), (62, 204), (64, 386), (71, 1_088), (72, 1_200), (53, -702)]
        {
            #expect(abs((pitches[key] ?? 0) - 6_000 - cents) < 1e-4, "key \(key)")
        }
        for key in [61, 63, 66, 68, 70, 49] { #expect(pitches[key] == nil, "key \(key)") }
    }

    @Test func entriesMissingAtTheEndAreSilentKeys() throws {
        let mapping = try read("3", "0", "127", "60", "60", "264.", "2", "0", "1", "")
        let pitches = KeyTuning(scale: Self.white, mapping: mapping).pitches
        #expect(pitches[62] == nil && pitches[65] == nil)
        let middle = try #require(pitches[60])
        // The next pattern begins at degree 2.
        #expect(abs((pitches[63] ?? 0) - middle - 386) < 1e-9)
    }

    @Test func keysOutsideTheRangeStayEqual() throws {
        let mapping = try read("0", "60", "71", "60", "69", "415.3046976", "0")
        let pitches = KeyTuning(scale: .equalTemperament, mapping: mapping).pitches
        #expect(pitches[59] == 5_900 && pitches[72] == 7_200)
        #expect(abs((pitches[69] ?? 0) - 6_800) < 1e-4)
    }

    @Test func keysBeyondHearingAreSilent() {
        let wide = Scale(description: "", cents: [1_200])
        let pitches = KeyTuning(scale: wide, mapping: .linear).pitches
        #expect(pitches[69] == 6_900 && pitches[74] == 12_900)
        #expect(pitches[75] == nil && pitches[63] == nil)
    }

    @Test(arguments: [
        (["twelve"], "a.kbm: line 1: expected the size of the map, 0 to 16384, not \"twelve\""),
        (
            ["0", "60", "59"],
            "a.kbm: line 3: expected the last key to retune, 60 to 127, not \"59\""
        ),
        (
            ["! c", "0", "0", "127", "60", "69", "nan"],
            "a.kbm: line 7: expected the reference frequency, 1 to 20000 Hz, not \"nan\""
        ),
        (
            ["1", "0", "127", "60", "69", "440.0", "12", "y"],
            "a.kbm: line 8: expected a degree of the scale, or x (1 of 1), not \"y\""
        ),
        (
            ["2", "0", "127", "60", "69", "440.0", "12", "0", "x"],
            "a.kbm: the reference key 69 is not mapped; expected a key that plays"
        ),
        (
            ["12", "0"],
            "a.kbm: the file ends after line 2; expected the last key to retune, 0 to 127"
        ),
    ])
    func errorsNameTheLineAndWhatWasExpected(lines: [String], message: String) {
        let error = #expect(throws: TuningError.self) {
            try KeyboardMapping(
                reading: Array(lines.joined(separator: "\n").utf8),
                path: "a.kbm"
            )
        }
        #expect(error?.description == message)
    }
}
