import Platform
import Testing

@testable import MIDIPorts

@Suite struct LiveConnectionRuleTests {
    private func port(
        _ client: String = "Keystation 61",
        _ name: String = "Keystation 61 MIDI 1",
        number: Int = 20,
        isHardware: Bool = true,
        isUtility: Bool = false
    ) -> SequencerPort {
        SequencerPort(
            address: SequencerAddress(client: number, port: 0),
            clientName: client,
            name: name,
            isReadable: true,
            isWritable: false,
            isHardware: isHardware,
            isUtility: isUtility
        )
    }

    @Test(arguments: [
        "Keystation 61", "keystation*", "*MIDI 1", "KEY*", "20:0", "20", "20:*", "key?tation*",
        "Keystation 61:Keystation 61 MIDI 1", "*", "[jk]ey*", "hardware",
    ])
    func aPortIsFoundByWhateverNamesIt(_ pattern: String) throws {
        #expect(try ConnectionRule(parsing: pattern, inputs: 1).matches(port()))
    }

    @Test(arguments: ["Keystation", "2", "20:1", "120:0", "station*", "Keystation 61 MIDI", "k"])
    func aPortIsNotFoundByAPartOfItsName(_ pattern: String) throws {
        #expect(try !ConnectionRule(parsing: pattern, inputs: 1).matches(port()))
    }

    @Test func ofProgramsOnlyThoseNamedAreTaken() throws {
        let program = port("rtpmidid", "phone", number: 130, isHardware: false)
        #expect(!ConnectionRule.hardware.matches(program))
        #expect(try ConnectionRule(parsing: "rtpmidid", inputs: 1).matches(program))
    }

    @Test(arguments: ["*", "m*", "midi*", "*through*", "1*", "hardware", "?idi Through"])
    func midiThroughIsNotTakenByTheWay(_ pattern: String) throws {
        let through = port(
            "Midi Through",
            "Midi Through Port-0",
            number: 14,
            isHardware: false,
            isUtility: true
        )
        #expect(try !ConnectionRule(parsing: pattern, inputs: 1).matches(through))
    }

    @Test(arguments: ["Midi Through", "midi through*", "14:0", "14", "14:*", "Midi Through Port-0"])
    func midiThroughIsTakenWhereItIsNamed(_ pattern: String) throws {
        let through = port(
            "Midi Through",
            "Midi Through Port-0",
            number: 14,
            isHardware: false,
            isUtility: true
        )
        #expect(try ConnectionRule(parsing: pattern, inputs: 1).matches(through))
    }

    @Test func aNumberBeforeAnEqualsSignIsTheInput() throws {
        #expect(try ConnectionRule(parsing: "2=key*", inputs: 2).port == 1)
        #expect(try ConnectionRule(parsing: "key*", inputs: 2).port == 0)
        #expect(try ConnectionRule(parsing: "2=hardware", inputs: 2).choice == .hardware)
        #expect(try ConnectionRule(parsing: "a=b", inputs: 2).choice == .pattern("a=b"))
        #expect(try RawSource(parsing: "2=/tmp/x=y", inputs: 2).path == "/tmp/x=y")
        #expect(try RawSource(parsing: "./2=x", inputs: 2).input == 0)
    }

    @Test(arguments: ["", "2=", "3=key", "0=key", "99999999999999999999=key"])
    func whatNamesNothingIsAnErrorOfUsage(_ text: String) throws {
        let rule = #expect(throws: HostError.self) { try ConnectionRule(parsing: text, inputs: 2) }
        let path = #expect(throws: HostError.self) { try RawSource(parsing: text, inputs: 2) }
        #expect(rule?.code == .usage)
        #expect(path?.code == .usage)
    }

    @Test func standardInputIsNamedByItsPath() throws {
        let error = #expect(throws: HostError.self) { try RawSource(parsing: "2=-", inputs: 2) }
        #expect(error?.code == .usage)
        #expect(error?.description.contains("/dev/stdin") ?? false)
    }
}
