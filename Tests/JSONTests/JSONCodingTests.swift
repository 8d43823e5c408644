import JSON
import Testing

@Suite("Values in JSON")
struct JSONCodingTests {
    struct Inner: Codable, Hashable {
        var name: String
        var numbers: [Int8] = []
    }

    struct Outer: Codable, Hashable {
        var flag = false
        var level = 0.5
        var ratio: Float = 1
        var big: UInt64 = 0
        var maybe: Int?
        var inner: [Inner] = []
        var byName: [String: Inner] = [:]
    }

    @Test("come back from a document")
    func roundTrip() throws {
        var value = Outer(flag: true, level: -0.1, big: 1 << 40, maybe: -3)
        value.inner = [Inner(name: "ä\"\n", numbers: [-128, 127]), Inner(name: "")]
        value.byName = ["x": Inner(name: "y")]
        let document = try JSONEncoding.encode(value)
        #expect(try JSONDecoding.decode(Outer.self, from: document) == value)
        let text = try JSONReader.read(document.text)
        #expect(try JSONDecoding.decode(Outer.self, from: text) == value)
        let indented = try JSONReader.read(document.indentedText)
        #expect(try JSONDecoding.decode(Outer.self, from: indented) == value)
    }

    @Test("keep their order, and whole numbers have no point")
    func order() throws {
        let text = try JSONEncoding.encode(Outer(level: 3, ratio: 0.5)).text
        #expect(
            text == #"{"flag":false,"level":3,"ratio":0.5,"big":0,"inner":[],"byName":{}}"#
        )
    }

    @Test(
        "that do not fit are errors with their position",
        arguments: [
            (#"[]"#, "", "expected an object, not a list"),
            (#"{}"#, "", #"missing key "flag""#),
            (#"{"flag":1}"#, "flag", "expected true or false, not 1"),
            (#"{"flag":true,"level":"x"}"#, "level", #"expected a number, not "x""#),
            (
                #"{"flag":true,"level":1,"ratio":1,"big":-1}"#, "big",
                "expected a whole number from 0 to 18446744073709551615, not -1"
            ),
            (
                #"{"flag":true,"level":1,"ratio":1,"big":1.5}"#, "big",
                "expected a whole number from 0 to 18446744073709551615, not 1.5"
            ),
            (
                #"{"flag":true,"level":1,"ratio":1,"big":1,"inner":[{"name":"a","numbers":[1,300]}]}"#,
                "inner[0].numbers[1]", "expected a whole number from -128 to 127, not 300"
            ),
            (#"{"flag":true,"flag":true}"#, "flag", "given more than once"),
        ]
    )
    func faults(_ text: String, _ path: String, _ problem: String) throws {
        let document = try JSONReader.read(text)
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoding.decode(Outer.self, from: document)
        }
        #expect(error?.parts.path == path)
        #expect(error?.parts.problem == problem)
    }

    @Test("that JSON does not have are errors")
    func infinity() {
        #expect(throws: EncodingError.self) { try JSONEncoding.encode(Outer(level: .infinity)) }
    }

    @Test("stay on a line when they are short")
    func indented() throws {
        let document = try JSONReader.read(
            #"{"a":[1,2],"b":{"c":"\#(String(repeating: "x", count: 90))"},"d":{}}"#
        )
        #expect(
            document.indentedText == """
                {
                  "a": [1, 2],
                  "b": {
                    "c": "\(String(repeating: "x", count: 90))"
                  },
                  "d": {}
                }
                """
        )
    }
}
