package import MIDI
package import Racks

/// The banks that a sampler's channels select, and which of them play drums, as messages say.
///
/// FluidSynth is told the result: its versions differ in what bank select, resets and rhythm parts
/// mean.
package struct BankSelector: BitwiseCopyable, Sendable {
    /// The setting.
    private let chosen: BankMode
    /// The present meaning of bank select.
    private var mode: BankMode
    /// The channels that play drums, one bit each.
    private var drums = Self.initialDrums
    private var banks = InlineArray<16, Bank>(repeating: Bank())

    private struct Bank: BitwiseCopyable {
        var coarse: UInt8 = 0
        var fine: UInt8 = 0
        /// The bank of a melodic channel.
        var number: UInt16 = 0

        @_noLocks
        init() {}
    }

    private static var initialDrums: UInt16 { @_noLocks get { 1 << 9 } }

    /// Nothing is selected.
    @_noLocks
    package init(_ mode: BankMode) {
        chosen = mode
        self.mode = mode.initial
    }

    /// Whether a channel plays drums.
    @_noLocks
    package func isDrums(_ channel: Int) -> Bool {
        drums >> UInt16(truncatingIfNeeded: channel & 15) & 1 == 1
    }

    /// The bank that a program change on a channel selects from; 128 holds the drum kits.
    @_noLocks
    package func bank(_ channel: Int) -> Int {
        isDrums(channel) ? 128 : Int(banks[channel & 15].number)
    }

    /// The program that a program change selects on a channel.
    @_noLocks
    package func program(_ number: Int, on channel: Int) -> Int {
        guard isDrums(channel) else { return mode.program(number) }
        // The MT-32 has one kit.
        if case .mt32 = mode { return 0 }
        return number
    }

    /// Has a channel play drums or melodies; these from the first bank, if it played drums.
    @_noLocks
    package mutating func set(_ channel: Int, isDrums wanted: Bool) {
        let bit: UInt16 = 1 << UInt16(truncatingIfNeeded: channel & 15)
        if !wanted, drums & bit != 0 { banks[channel & 15] = Bank() }
        drums = wanted ? drums | bit : drums & ~bit
    }

    /// Selects a bank, whatever the mode.
    @_noLocks
    package mutating func select(_ bank: Int, on channel: Int) {
        set(channel, isDrums: bank == 128)
        guard bank != 128 else { return }
        banks[channel & 15].number = UInt16(truncatingIfNeeded: bank)
        banks[channel & 15].coarse = UInt8(truncatingIfNeeded: bank >> 7 & 127)
        banks[channel & 15].fine = UInt8(truncatingIfNeeded: bank & 127)
    }

    /// Takes CC0 or CC32.
    @_noLocks
    package mutating func control(_ controller: UInt8, _ value: UInt8, on channel: Int) {
        let isCoarse = controller == 0
        switch mode {
        case .auto, .gm, .mt32: return
        case .gs: guard isCoarse, !isDrums(channel) else { return }
        case .gm2 where isCoarse:
            // Other numbers mean nothing in General MIDI 2.
            guard value == 120 || value == 121 else { return }
            set(channel, isDrums: value == 120)
        case .xg where isCoarse: set(channel, isDrums: value == 120 || value >= 126)
        case .mma where isCoarse: guard !isDrums(channel) else { return }
        case .gm2, .xg, .mma: break
        }
        if isCoarse { banks[channel].coarse = value } else { banks[channel].fine = value }
        banks[channel].number = number(of: banks[channel])
    }

    @_noLocks
    private func number(of bank: Bank) -> UInt16 {
        switch mode {
        case .auto, .gm, .mt32: bank.number
        case .gm2: UInt16(bank.fine)
        case .gs: UInt16(bank.coarse)
        // Fonts have the variations of XG by CC32, and its effects in bank 64. From 120 on CC0
        // says what kind of bank it is.
        case .xg where bank.fine == 0 && bank.coarse < 120: UInt16(bank.coarse)
        case .xg: UInt16(bank.fine)
        case .mma: UInt16(bank.coarse) << 7 | UInt16(bank.fine)
        }
    }

    /// Takes a System Exclusive message.
    ///
    /// - Returns: The channel that it has made a rhythm part or a melodic one, which then plays the
    ///   first program; `nil` for most messages.
    @_noLocks
    package mutating func take(_ message: SystemExclusive) -> Int? {
        switch message {
        case .reset(let reset):
            self = BankSelector(chosen)
            mode = chosen.after(reset)
            return nil
        case .rhythmPart(let channel, let map):
            guard case .gs = mode else { return nil }
            set(Int(channel), isDrums: map > 0)
            return Int(channel)
        default: return nil
        }
    }

    /// Takes over the state of a channel, and the mode, from another instance.
    @_noLocks
    package mutating func copy(_ channel: Int, from other: BankSelector) {
        copyChannel(channel, from: other, channel)
        mode = other.mode
    }

    /// Takes over the bank of a channel of another instance, and whether it plays drums.
    @_noLocks
    package mutating func copyChannel(_ channel: Int, from other: BankSelector, _ source: Int) {
        let bit: UInt16 = 1 << UInt16(truncatingIfNeeded: channel & 15)
        drums = other.isDrums(source) ? drums | bit : drums & ~bit
        banks[channel & 15] = other.banks[source & 15]
    }

    /// Takes over what bank select means from another instance.
    @_noLocks
    package mutating func copyMode(from other: BankSelector) { mode = other.mode }

    /// Selects the initial banks; what bank select means stays.
    @_noLocks
    package mutating func restart() {
        let mode = mode
        reset()
        self.mode = mode
    }

    /// Undoes all messages.
    @_noLocks
    package mutating func reset() { self = BankSelector(chosen) }
}
