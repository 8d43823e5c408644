import MIDI

/// A new value of a channel's parameter, independent of the messages for it.
public struct ParameterEvent: Hashable, Sendable {
    /// A parameter that can be set.
    public enum Parameter: Hashable, Sendable {
        /// A controller of seven bits, 0 … 127.
        case controller(UInt8)
        /// A controller of fourteen bits: this one, 0 … 31, with the coarse part, and the one 32
        /// above it with the fine part (MIDI 1.0 Detailed Specification 4.2, table III).
        case wideController(UInt8)
        /// A registered or non-registered parameter of fourteen bits.
        ///
        /// After it no parameter is selected (127, 127), so that stray data entry does no harm.
        case numbered(ParameterNumber)
        /// The pitch bend; 8192 is the centre.
        case pitchBend
        /// The channel's pressure, seven bits.
        case channelPressure
        /// The pressure of one key, seven bits.
        case polyphonicPressure(key: UInt8)
    }

    /// The parameter.
    public var parameter: Parameter
    /// The channel, 0 … 15.
    public var channel: UInt8
    /// The value: 0 … 127 or 0 … 16383, as the parameter has bits; a greater one counts as the
    /// greatest.
    public var value: UInt16

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - parameter: The parameter.
    ///   - value: The value: 0 … 127 or 0 … 16383, as the parameter has bits.
    ///   - channel: The channel, 0 … 15.
    public init(_ parameter: Parameter, value: UInt16, channel: UInt8 = 0) {
        self.parameter = parameter
        self.value = value
        self.channel = channel
    }

    /// The messages that set it, in order.
    var messages: [MIDIMessage] {
        let narrow = UInt8(min(value, 127))
        let wide = min(value, 16_383)
        let (coarse, fine) = (UInt8(wide >> 7), UInt8(wide & 127))
        let channel = channel & 15
        func controller(_ number: UInt8, _ value: UInt8) -> MIDIMessage {
            MIDIMessage(status: 0xB0 | channel, data1: number & 127, data2: value & 127)
        }
        switch parameter {
        case .controller(let number): return [controller(number, narrow)]
        case .wideController(let number):
            return [controller(number & 31, coarse), controller(number & 31 + 32, fine)]
        case .numbered(let number):
            let (high, low): (UInt8, UInt8) = number.isRegistered ? (101, 100) : (99, 98)
            return [
                controller(high, number.coarse), controller(low, number.fine),
                controller(6, coarse), controller(38, fine),
                controller(high, 127), controller(low, 127),
            ]
        case .pitchBend: return [.pitchBend(channel: channel, bend: wide)]
        case .channelPressure: return [.channelPressure(channel: channel, pressure: narrow)]
        case .polyphonicPressure(let key):
            return [.polyphonicPressure(channel: channel, key: key & 127, pressure: narrow)]
        }
    }
}
