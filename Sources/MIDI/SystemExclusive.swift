/// The meaning of a System Exclusive message, for those that change the state of a sampler.
///
/// A message with a wrong checksum or with data that the standard does not know means nothing; nor
/// does General MIDI System Off. Messages are carried out whatever device they address: a file has
/// the number of the device that its author had.
@frozen
public enum SystemExclusive: Hashable, Sendable, BitwiseCopyable {
    /// A message that puts the whole instrument into its initial state.
    case reset(Reset)
    /// Master volume, 0 … 16383.
    case masterVolume(UInt16)
    /// In GS mode, a part (channel 0 … 15) becomes a rhythm part (drum map 1 or 2) or, with 0, a
    /// melodic one, with program 0. No effect in other modes.
    case rhythmPart(channel: UInt8, map: UInt8)
    /// Parameters of the reverb and the chorus.
    case effects(EffectsMessage)
    /// A tuning program, or the tuning of channels.
    case tuning(TuningMessage)
    /// Master fine tuning of all melodic channels, in cents.
    case masterTuning(Float)
    /// Master coarse tuning or key shift of all melodic channels, in semitones.
    case masterTransposition(Int8)
    /// A parameter of a part (channel 0 … 15) that a controller sets too.
    case part(channel: UInt8, controller: UInt8, value: UInt8)
    /// Anything else: left to the sampler.
    case other

    /// The resets by standard.
    @frozen
    public enum Reset: UInt8, Hashable, Sendable {
        /// General MIDI system on (F0 7E id 09 01 F7).
        case generalMIDI
        /// General MIDI level 2 system on (F0 7E id 09 03 F7).
        case generalMIDI2
        /// Roland GS reset (address 40 00 7F, data 00).
        case gs
        /// The end of GS mode (address 40 00 7F, data 7F).
        case endOfGS
        /// Yamaha XG system on, or all parameters reset (addresses 00 00 7E and 00 00 7F).
        case xg
    }

    /// Reads a message.
    ///
    /// Sources: MIDI 1.0 Detailed Specification 4.2, Universal SysEx (GM, device control);
    /// Roland SC-55 owner's manual, address map 40 00 04, 40 00 7F, 40 1n 15; Yamaha XG
    /// specification 1.26, addresses 00 00 00 … 06, 00 00 7E, 08 nn; for the effects, the same map,
    /// 40 01 30 … 3F, and General MIDI 2 1.2, global parameter control (7F id 04 05); for parts, 40 1n
    /// 19 … 37; master tuning, CA-025 (7F id 04 03 and 04).
    ///
    /// - Parameter bytes: The message between F0 and F7, both left out.
    /// - Returns: The meaning; `.other` for all other messages.
    public static func meaning(of bytes: Span<UInt8>) -> SystemExclusive {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return .other }
            return unsafe meaning(of: start, count: bytes.count)
        }
    }

    /// Reads a message on the audio thread.
    ///
    /// Through a pointer: Swift 6.3.1 takes the end of a span for something that may deallocate.
    @_noLocks
    package static func meaning(of bytes: UnsafePointer<UInt8>, count: Int) -> SystemExclusive {
        guard count >= 4 else { return .other }
        if unsafe count >= 6 && bytes[0] == 0x7F && bytes[2] == 0x04 && bytes[3] == 0x01 {
            return unsafe .masterVolume(UInt16(bytes[5] & 0x7F) << 7 | UInt16(bytes[4] & 0x7F))
        }
        if let tuning = unsafe masterTuning(bytes, count) { return tuning }
        if let tuning = unsafe TuningMessage(bytes, count: count) { return .tuning(tuning) }
        if unsafe bytes[0] == 0x43 && !isParameterChange(bytes) { return .other }
        switch unsafe (bytes[0], bytes[2], bytes[3]) {
        case (0x7F, 0x04, 0x05) where count >= 11: return unsafe meaningOfGM2(bytes, count)
        case (0x7E, 0x09, 1): return .reset(.generalMIDI)
        case (0x7E, 0x09, 3): return .reset(.generalMIDI2)
        case (0x41, 0x42, 0x12) where count == 9: return unsafe meaningOfGS(bytes)
        case (0x41, 0x42, 0x12) where count == 12: return unsafe tuningOfGS(bytes)
        case (0x43, 0x4C, 0) where count == 7: return unsafe meaningOfXG(bytes)
        case (0x43, 0x4C, 0) where count == 10: return unsafe tuningOfXG(bytes)
        case (0x43, 0x4C, 8) where count == 7: return unsafe partOfXG(bytes)
        default: return .other
        }
    }

    /// Whether a Yamaha message is a parameter change, for a device or for all of them.
    @_noLocks
    private static func isParameterChange(_ bytes: UnsafePointer<UInt8>) -> Bool {
        unsafe bytes[1] & 0xF0 == 0x10 || bytes[1] == 0x7F
    }

    /// Reads a global parameter control message for General MIDI 2's reverb or chorus: widths of one
    /// byte each, a slot path of one element, and pairs of a parameter and its value.
    @_noLocks
    private static func meaningOfGM2(
        _ bytes: UnsafePointer<UInt8>,
        _ count: Int
    ) -> SystemExclusive {
        guard unsafe bytes[4] == 1, unsafe bytes[5] == 1, unsafe bytes[6] == 1, unsafe bytes[7] == 1
        else { return .other }
        var message = EffectsMessage(isGS: false)
        var index = 9
        while index + 1 < count {
            let value = unsafe bytes[index + 1]
            if let parameter = unsafe EffectsMessage.parameter(gm2: bytes[index], slot: bytes[8]),
                EffectsMessage.isKnown(value, of: parameter, isGS: false)
            {
                message.set(parameter, value)
            }
            index += 2
        }
        return message.isEmpty ? .other : .effects(message)
    }

    /// Reads a Roland GS data set message with one byte of data.
    @_noLocks
    private static func meaningOfGS(_ bytes: UnsafePointer<UInt8>) -> SystemExclusive {
        guard unsafe hasRightSum(bytes, count: 9) else { return .other }
        switch unsafe (bytes[4], bytes[5], bytes[6], bytes[7]) {
        case (0x40, 0x00, 0x7F, 0x00): return .reset(.gs)
        case (0x40, 0x00, 0x7F, 0x7F): return .reset(.endOfGS)
        case (0x40, 0x00, 0x04, 0...0x7F): return unsafe .masterVolume(scaled(bytes[7]))
        case (0x40, 0x00, 0x05, 0x28...0x58):
            return unsafe .masterTransposition(Int8(bytes[7]) - 64)
        case (0x40, 0x01, 0x30...0x3F, 0...0x7F):
            guard let parameter = unsafe EffectsMessage.parameter(gs: bytes[6]),
                unsafe EffectsMessage.isKnown(bytes[7], of: parameter, isGS: true)
            else { return .other }
            var message = EffectsMessage(isGS: true)
            unsafe message.set(parameter, bytes[7])
            return .effects(message)
        case (0x40, 0x10...0x1F, 0x15, 0...2):
            return unsafe .rhythmPart(channel: channel(ofBlock: bytes[5]), map: bytes[7])
        case (0x40, 0x10...0x1F, _, 0...0x7F):
            return unsafe part(channel(ofBlock: bytes[5]), controller(gs: bytes[6]), bytes[7])
        default: return .other
        }
    }

    /// Reads a Yamaha XG parameter change with one byte of data.
    @_noLocks
    private static func meaningOfXG(_ bytes: UnsafePointer<UInt8>) -> SystemExclusive {
        switch unsafe (bytes[4], bytes[5], bytes[6]) {
        case (0, 0x7E, 0), (0, 0x7F, 0): return .reset(.xg)
        case (0, 0x04, 0...0x7F): return unsafe .masterVolume(scaled(bytes[6]))
        case (0, 0x06, 0x28...0x58): return unsafe .masterTransposition(Int8(bytes[6]) - 64)
        default: return .other
        }
    }

    /// A seven-bit value on the fourteen-bit scale, so that 127 becomes 16383.
    @_noLocks
    private static func scaled(_ value: UInt8) -> UInt16 {
        UInt16(value & 0x7F) << 7 | UInt16(value & 0x7F)
    }
}
