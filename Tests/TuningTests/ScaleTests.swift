import Testing
import Tuning

/// Scala's scale files, as "Scala scale file format" describes them.
@Suite struct ScaleTests {
    private func read(_ text: String) throws(TuningError) -> Scale {
        try Scale(reading: Array(text.utf8), path: "a.scl")
    }

    /// The example of the description: quarter-comma meantone.
    private static let meantone = """
        ! meanquar.scl
        !
        1/4-comma meantone scale. Pietro Aaron's temperament (1523)
         12
        !
         76.04900
         193.15686
         310.26471
         5/4
         503.42157
         579.47057
         696.57843
         25/16
         889.73529
         1006.84314
         1082.89214
         2/1
        """

    @Test func readsTheExampleOfTheDescription() throws {
        let scale = try read(Self.meantone)
        #expect(scale.description == "1/4-comma meantone scale. Pietro Aaron's temperament (1523)")
        #expect(scale.cents.count == 12)
        #expect(scale.cents[0] == 76.049)
        #expect(abs(scale.cents[3] - 386.313714) < 1e-6)
        #expect(scale.cents[11] == 1_200)
        #expect(scale.pitch(ofDegree: -1) == 1_082.89214 - 1_200)
        #expect(scale.pitch(ofDegree: 25) == 2_400 + 76.049)
    }

    @Test(arguments: [
        ("81/64", 407.820003), ("408.0", 408), ("408.", 408), (".5", 0.5), ("5", 2_786.313714),
        ("-5.0", -5), ("10/20", -1_200), ("100.0 cents", 100), ("100.0 C#", 100),
        ("5/4   E\\", 386.313714), ("\t2/1\t", 1_200), ("3/2 ! fifth", 701.955001),
        ("2147483647/2147483646", 0.00000081), ("340282366920938463463374607431768211456", 153_600),
    ])
    func readsEveryFormOfAPitch(text: String, cents: Double) throws {
        let scale = try read("\n1\n\(text)\n")
        #expect(abs(scale.cents[0] - cents) < 1e-5)
    }

    @Test func linesMayEndAsOnAnySystem() throws {
        for end in ["\n", "\r\n", "\r"] {
            let scale = try read(
                ["! c", "name", "2", "! c", "3/2", "2/1", "more"].joined(separator: end)
            )
            #expect(scale.cents.count == 2)
            #expect(scale.description == "name")
        }
    }

    @Test func aScaleMayHaveItsFirstDegreeAlone() throws {
        let scale = try read("name\n0\n")
        #expect(scale.pitch(ofDegree: 7) == 0)
    }

    @Test(arguments: [
        ("", "a.scl: the file ends after line 0; expected a description"),
        (
            "name\ntwelve\n",
            "a.scl: line 2: expected the number of notes, 0 to 16384, not \"twelve\""
        ),
        (
            "! c\nname\n2\n3/2\n-2/1\n",
            "a.scl: line 5: expected a pitch (2 of 2): a ratio such as 3/2, or cents with a period,"
                + " not \"-2/1\""
        ),
        (
            "name\n2\n3/2\n",
            "a.scl: the file ends after line 3; expected a pitch (2 of 2): a ratio such as 3/2, or"
                + " cents with a period"
        ),
    ])
    func errorsNameTheLineAndWhatWasExpected(text: String, message: String) {
        let error = #expect(throws: TuningError.self) { try read(text) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        "x", "", "3/0", "0/3", "0", "3/2/1", "3/", "/2", ".", "-3", "9999999.0",
    ])
    func refusesWhatIsNotAPitch(text: String) {
        #expect(throws: TuningError.self) { try read("name\n1\n\(text)\n") }
    }
}
