package import SamplerHost
package import Sequencer

/// The preset that sounds on each channel, of those of some fonts.
package struct SoundingPrograms {
    /// The selection of a channel.
    package struct Channel {
        package var isDrums: Bool
        /// The preset that the last program change selects.
        package var wanted: PresetSubstitution.Choice
        /// The preset that sounds, an index into the stack's; `nil` for silence.
        package var preset: Int?
    }

    private var selections: PresetSelections
    /// The preset that sounds, by channel index.
    private var presets: [Int?]

    package init(samplers: Int, fonts: CheckedFonts) {
        let selections = PresetSelections(samplers: samplers, mode: fonts.bankMode)
        self.selections = selections
        presets = selections.wanted.map(fonts.sounding)
    }

    /// The selection of a channel, 16 channels for each sampler.
    package func channel(_ index: Int) -> Channel {
        Channel(
            isDrums: selections.isDrums(index),
            wanted: selections.wanted[index],
            preset: presets[index]
        )
    }

    package mutating func control(_ event: ScheduledEvent) {
        selections.control(event.message, port: Int(event.port))
    }

    package mutating func program(_ event: ScheduledEvent, _ fonts: CheckedFonts) {
        selections.program(event.message, port: Int(event.port))
        let index = event.channelIndex
        presets[index] = fonts.sounding(selections.wanted[index])
    }

    /// Takes a System Exclusive message; returns whether it is a reset.
    package mutating func take(
        _ message: [UInt8],
        port: Int,
        _ fonts: CheckedFonts
    ) -> Bool {
        let isReset = selections.take(message, port: port)
        for index in port << 4..<(port + 1) << 4 {
            presets[index] = fonts.sounding(selections.wanted[index])
        }
        return isReset
    }
}
