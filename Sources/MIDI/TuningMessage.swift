/// A message of the MIDI Tuning Standard that changes a tuning.
///
/// Sources: MIDI 1.0 Detailed Specification 4.2, MIDI Tuning; CA-020 (bank and dump extensions) and
/// CA-021 (scale/octave tuning). A message that is cut short is none. Checksums of dumps are not
/// checked: programs compute them in different ways.
@frozen
public struct TuningMessage: Hashable, Sendable, BitwiseCopyable {
    /// The keys or channels whose tuning it changes.
    @frozen
    public enum Kind: UInt8, Hashable, Sendable, BitwiseCopyable {
        /// Some keys of a tuning program: sub-IDs 2 and 7.
        case notes
        /// All keys of a tuning program: sub-IDs 1 and 4.
        case program
        /// All keys of a tuning program, by offsets for the twelve notes: sub-IDs 5 and 6.
        case octaveProgram
        /// The tuning of channels, by offsets for the twelve notes: sub-IDs 8 and 9.
        case octave
    }

    /// The keys or channels whose tuning it changes.
    public var kind: Kind
    /// Whether notes that sound change too.
    public var isRealTime: Bool
    /// Whether offsets have 14 bits instead of 7.
    public var isFine = false
    /// The bank of the tuning program, 0 … 127.
    public var bank: UInt8 = 0
    /// The tuning program, 0 … 127.
    public var program: UInt8 = 0
    /// The channels, bit n for channel n (0 … 15).
    public var channels: UInt16 = 0
    /// The number of keys or notes that it has values for.
    public var count: Int
    /// The index of the first value in the message.
    var first: Int

    /// Reads a message on the audio thread.
    ///
    /// - Parameters:
    ///   - bytes: The message between F0 and F7, both left out.
    ///   - length: The number of bytes.
    @_noLocks
    init?(_ bytes: UnsafePointer<UInt8>, count length: Int) {
        guard unsafe length >= 6 && (bytes[0] == 0x7E || bytes[0] == 0x7F) && bytes[2] == 8 else {
            return nil
        }
        isRealTime = unsafe bytes[0] == 0x7F
        switch unsafe bytes[3] {
        case 1: (kind, count, first) = (.program, 128, 21)
        case 2: (kind, count, first) = unsafe (.notes, Int(bytes[5]), 6)
        case 4: (kind, count, first) = (.program, 128, 22)
        case 5: (kind, count, first) = (.octaveProgram, 12, 22)
        case 6: (kind, count, first, isFine) = (.octaveProgram, 12, 22, true)
        case 7 where length >= 7: (kind, count, first) = unsafe (.notes, Int(bytes[6]), 7)
        case 8: (kind, count, first) = (.octave, 12, 7)
        case 9: (kind, count, first, isFine) = (.octave, 12, 7, true)
        default: return nil
        }
        let hasBank = unsafe bytes[3] >= 4
        switch kind {
        case .octave:
            guard length >= 7 else { return nil }
            channels = unsafe UInt16(bytes[4] & 3) << 14 | UInt16(bytes[5] & 127) << 7
            channels = unsafe channels | UInt16(bytes[6] & 127)
        case .notes, .program, .octaveProgram:
            bank = unsafe hasBank ? bytes[4] & 127 : 0
            program = unsafe bytes[hasBank ? 5 : 4] & 127
        }
        let width =
            switch kind {
            case .notes: 4
            case .program: 3
            case .octaveProgram, .octave: isFine ? 2 : 1
            }
        guard length >= first + count * width else { return nil }
    }

    /// A key that the message tunes, and its pitch.
    ///
    /// For ``Kind/notes`` and ``Kind/program``.
    ///
    /// - Parameters:
    ///   - index: Which of the keys, 0 ..< ``count``.
    ///   - bytes: The message.
    /// - Returns: The key, and its pitch in cents, 6900 for 440 Hz; `nil` for one that is to stay
    ///   as it is.
    @_noLocks
    package func key(
        _ index: Int,
        in bytes: UnsafePointer<UInt8>
    ) -> (key: UInt8, cents: Float)? {
        var position = first
        var key = UInt8(truncatingIfNeeded: index)
        switch kind {
        case .notes:
            position += index * 4 + 1
            key = unsafe bytes[position - 1] & 127
        case .program, .octaveProgram, .octave: position += index * 3
        }
        let semitone = unsafe bytes[position] & 127
        let fraction = unsafe Int(bytes[position + 1] & 127) << 7 | Int(bytes[position + 2] & 127)
        if semitone == 127 && fraction == 16_383 { return nil }
        return (key, Float(semitone) * 100 + Float(fraction) * (100.0 / 16_384))
    }

    /// The offset of a note of the octave in cents above equal temperament.
    ///
    /// For ``Kind/octaveProgram`` and ``Kind/octave``.
    ///
    /// - Parameters:
    ///   - note: The note, 0 (C) … 11.
    ///   - bytes: The message.
    /// - Returns: −100 … 100 cents, or −64 … 63 in steps of one.
    @_noLocks
    package func offset(_ note: Int, in bytes: UnsafePointer<UInt8>) -> Float {
        guard isFine else { return unsafe Float(bytes[first + note] & 127) - 64 }
        let position = first + note * 2
        let value = unsafe Int(bytes[position] & 127) << 7 | Int(bytes[position + 1] & 127)
        return Float(value - 8_192) * (100.0 / 8_192)
    }
}
