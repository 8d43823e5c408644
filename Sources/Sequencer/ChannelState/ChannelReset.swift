package import MIDI

/// The messages that put every channel of a used sampler into its initial state.
///
/// Without CC120 or a SysEx reset: what rings on from the sequence before is left to ring. The
/// values are those of General MIDI 2 (MMA, 1999), "Response to Reset All Controllers" and the
/// controllers' default values; the sends and tunings are at rest.
package enum ChannelReset {
    /// The messages of the channels 0 … 15, one channel after the other: `messageCount` each, and
    /// on the drum channel as many with some of them twice.
    static let messages = FixedBuffer(
        (0..<16).flatMap { channel in
            let own = messages(channel: UInt8(channel)).map(\.bits)
            return own + Array(repeating: own[own.count - 1], count: messageCount - own.count)
        }
    )

    /// The number of messages that reset a channel.
    static let messageCount = messages(channel: 0).count

    /// The value that a controller has in the initial state; 127 for parameter numbers is none.
    @_noLocks
    package static func value(of controller: Int) -> UInt8 {
        switch controller {
        case 7: 100
        case 8, 10, 70...79: 64
        case 11, 43, 98...101: 127
        default: 0
        }
    }

    /// The messages that put a channel of any instrument into its initial state: without those that
    /// only seqd's samplers know.
    ///
    /// - Parameter channel: The channel, 0 … 15.
    /// - Returns: The messages.
    package static func messages(ofChannel channel: UInt8) -> [MIDIMessage] {
        messages(channel: channel, own: [])
    }

    /// Parameters of drums and of the AWE32, by a parameter of seqd's own
    /// (`ChannelParameter.noteDefaults`).
    private static let ownParameters: [(number: UInt8, value: UInt8)] = [
        (99, 127), (98, 126), (6, 0), (98, 127),
    ]

    private static func messages(
        channel: UInt8,
        own: [(number: UInt8, value: UInt8)] = ownParameters
    ) -> [MIDIMessage] {
        var values: [(number: UInt8, value: UInt8)] = [(127, 0), (121, 0)]
        // On the drum channel a bank of 0 would make a melodic part of it in XG's scheme, and
        // other schemes ignore it there.
        if channel != 9 { values += [(0, 0), (32, 0)] }
        // The sound controllers 70 … 79 are at their middle.
        values += (70...79).map { ($0, 64) }
        values += [
            (2, 0), (4, 0), (5, 0), (7, 100), (39, 0), (8, 64), (40, 0), (10, 64), (42, 0),
            (11, 127), (43, 127), (65, 0), (69, 0), (91, 0), (92, 0), (93, 0), (94, 0), (95, 0),
        ]
        // RPN 0: a bend range of 2 semitones; 1 and 2: fine and coarse tuning at the centre; 5:
        // a modulation depth of 50 cents, of which a semitone is 128 parts (RP-024). Then none.
        let parameters: [(fine: UInt8, coarse: UInt8, value: UInt8)] = [
            (0, 2, 0), (1, 64, 0), (2, 64, 0), (5, 0, 64),
        ]
        for parameter in parameters {
            values += [
                (101, 0), (100, parameter.fine), (6, parameter.coarse), (38, parameter.value),
            ]
        }
        values += own + [(101, 127), (100, 127)]
        return values.map { MIDIMessage(status: 0xB0 | channel, data1: $0.number, data2: $0.value) }
            + [.programChange(channel: channel, program: 0)]
    }
}
