import CALSA
public import Platform

/// A port of ALSA's sequencer: a keyboard, a MIDI interface, a program.
public struct MIDIPort: Hashable, Sendable {
    /// Its numbers, which may be others after a reboot.
    public var address: SequencerAddress
    /// The name of its client.
    public var clientName: String
    /// Its own name.
    public var name: String
    /// Whether it can be heard.
    public var isReadable: Bool
    /// Whether it can be played to.
    public var isWritable: Bool
    /// Whether it belongs to a sound card or says that it is hardware.
    public var isHardware: Bool
    /// Whether it is Midi Through's.
    package var isUtility = false

    /// The ports of all clients that others may connect to, but for System's own: its timer and
    /// its announcements are not music.
    ///
    /// For as long as it takes there is one more client, which has no port that others see.
    ///
    /// - Returns: The ports, in the order of their numbers.
    /// - Throws: `unavailable` where the kernel has no sequencer, `notPermitted` without the right
    ///   to it; with what to do.
    public static func all() throws(HostError) -> [MIDIPort] {
        let client = try SequencerClient(name: "seqd survey", inputs: 0)
        defer { withExtendedLifetime(client) {} }
        return client.allPorts().compactMap { port in
            guard port.isReadable || port.isWritable, port.address.client != SND_SEQ_CLIENT_SYSTEM
            else { return nil }
            return MIDIPort(
                address: port.address,
                clientName: port.clientName,
                name: port.name,
                isReadable: port.isReadable,
                isWritable: port.isWritable,
                isHardware: port.isHardware,
                isUtility: port.isUtility
            )
        }.sorted { $0.address < $1.address }
    }

    /// A pattern by which ``ConnectionRule`` finds this port after a reboot too: its client's name
    /// where that has no other port that can be heard, else both names.
    ///
    /// - Parameter ports: All ports.
    /// - Returns: The pattern, with a backslash before each character that would match more than
    ///   itself.
    public func pattern(among ports: [MIDIPort]) -> String {
        let isAlone = !ports.contains { other in
            other.isReadable && other.clientName == clientName && other.address != address
        }
        // These words of the option's mean something else.
        let isName = isAlone && !["", "hardware", "none"].contains(clientName)
        let text = isName ? clientName : "\(clientName):\(name)"
        return text.reduce(into: "") { pattern, character in
            if "*?[\\".contains(character) { pattern.append("\\") }
            pattern.append(character)
        }
    }
}

extension MIDIPort: NamedPort {
    /// Whether a rule's pattern for live sources means it.
    ///
    /// - Parameter pattern: The pattern, without `input:`.
    /// - Returns: Whether it can be heard and has such a name.
    public func isSource(named pattern: String) -> Bool { isReadable && isNamed(pattern) }
}
