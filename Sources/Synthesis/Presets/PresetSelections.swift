public import MIDI
public import Racks
package import Sequencer

/// The preset that each channel selects, as the samplers follow bank selects, program changes and
/// resets.
public struct PresetSelections: Sendable {
    private var selectors: [BankSelector]
    /// The choice of the last program change, by sampler and channel, sixteen to a sampler.
    public private(set) var wanted: [PresetSubstitution.Choice]

    /// Makes the selections at the start.
    ///
    /// - Parameters:
    ///   - samplers: How many samplers there are.
    ///   - mode: How bank selects are understood at the start.
    public init(samplers: Int, mode: BankMode) {
        self.init(modes: Array(repeating: mode, count: samplers))
    }

    /// Makes the selections at the start for samplers with modes of their own.
    package init(modes: [BankMode]) {
        selectors = modes.map(BankSelector.init)
        wanted = (0..<modes.count * 16).map { Self.initial($0 & 15) }
    }

    private static func initial(_ channel: Int) -> PresetSubstitution.Choice {
        PresetSubstitution.Choice(bank: channel == 9 ? 128 : 0, program: 0)
    }

    /// Whether programs of a channel, sixteen to a sampler, select drum kits.
    public func isDrums(_ index: Int) -> Bool { selectors[index >> 4].isDrums(index & 15) }

    /// Takes bank select, CC0 or CC32.
    public mutating func control(_ message: MIDIMessage, port: Int) {
        selectors[port].control(message.data1, message.data2, on: Int(message.channel))
    }

    /// Takes a program change.
    public mutating func program(_ message: MIDIMessage, port: Int) {
        let channel = Int(message.channel)
        select(
            selectors[port].program(Int(message.data1), on: channel),
            on: port << 4 | channel
        )
    }

    private mutating func select(_ program: Int, on index: Int) {
        let bank = selectors[index >> 4].bank(index & 15)
        wanted[index] = PresetSubstitution.Choice(bank: bank, program: program)
    }

    /// Takes a System Exclusive message.
    ///
    /// - Parameters:
    ///   - message: The message, F0 and F7 left out.
    ///   - port: The sampler.
    /// - Returns: Whether it is a reset.
    public mutating func take(_ message: [UInt8], port: Int) -> Bool {
        let meaning = SystemExclusive.meaning(of: message.span)
        if let channel = selectors[port].take(meaning) { select(0, on: port << 4 | channel) }
        guard case .reset = meaning else { return false }
        for channel in 0..<16 { wanted[port << 4 | channel] = Self.initial(channel) }
        return true
    }

    /// A preset that notes of a channel are played with.
    package struct Use: Hashable {
        package let sampler: Int
        package let channel: Int
        package let choice: PresetSubstitution.Choice

        package init(sampler: Int, channel: Int, choice: PresetSubstitution.Choice) {
            (self.sampler, self.channel, self.choice) = (sampler, channel, choice)
        }
    }

    /// The presets that a sequence has notes for, in order of appearance.
    package static func uses(of sequence: PreparedSequence, mode: BankMode) -> [Use] {
        var selections = PresetSelections(samplers: sequence.ports.count, mode: mode)
        var isNoted = Array(repeating: false, count: sequence.ports.count * 16)
        var uses: [Use] = []
        var known: Set<Use> = []
        let schedule = sequence.schedule
        for event in schedule {
            let port = Int(event.port)
            guard event.kind == .channel else {
                _ = selections.take(schedule.systemExclusive(Int(event.bits)), port: port)
                for index in port << 4..<(port + 1) << 4 { isNoted[index] = false }
                continue
            }
            let message = event.message
            let index = port << 4 | Int(message.channel)
            switch message.status & 0xF0 {
            case 0x90 where message.data2 > 0 && !isNoted[index]:
                isNoted[index] = true
                let use = Use(
                    sampler: port,
                    channel: index & 15,
                    choice: selections.wanted[index]
                )
                if known.insert(use).inserted { uses.append(use) }
            case 0xB0 where message.data1 == 0 || message.data1 == 32:
                selections.control(message, port: port)
            case 0xC0:
                selections.program(message, port: port)
                isNoted[index] = false
            default:
                break
            }
        }
        withExtendedLifetime(schedule) {}
        return uses
    }
}
