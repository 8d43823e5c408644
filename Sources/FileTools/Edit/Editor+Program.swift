import MIDI
package import SamplerHost
import Sequencer
import Wording

/// Programs of parts.
extension Editor {
    /// Has the selected channels that have notes play one preset from the start: the program and bank
    /// changes that they have are removed.
    ///
    /// - Parameters:
    ///   - choice: The preset; not a name.
    ///   - scope: The part.
    /// - Returns: The number of parts.
    package mutating func setProgram(_ choice: PresetChoice, _ scope: EditScope) -> Report {
        var (parts, removed) = (0, 0)
        change(scope) { track in
            for channel in track.channelsOfNotes {
                parts += 1
                removed += track.setPreset(choice.event(channel: channel))
            }
        }
        let rest = removed > 0 ? ", instead of \(NumberText.count(removed, "program change"))" : ""
        return report("set the program of", parts, "part", rest)
    }
}

extension PresetChoice {
    /// The event that selects it.
    fileprivate func event(channel: UInt8) -> PresetEvent {
        let (bank, program) =
            switch self {
            case .address(let preset): (preset.bank, preset.program)
            case .program(let program): (0, program)
            case .name: preconditionFailure("was looked up when it was read")
            }
        // Drum kits are chosen by the channel and the program.
        let written = bank == 128 ? 0 : bank
        // Banks up to 127 are numbers of CC0, as on GS.
        return PresetEvent(
            program: UInt8(program),
            bankMSB: UInt8(written < 128 ? written : written >> 7),
            bankLSB: UInt8(written < 128 ? 0 : written & 127),
            channel: channel
        )
    }
}

extension MusicTrack {
    /// The channels on which it has notes, 0 … 15, in order.
    fileprivate var channelsOfNotes: [UInt8] {
        var channels: Set<UInt8> = []
        for entry in events {
            if case .note(let note) = entry.event { channels.insert(note.channel & 15) }
        }
        return channels.sorted()
    }

    /// Selects a preset before the first note of its channel, and removes what selects others.
    ///
    /// - Parameter preset: The preset.
    /// - Returns: The number of program changes that were removed.
    fileprivate mutating func setPreset(_ preset: PresetEvent) -> Int {
        var removed = 0
        var isSet = false
        var changed: [(tick: Int64, event: MusicEvent)] = []
        for entry in events {
            let isOfChannel = entry.event.channel == preset.channel
            let isNote = if case .note = entry.event { isOfChannel } else { false }
            let isChange = isOfChannel && entry.event.changesProgram
            // Behind what is at the start, such as a reset.
            if !isSet, isNote || isChange || entry.tick > 0 {
                changed.append((0, .preset(preset)))
                isSet = true
            }
            if isChange { removed += 1 }
            if isChange || isOfChannel && entry.event.selectsBank { continue }
            changed.append((entry.tick, entry.event))
        }
        replaceEvents(changed)
        return removed
    }
}

extension MusicEvent {
    /// Whether it selects a program.
    fileprivate var changesProgram: Bool {
        switch self {
        case .channel(let message): message.status & 0xF0 == 0xC0
        case .preset: true
        default: false
        }
    }

    /// Whether it selects a bank.
    fileprivate var selectsBank: Bool {
        guard case .channel(let message) = self, message.status & 0xF0 == 0xB0 else { return false }
        return [Controller.bankSelect.rawValue, Controller.bankSelectLSB.rawValue]
            .contains(message.data1)
    }
}
