/// A parameter of a channel (RPN or NRPN) that seqd carries out.
///
/// Sources: MIDI 1.0 Detailed Specification 4.2, table IIIa, and RP-024 for registered parameters;
/// SoundFont 2.04 §9.6.2 (NRPN 120); Roland SC-88 owner's manual and Yamaha XG specification 1.26,
/// which agree on NRPN 1 and on those for drums; Creative's AWE32 developer's information pack (NRPN
/// 127).
@frozen
public enum ChannelParameter: Hashable, Sendable, BitwiseCopyable {
    /// RPN 0: the range of the pitch wheel.
    case bendRange
    /// RPN 1 and 2: fine and coarse tuning.
    case tuning
    /// RPN 3 and 4: a tuning program, and the bank of those.
    case tuningProgram
    /// RPN 5: the depth of the vibrato that the modulation wheel (CC1) can ask for.
    case modulationDepth
    /// NRPN 120: an offset of a SoundFont's generator.
    case generator
    /// NRPN 1: what a sound controller (CC71 … 78) sets.
    case controller(UInt8)
    /// A parameter of a drum, with its key.
    case drum(DrumParameter, key: UInt8)
    /// NRPN 127: a generator of the AWE32, 0 … 26.
    case awe32(UInt8)
    /// NRPN 127/126, seqd's own: generators (NRPN 120), and the parameters of drums and of the
    /// AWE32 are back at their defaults, which no other message to a channel does.
    case noteDefaults

    /// Reads a parameter's number.
    ///
    /// - Parameters:
    ///   - isRegistered: Whether it is a registered one (CC101, CC100).
    ///   - coarse: CC101 or CC99.
    ///   - fine: CC100 or CC98.
    /// - Returns: The parameter; `nil` for one that has no effect in seqd.
    @_noLocks
    public static func named(
        isRegistered: Bool,
        coarse: UInt8,
        fine: UInt8
    ) -> ChannelParameter? {
        isRegistered ? registered(coarse, fine) : nonRegistered(coarse, fine)
    }

    @_noLocks
    private static func registered(_ coarse: UInt8, _ fine: UInt8) -> ChannelParameter? {
        switch (coarse, fine) {
        case (0, 0): .bendRange
        case (0, 1), (0, 2): .tuning
        case (0, 3), (0, 4): .tuningProgram
        case (0, 5): .modulationDepth
        default: nil
        }
    }

    @_noLocks
    private static func nonRegistered(_ coarse: UInt8, _ fine: UInt8) -> ChannelParameter? {
        switch (coarse, fine) {
        case (1, 0x08): .controller(76)
        case (1, 0x09): .controller(77)
        case (1, 0x0A): .controller(78)
        case (1, 0x20): .controller(74)
        case (1, 0x21): .controller(71)
        case (1, 0x63): .controller(73)
        case (1, 0x64): .controller(75)
        case (1, 0x66): .controller(72)
        case (0x18, _): .drum(.coarsePitch, key: fine)
        case (0x19, _): .drum(.finePitch, key: fine)
        case (0x1A, _): .drum(.level, key: fine)
        case (0x1C, _): .drum(.pan, key: fine)
        case (0x1D, _): .drum(.reverbSend, key: fine)
        case (0x1E, _): .drum(.chorusSend, key: fine)
        case (120, _): .generator
        case (127, 0...26): .awe32(fine)
        case (127, 126): .noteDefaults
        default: nil
        }
    }
}

/// A parameter that each drum of a rhythm part has for itself.
@frozen
public enum DrumParameter: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// Semitones, 64 for none.
    case coarsePitch
    /// Cents, 64 for none.
    case finePitch
    /// The level, 127 for that of the SoundFont.
    case level
    /// The pan, 64 for that of the SoundFont.
    case pan
    /// The amount sent to the reverb, besides CC91.
    case reverbSend
    /// The amount sent to the chorus, besides CC93.
    case chorusSend
}
