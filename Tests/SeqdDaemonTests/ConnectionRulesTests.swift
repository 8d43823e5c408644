import ControlProtocol
import SamplerHost
import Testing

@testable import SeqdDaemon

@Suite("The connection rules of a daemon")
struct ConnectionRulesTests {
    private static func rules(_ texts: String...) throws -> ConnectionRules {
        var rules = ConnectionRules([], inputs: 2)
        try rules.replace(with: texts)
        return rules
    }

    @Test("take each rule once, at the end")
    func adding() throws {
        var rules = try Self.rules("hardware")
        #expect(try rules.add("2=Key *").description == "2=Key *")
        _ = try rules.add("1=hardware")
        #expect(rules.texts == ["hardware", "2=Key *"])
    }

    @Test("are at most 64, and short")
    func limits() throws {
        var rules = try Self.rules()
        for number in 1...ConnectionRules.capacity { _ = try rules.add("\(number)") }
        let many = #expect(throws: RequestError.self) { try rules.add("65") }
        #expect(many?.code == .busy)
        #expect(many?.message.contains("too many rules: 64, at most 64") ?? false)
        #expect(throws: Never.self) { try rules.add("64") }
        for text in [String(repeating: "x", count: 256), "a\u{0}b", "", "3=x"] {
            let error = #expect(throws: RequestError.self) { try rules.add(text) }
            #expect(error?.code == .usage, "\(text)")
            #expect(throws: RequestError.self) { try rules.remove(text) }
        }
        #expect(rules.rules.count == 64)
    }

    @Test("are of inputs or of outputs")
    func outputs() throws {
        var rules = ConnectionRules([], inputs: 1, outputs: 2)
        #expect(try rules.add("out:2=Synth*").kind == .output)
        _ = try rules.add("Synth*")
        #expect(rules.texts == ["out:2=Synth*", "Synth*"])
        #expect(try rules.remove("Synth*").isRule)
        #expect(rules.texts == ["out:2=Synth*"])
        #expect(try !rules.remove("out:1=Synth*").isRule)
        #expect(try rules.remove("out:2=synth*").isRule)
        #expect(throws: RequestError.self) { try rules.add("out:3=x") }
        var none = ConnectionRules([], inputs: 1)
        let error = #expect(throws: RequestError.self) { try none.add("out:1=x") }
        #expect(error?.message.contains("--midi-outs") ?? false)
    }

    @Test("go by their words, from one input or from all")
    func removing() throws {
        var rules = try Self.rules("hardware", "keys*", "2=keys*", "2=hardware")
        #expect(try rules.remove("2=KEYS*").isRule)
        #expect(rules.texts == ["hardware", "keys*", "2=hardware"])
        #expect(try rules.remove("hardware").isRule)
        #expect(rules.texts == ["keys*"])
        #expect(try !rules.remove("keys").isRule)
        #expect(
            rules.unknown("keys").message
                == "pattern: \"keys\": no such rule, and no connected port; the rules are keys*"
        )
        #expect(try rules.remove("keys*").isRule)
        #expect(rules.unknown("keys").message.hasSuffix("; there are no rules"))
    }

    @Test("of the options are replaced, those of clients stay")
    func options() throws {
        let old = try Self.rules("hardware", "keys*")
        var rules = old
        _ = try rules.add("20:0")
        _ = try rules.add("pads")
        _ = try rules.remove("keys*")
        rules.replaceOptions(old.rules, with: try Self.rules("pads", "2=keys*").rules)
        #expect(rules.texts == ["pads", "2=keys*", "20:0"])
    }

    @Test("stay as they are if one of others cannot be read")
    func damage() throws {
        var rules = try Self.rules("hardware")
        #expect(throws: RequestError.self) { try rules.replace(with: ["keys*", "3=pads"]) }
        #expect(rules.texts == ["hardware"])
    }
}
