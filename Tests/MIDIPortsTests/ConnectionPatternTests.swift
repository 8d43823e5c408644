import Testing

@testable import MIDIPorts

@Suite("A pattern of connections")
struct ConnectionPatternTests {
    @Test(
        "names rules of its words, on its input or on all",
        arguments: [
            ("keys*", "keys*", true), ("KEYS*", "2=keys*", true), ("2=keys*", "2=Keys*", true),
            ("1=keys*", "keys*", true), ("1=keys*", "2=keys*", false), ("keys", "keys*", false),
            ("hardware", "hardware", true), ("2=hardware", "hardware", false),
        ]
    )
    func naming(_ pattern: String, _ rule: String, _ isNamed: Bool) throws {
        let rule = try ConnectionRule(parsing: rule, inputs: 2)
        #expect(try ConnectionPattern(parsing: pattern, inputs: 2).names(rule) == isNamed)
    }

    @Test(
        "of a rule is written as it is read",
        arguments: [
            ("hardware", "hardware"), ("1=hardware", "hardware"), ("2=Key *", "2=Key *"),
            ("1=2=x", "1=2=x"), ("2=1=x", "2=1=x"), ("a=b", "a=b"),
        ]
    )
    func writing(_ text: String, _ written: String) throws {
        let rule = try ConnectionRule(parsing: text, inputs: 2)
        #expect(rule.description == written)
        #expect(try ConnectionRule(parsing: written, inputs: 2) == rule)
    }
}
