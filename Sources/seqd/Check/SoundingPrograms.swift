import MIDI
import SamplerHost
import Sequencer

/// Which preset sounds on each channel, as FluidSynth follows bank selects, program changes and
/// resets (`fluid_channel_set_bank_msb`, `…_lsb`, `fluid_synth_program_change` of version 2.3).
struct SoundingPrograms {
    /// A channel's choice.
    struct Channel {
        var isDrums: Bool
        /// What bank select has set.
        var bank: Int
        /// What the last program change asked for.
        var wanted: CheckedFonts.Address
        /// The preset that sounds, an index into the stack's; `nil` for silence.
        var preset: Int?
    }

    /// By sampler and channel.
    private(set) var channels: [Channel] = []
    private var modes: [BankMode]
    private let initialMode: BankMode

    init(samplers: Int, fonts: CheckedFonts) {
        initialMode = fonts.bankMode
        modes = Array(repeating: fonts.bankMode, count: samplers)
        for port in 0..<samplers {
            for channel in 0..<16 {
                channels.append(Self.initial(channel))
                select(program: 0, on: port << 4 | channel, fonts)
            }
        }
    }

    private static func initial(_ channel: Int) -> Channel {
        let isDrums = channel == 9
        let bank = isDrums ? 128 : 0
        return Channel(
            isDrums: isDrums,
            bank: bank,
            wanted: CheckedFonts.Address(bank: bank, program: 0),
            preset: nil
        )
    }

    mutating func control(_ event: ScheduledEvent) {
        let place = Int(event.port) << 4 | Int(event.message.channel)
        let value = Int(event.message.data2)
        let mode = modes[Int(event.port)]
        if event.message.data1 == 0 {
            switch mode {
            case .xg: channels[place].isDrums = value >= 120
            case .gs where !channels[place].isDrums: channels[place].bank = value
            case .mma where !channels[place].isDrums:
                channels[place].bank = channels[place].bank & 127 | value << 7
            default: break
            }
        } else if event.message.data1 == 32 {
            switch mode {
            case .xg: channels[place].bank = value
            case .mma: channels[place].bank = channels[place].bank & ~127 | value
            default: break
            }
        }
    }

    mutating func program(_ event: ScheduledEvent, _ fonts: CheckedFonts) {
        let place = Int(event.port) << 4 | Int(event.message.channel)
        select(program: Int(event.message.data1), on: place, fonts)
    }

    private mutating func select(program: Int, on place: Int, _ fonts: CheckedFonts) {
        let isDrums = channels[place].isDrums
        let address = CheckedFonts.Address(
            bank: isDrums ? 128 : channels[place].bank,
            program: program
        )
        channels[place].wanted = address
        channels[place].preset = fonts.sounding(address, isDrums: isDrums)
    }

    /// Takes a System Exclusive message; whether it is a reset.
    mutating func take(
        _ message: UnsafeBufferPointer<UInt8>,
        port: Int,
        _ fonts: CheckedFonts
    ) -> Bool {
        guard let base = message.baseAddress else { return false }
        switch SystemExclusive.meaning(of: base, count: message.count) {
        case .reset(let reset):
            switch reset {
            case .generalMIDI, .generalMIDI2: modes[port] = .gm
            case .gs: modes[port] = message[7] == 0 ? .gs : .gm
            case .xg: modes[port] = .xg
            case .generalMIDIOff: break
            }
            for channel in 0..<16 {
                let place = port << 4 | channel
                channels[place] = Self.initial(channel)
                // Without the fallbacks of a program change.
                channels[place].preset = fonts.preset(channels[place].wanted)
            }
            return true
        case .rhythmPart(let channel, let map):
            // FluidSynth reads it in this mode only.
            guard modes[port] == .gs else { return false }
            let place = port << 4 | Int(channel & 15)
            channels[place].isDrums = map > 0
            if map == 0 { channels[place].bank = 0 }
            select(program: 0, on: place, fonts)
            return false
        default:
            return false
        }
    }
}
