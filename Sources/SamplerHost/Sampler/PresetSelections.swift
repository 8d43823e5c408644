public import MIDI
import Sequencer

/// Which preset each channel selects, as FluidSynth follows bank selects, program changes and
/// resets (`fluid_channel_set_bank_msb`, `…_lsb`, `fluid_synth_program_change` of version 2.3).
public struct PresetSelections: Sendable {
    /// A channel's selection.
    public struct Channel: Sendable {
        /// Whether programs select drum kits.
        public var isDrums: Bool
        /// The bank set by bank select.
        public var bank: Int
        /// The choice of the last program change.
        public var wanted: PresetSubstitution.Choice
    }

    /// By sampler and channel, sixteen to a sampler.
    public private(set) var channels: [Channel] = []
    private var modes: [BankMode]

    /// Makes the selections at the start.
    ///
    /// - Parameters:
    ///   - samplers: How many samplers there are.
    ///   - mode: How bank selects are understood at the start.
    public init(samplers: Int, mode: BankMode) {
        modes = Array(repeating: mode, count: samplers)
        channels = (0..<samplers * 16).map { Self.initial($0 & 15) }
    }

    /// Makes the selections at the start for samplers with modes of their own.
    init(modes: [BankMode]) {
        self.modes = modes
        channels = (0..<modes.count * 16).map { Self.initial($0 & 15) }
    }

    private static func initial(_ channel: Int) -> Channel {
        let isDrums = channel == 9
        let bank = isDrums ? 128 : 0
        return Channel(
            isDrums: isDrums,
            bank: bank,
            wanted: PresetSubstitution.Choice(bank: bank, program: 0)
        )
    }

    /// Takes a controller.
    public mutating func control(_ message: MIDIMessage, port: Int) {
        let index = port << 4 | Int(message.channel)
        let value = Int(message.data2)
        if message.data1 == 0 {
            switch modes[port] {
            case .xg: channels[index].isDrums = value >= 120
            case .gs where !channels[index].isDrums: channels[index].bank = value
            case .mma where !channels[index].isDrums:
                channels[index].bank = channels[index].bank & 127 | value << 7
            default: break
            }
        } else if message.data1 == 32 {
            switch modes[port] {
            case .xg: channels[index].bank = value
            case .mma: channels[index].bank = channels[index].bank & ~127 | value
            default: break
            }
        }
    }

    /// Takes a program change.
    public mutating func program(_ message: MIDIMessage, port: Int) {
        select(Int(message.data1), on: port << 4 | Int(message.channel))
    }

    private mutating func select(_ program: Int, on index: Int) {
        let bank = channels[index].isDrums ? 128 : channels[index].bank
        channels[index].wanted = PresetSubstitution.Choice(bank: bank, program: program)
    }

    /// Takes a System Exclusive message.
    ///
    /// - Parameters:
    ///   - message: The message, F0 and F7 left out.
    ///   - port: The sampler.
    /// - Returns: Whether it is a reset.
    public mutating func take(_ message: [UInt8], port: Int) -> Bool {
        switch SystemExclusive.meaning(of: message.span) {
        case .reset(let reset):
            modes[port] = BankMode(after: reset)
            for channel in 0..<16 { channels[port << 4 | channel] = Self.initial(channel) }
            return true
        case .rhythmPart(let channel, let map) where modes[port] == .gs:
            let index = port << 4 | Int(channel)
            channels[index].isDrums = map > 0
            if map == 0 { channels[index].bank = 0 }
            select(0, on: index)
            return false
        default: return false
        }
    }

    /// A preset that notes of a channel are played with.
    struct Use: Hashable {
        let sampler: Int
        let channel: Int
        let choice: PresetSubstitution.Choice
    }

    /// The presets that a sequence has notes for, in order of appearance.
    static func uses(of sequence: PreparedSequence, mode: BankMode) -> [Use] {
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
                    choice: selections.channels[index].wanted
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
