import JSON
import Testing

@Suite struct JSONReaderTests {
    @Test func membersKeepTheirOrder() throws {
        let value = try JSONReader.read(#" {"b":[1,2.5,null],"a":{"x":true}} "#)
        #expect(value.text == #"{"b":[1,2.5,null],"a":{"x":true}}"#)
    }

    @Test(arguments: [
        "[1,]", "{\"a\":1,}", "01", "+1", "1.", "nul", "\"\\x\"", "\"\u{1}\"", "[1] 2", "",
        "\"\\ud800\"", "1e999", "'a'",
    ])
    func whatIsNotJSONIsRefused(text: String) {
        #expect(throws: JSONError.self) { try JSONReader.read(text) }
    }

    @Test func theErrorNamesTheByte() {
        do throws(JSONError) {
            _ = try JSONReader.read("[1, x]")
            Issue.record("accepted")
        } catch {
            #expect(error.offset == 4)
        }
    }

    @Test func nestingIsLimited() throws {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try JSONReader.read(deep) }
        #expect(throws: JSONError.self) { try JSONReader.read("[" + deep + "]") }
    }

    @Test func terminalControlsAreEscaped() {
        #expect(JSONValue.string("a\u{1B}\u{9B}\u{202E}é").text == #""a\u001b\u009b\u202eé""#)
        #expect(JSONValue.number(.infinity).text == "null")
    }

    /// Python writes file names that are not UTF-8 with half surrogate pairs.
    @Test func halfSurrogatePairsOfBytesAreThoseBytes() throws {
        let name = try JSONReader.read(#""caf\udce9\udc80.mid""#)
        #expect(name == .string("caf\u{10FEE9}\u{10FE80}.mid"))
        for text in [#""\udc7f""#, #""\udd00""#, #""\ud800\u0041""#] {
            #expect(throws: JSONError.self) { try JSONReader.read(text) }
        }
    }

    @Test func integersStayExact() throws {
        #expect(try JSONReader.read("9007199254740993") == .integer(9_007_199_254_740_993))
        #expect(try JSONReader.read("-0").text == "-0.0")
    }
}
