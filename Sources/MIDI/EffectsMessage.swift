/// Parameters of the reverb and the chorus that a System Exclusive message sets.
@frozen
public struct EffectsMessage: Hashable, Sendable, BitwiseCopyable {
    /// A parameter; its value is 0 … 127.
    @frozen
    public enum Parameter: UInt8, Hashable, Sendable {
        /// The kind of room, with all its usual values: General MIDI 2's type, Roland's macro.
        case reverbType
        /// The kind of room alone; Roland's only.
        case reverbCharacter
        /// The reverberation time: e^((value − 40) / 40) s in General MIDI 2, without a unit in GS,
        /// where it is also the time of delays.
        case reverbTime
        /// The reverb's level, usually 64; GS only.
        case reverbLevel
        /// The low-pass in front of the reverb, 0 … 7; GS only.
        case reverbPreLowPass
        /// The feedback of the delays among the kinds of reverb; GS only.
        case reverbDelayFeedback
        /// The kind of chorus, with all its usual values.
        case chorusType
        /// The modulation's frequency in 0.122 Hz.
        case chorusRate
        /// The modulation's depth: (value + 1) / 3.2 ms.
        case chorusDepth
        /// The feedback in 0.763 %.
        case chorusFeedback
        /// The delay; GS only.
        case chorusDelay
        /// The chorus's level, usually 64; GS only.
        case chorusLevel
        /// The send from the chorus to the reverb, in 0.787 %.
        case chorusReverbSend
    }

    /// Whether it is one of Roland's, not of General MIDI 2.
    public let isGS: Bool
    /// The values by parameter; 255 where the message has none.
    private var values = SIMD16<UInt8>(repeating: 255)

    /// Makes a message that sets nothing yet.
    @_noLocks
    public init(isGS: Bool) { self.isGS = isGS }

    /// The value of a parameter; `nil` where the message has none.
    public subscript(parameter: Parameter) -> UInt8? {
        @_noLocks get {
            let value = values[Int(parameter.rawValue)]
            return value == 255 ? nil : value
        }
    }

    /// Sets the value of a parameter.
    @_noLocks
    package mutating func set(_ parameter: Parameter, _ value: UInt8) {
        values[Int(parameter.rawValue)] = value
    }

    /// Whether it sets nothing.
    var isEmpty: Bool {
        @_noLocks get {
            for index in 0..<16 where values[index] != 255 { return false }
            return true
        }
    }

    /// The parameter at an address of Roland's block 40 01, from 30 on; `nil` for those of which seqd
    /// knows nothing: the reverb's pre-delay, the chorus's low-pass, the delay unit.
    @_noLocks
    static func parameter(gs address: UInt8) -> Parameter? {
        switch address {
        case 0x30: .reverbType
        case 0x31: .reverbCharacter
        case 0x32: .reverbPreLowPass
        case 0x33: .reverbLevel
        case 0x34: .reverbTime
        case 0x35: .reverbDelayFeedback
        case 0x38: .chorusType
        case 0x3A: .chorusLevel
        case 0x3B: .chorusFeedback
        case 0x3C: .chorusDelay
        case 0x3D: .chorusRate
        case 0x3E: .chorusDepth
        case 0x3F: .chorusReverbSend
        default: nil
        }
    }

    /// The parameter of General MIDI 2's reverb (slot 1) or chorus (slot 2); `nil` for those that it
    /// does not have.
    @_noLocks
    static func parameter(gm2 number: UInt8, slot: UInt8) -> Parameter? {
        switch (slot, number) {
        case (1, 0): .reverbType
        case (1, 1): .reverbTime
        case (2, 0): .chorusType
        case (2, 1): .chorusRate
        case (2, 2): .chorusDepth
        case (2, 3): .chorusFeedback
        case (2, 4): .chorusReverbSend
        default: nil
        }
    }

    /// Whether a value is one that the parameter has.
    @_noLocks
    static func isKnown(_ value: UInt8, of parameter: Parameter, isGS: Bool) -> Bool {
        switch parameter {
        // General MIDI 2's plate is 8, and it has no delays.
        case .reverbType, .reverbCharacter: isGS ? value < 8 : value < 5 || value == 8
        case .reverbPreLowPass: value < 8
        case .chorusType: isGS ? value < 8 : value < 6
        default: value < 128
        }
    }
}
