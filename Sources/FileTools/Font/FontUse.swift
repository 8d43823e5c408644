package import CommandSupport
import MIDI
package import SamplerHost
package import Sequencer
package import SoundFont

/// The presets of a font that music uses, and the keys and velocities that it plays on them.
package struct FontUse {
    private let fonts: CheckedFonts
    /// By preset: bit v of key k for each note with velocity v.
    private var notes: [CheckedFonts.Address: [[Bool]]] = [:]
    /// The presets that the font lacks: the channels of their notes, and what sounds instead.
    private var missing: [CheckedFonts.Address: (channels: Set<Int>, sounding: Int?)] = [:]

    /// Reads the presets of a font.
    ///
    /// - Throws: Status 66 for a file that does not exist, 65 for one that is not a font.
    package init(_ path: String, bankMode: BankMode) throws(CommandFailure) {
        fonts = try CheckedFonts([path], bankMode: bankMode)
    }

    /// Follows a sequence and adds its notes.
    package mutating func add(_ sequence: PreparedSequence) {
        var programs = SoundingPrograms(samplers: sequence.ports.count, fonts: fonts)
        let schedule = sequence.schedule
        for event in schedule {
            guard event.kind == .channel else {
                let message = schedule.systemExclusive(Int(event.bits))
                _ = programs.take(message, port: Int(event.port), fonts)
                continue
            }
            if event.message.isNoteOn {
                add(event.message, programs.channel(event.channelIndex))
            } else if event.message.kind == .controlChange {
                programs.control(event)
            } else if event.message.kind == .programChange {
                programs.program(event, fonts)
            }
        }
    }

    /// Adds a preset with all its keys and velocities.
    ///
    /// - Throws: Status 65 for a preset that the font does not have.
    package mutating func add(_ preset: RoutingDestination.FixedPreset) throws(CommandFailure) {
        let address = CheckedFonts.Address(bank: preset.bank, program: preset.program)
        guard fonts.presets.contains(where: { $0.address == address }) else {
            throw CommandFailure(
                .data,
                "\(fonts.references[0].path): no preset \(preset); seqd presets lists them"
            )
        }
        let all = [Bool](repeating: true, count: 128)
        notes[address] = [[Bool]](repeating: all, count: 128)
    }

    private mutating func add(_ message: MIDIMessage, _ channel: SoundingPrograms.Channel) {
        let address = channel.preset.map { fonts.presets[$0].address }
        if address != channel.wanted {
            missing[channel.wanted, default: ([], channel.preset)].channels
                .insert(Int(message.channel))
        }
        guard let address else { return }
        let empty = [[Bool]](repeating: [Bool](repeating: false, count: 128), count: 128)
        notes[address, default: empty][Int(message.data1 & 127)][Int(message.data2 & 127)] = true
    }

    /// The presets that the notes select and the font lacks, by bank and program.
    package var substitutions: [PresetSubstitution] {
        missing.sorted { ($0.key.bank, $0.key.program) < ($1.key.bank, $1.key.program) }
            .map { wanted, use in
                PresetSubstitution(
                    sampler: 0,
                    channels: use.channels.sorted(),
                    bank: wanted.bank,
                    program: wanted.program,
                    substitute: use.sounding.map { fonts.presets[$0].asPreset }
                )
            }
    }

    /// The presets, zones and instruments that the notes play.
    ///
    /// - Parameter bank: The font's.
    /// - Returns: A part of it, with all sample headers.
    package func subset(of bank: SoundBank) -> SoundBank {
        var result = bank
        result.presets = []
        result.instruments = []
        // The zones of an instrument differ by preset, so each preset gets instruments of its own.
        for preset in bank.presets {
            let address = CheckedFonts.Address(
                bank: Int(preset.bank),
                program: Int(preset.program)
            )
            guard let played = notes[address] else { continue }
            var kept = preset
            kept.zones = []
            for zone in preset.zones {
                guard let target = zone.target,
                    Self.isPlayed(zone, preset.global, played)
                else { continue }
                var instrument = bank.instruments[target]
                instrument.zones = instrument.zones.filter { inner in
                    Self.isPlayed(inner, instrument.global, played)
                }
                guard !instrument.zones.isEmpty else { continue }
                var zone = zone
                zone.target = result.add(instrument)
                kept.zones.append(zone)
            }
            if !kept.zones.isEmpty { result.presets.append(kept) }
        }
        return result
    }

    /// Whether a zone sounds for one of the notes.
    private static func isPlayed(
        _ zone: SoundBank.Zone,
        _ global: SoundBank.Zone?,
        _ notes: [[Bool]]
    ) -> Bool {
        let all = ZoneRange(0, 127)
        guard let keys = (zone.keys ?? global?.keys ?? all).numbers,
            let velocities = (zone.velocities ?? global?.velocities ?? all).numbers
        else { return false }
        return keys.contains { key in velocities.contains { notes[key][$0] } }
    }
}
