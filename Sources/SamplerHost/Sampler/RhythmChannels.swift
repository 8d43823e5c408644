import MIDI

/// The channels of a FluidSynth instance that play drums, as the messages to it say.
///
/// FluidSynth keeps that too. But its version 2.4.4, Debian 13's, takes the programs of such a channel
/// from the bank that was selected: melodic sounds for the rhythm parts of GS files and the drums of
/// XG files. All other versions take them from bank 128, and so do we.
struct RhythmChannels: BitwiseCopyable {
    private var channels = Self.initial
    /// Those for which bank 128 was selected here.
    private var selected: UInt16 = 0
    private var isGS: Bool
    private var isXG: Bool

    private static var initial: UInt16 {
        @_noLocks get { 1 << 9 }
    }

    /// Makes the state of a fresh instance.
    init(_ mode: BankMode) {
        isGS = mode == .gs
        isXG = mode == .xg
    }

    /// Whether a channel plays drums.
    @_noLocks
    func contains(_ channel: Int) -> Bool {
        channels >> UInt16(truncatingIfNeeded: channel & 15) & 1 == 1
    }

    /// Notes whether a channel plays drums.
    @_noLocks
    mutating func set(_ channel: Int, _ isRhythm: Bool) {
        let bit: UInt16 = 1 << UInt16(truncatingIfNeeded: channel & 15)
        channels = isRhythm ? channels | bit : channels & ~bit
    }

    /// Takes the state of a channel, and the scheme of bank select, from another instance.
    @_noLocks
    mutating func copy(_ channel: Int, from other: RhythmChannels) {
        let bit: UInt16 = 1 << UInt16(truncatingIfNeeded: channel & 15)
        channels = channels & ~bit | other.channels & bit
        selected = selected & ~bit | other.selected & bit
        isGS = other.isGS
        isXG = other.isXG
    }

    /// Channel 10 plays drums and the others do not.
    @_noLocks
    mutating func reset() {
        channels = Self.initial
    }

    /// Notes bank select's coarse controller, which chooses drums in XG's scheme alone.
    @_noLocks
    mutating func note(bankSelect value: UInt8, on channel: Int) {
        guard isXG else { return }
        set(channel, value == 120 || value >= 126)
    }

    /// Notes a SysEx message.
    ///
    /// - Returns: The channel that it has made a rhythm part or a melodic one; `nil` for most
    ///   messages.
    @_noLocks
    mutating func note(_ message: SystemExclusive) -> Int? {
        switch message {
        case .reset(let reset):
            channels = Self.initial
            selected = 0
            switch reset {
            case .gs: (isGS, isXG) = (true, false)
            case .xg: (isGS, isXG) = (false, true)
            case .generalMIDI, .generalMIDI2, .endOfGS: (isGS, isXG) = (false, false)
            }
        case .rhythmPart(let channel, let map) where isGS:
            set(Int(channel), map > 0)
            return Int(channel)
        default: break
        }
        return nil
    }

    /// The bank to select before a program change.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - bank: The bank that is selected.
    /// - Returns: 128 for drums.
    @_noLocks
    mutating func bank(for channel: Int, selected bank: Int32) -> Int32 {
        let bit: UInt16 = 1 << UInt16(truncatingIfNeeded: channel & 15)
        guard channels & bit == 0 else {
            selected |= bit
            return 128
        }
        defer { selected &= ~bit }
        // A melodic part does not stay in the drums' bank.
        return selected & bit != 0 && bank == 128 ? 0 : bank
    }
}
