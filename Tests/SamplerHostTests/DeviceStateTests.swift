import Testing

@testable import MIDIPorts
@testable import SamplerHost

@Suite struct DeviceStateTests {
    @Test func aFreeDeviceTellsWhatItTakes() throws {
        guard case .free(let abilities?) = DeviceState(probing: "null") else {
            Issue.record("null is not free")
            return
        }
        #expect(abilities.formats == [.s16, .s24, .s32, .float])
        #expect(abilities.rates.contains(48_000))
        #expect(abilities.takesAnyRate)
        #expect(abilities.channels.contains(2))
    }

    @Test func anUnknownDeviceIsUnavailableForAReason() {
        guard case .unavailable(let reason) = DeviceState(probing: "nosuchdevice") else {
            Issue.record("it is there")
            return
        }
        #expect(reason.contains("nosuchdevice"))
    }

    @Test func aCardsNamesAreThoseOfItsIdentifier() {
        let address = HardwareAddress(card: "PCH", device: 3)
        #expect(address.direct == "hw:CARD=PCH,DEV=3")
        #expect(address.converting == "plughw:CARD=PCH,DEV=3")
    }

    @Test func librariesHaveVersions() {
        let libraries = SoundLibrary.all
        #expect(libraries.map(\.name) == ["FluidSynth", "alsa-lib", "libsndfile", "libebur128"])
        for library in libraries {
            #expect(library.version.first?.isNumber == true, "\(library)")
        }
    }

    @Test func portsAreFoundByNamesThatStay() throws {
        func port(_ client: Int, _ number: Int, _ clientName: String, _ name: String) -> MIDIPort {
            MIDIPort(
                address: SequencerAddress(client: client, port: number),
                clientName: clientName,
                name: name,
                isReadable: true,
                isWritable: true,
                isHardware: true
            )
        }
        let ports = [
            port(20, 0, "Keystation 49", "MIDI 1"), port(24, 0, "Desk", "A"),
            port(24, 1, "Desk", "B [x]*"), port(28, 0, "none", "out"), port(32, 0, "What?", "in"),
        ]
        let patterns = ports.map { $0.pattern(among: ports) }
        #expect(patterns == ["Keystation 49", "Desk:A", "Desk:B \\[x]\\*", "none:out", "What\\?"])
        // Each finds its port and no other.
        for (pattern, port) in zip(patterns, ports) {
            let rule = try ConnectionRule(parsing: pattern, inputs: 1)
            let found = ports.filter { rule.matches(SequencerPort($0)) }
            #expect(found == [port], "\(pattern)")
        }
    }
}

extension SequencerPort {
    fileprivate init(_ port: MIDIPort) {
        self.init(
            address: port.address,
            clientName: port.clientName,
            name: port.name,
            isReadable: port.isReadable,
            isWritable: false,
            isHardware: port.isHardware,
            isUtility: false
        )
    }
}
