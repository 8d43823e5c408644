import MIDI
import SamplerHost
import Sequencer

/// Which preset of some fonts sounds on each channel.
struct SoundingPrograms {
    /// A channel's choice.
    struct Channel {
        var isDrums: Bool
        /// What the last program change asked for.
        var wanted: PresetSubstitution.Choice
        /// The preset that sounds, an index into the stack's; `nil` for silence.
        var preset: Int?
    }

    private var selections: PresetSelections
    /// By sampler and channel: the preset that sounds.
    private var presets: [Int?]

    init(samplers: Int, fonts: CheckedFonts) {
        let selections = PresetSelections(samplers: samplers, mode: fonts.bankMode)
        self.selections = selections
        presets = selections.channels.map { fonts.sounding($0.wanted) }
    }

    /// The choice of a channel, sixteen to a sampler.
    func channel(_ place: Int) -> Channel {
        let channel = selections.channels[place]
        return Channel(isDrums: channel.isDrums, wanted: channel.wanted, preset: presets[place])
    }

    mutating func control(_ event: ScheduledEvent) {
        selections.control(event.message, port: Int(event.port))
    }

    mutating func program(_ event: ScheduledEvent, _ fonts: CheckedFonts) {
        selections.program(event.message, port: Int(event.port))
        let place = Int(event.port) << 4 | Int(event.message.channel)
        presets[place] = fonts.sounding(selections.channels[place].wanted)
    }

    /// Takes a System Exclusive message; whether it is a reset.
    mutating func take(
        _ message: [UInt8],
        port: Int,
        _ fonts: CheckedFonts
    ) -> Bool {
        let isReset = selections.take(message, port: port)
        for place in port << 4..<(port + 1) << 4 {
            presets[place] = fonts.sounding(selections.channels[place].wanted)
        }
        return isReset
    }
}
