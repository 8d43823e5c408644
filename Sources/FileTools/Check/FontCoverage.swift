import MIDI
package import SMF
import SamplerHost
package import Sequencer
import Wording

/// Follows a sequence without playing it: finds the presets and keys that SoundFonts lack, and
/// counts the voices that it needs.
package struct FontCoverage {
    /// A preset that the music selects, and its substitute.
    private struct Missing: Hashable {
        var wanted: CheckedFonts.Address
        var sounding: Int?
    }

    /// A key of a preset that has no sound.
    private struct SilentKey: Hashable {
        var preset: Int
        var key: UInt8
        var isDrum: Bool
    }

    /// A number of notes, and the first of them.
    private struct Use {
        var count = 0
        var event: ScheduledEvent

        init(_ event: ScheduledEvent) { self.event = event }
    }

    package let sequence: PreparedSequence
    private var missing: [Missing: Use] = [:]
    private var silentKeys: [SilentKey: Use] = [:]
    /// The presets that sound, each with its notes.
    private var uses: [Int: Use] = [:]
    package private(set) var voices = HeldVoices(shards: [])
    /// The instances of each sampler.
    private var shards: [[SamplerSettings.Shard]] = []

    /// Prepares to check a sequence.
    package init(of sequence: PreparedSequence) {
        self.sequence = sequence
    }

    /// Follows the sequence; to be called once, before the results are read.
    ///
    /// - Parameter fonts: The fonts; without them the call has no effect. They keep their voice
    ///   counts for the next sequence.
    package mutating func run(_ fonts: inout CheckedFonts?) {
        guard var stack = fonts else { return }
        // Takes the value out, so that changes do not copy it.
        fonts = nil
        defer { fonts = stack }
        let settings = SamplerSettings(fonts: stack.references)
        let samplers = sequence.ports.count
        shards = (0..<samplers).map { settings.shards(of: sequence, sampler: $0) }
        voices = HeldVoices(shards: shards.map { $0.map(\.channels) })
        var programs = SoundingPrograms(samplers: samplers, fonts: stack)
        let schedule = sequence.schedule
        for event in schedule {
            guard event.kind == .channel else {
                let message = schedule.systemExclusive(Int(event.bits))
                if programs.take(message, port: Int(event.port), stack) {
                    voices.reset(port: event.port)
                }
                continue
            }
            if event.message.isNoteOn {
                noteOn(event, programs.channel(event.channelIndex), &stack)
            } else if event.message.isNoteOff {
                voices.noteOff(event)
            } else if event.message.kind == .controlChange {
                programs.control(event)
                voices.control(event)
            } else if event.message.kind == .programChange {
                programs.program(event, stack)
            }
        }
    }

    private mutating func noteOn(
        _ event: ScheduledEvent,
        _ channel: SoundingPrograms.Channel,
        _ fonts: inout CheckedFonts
    ) {
        let preset = channel.preset
        if preset.map({ fonts.isPreset($0, channel.wanted) }) != true {
            let key = Missing(wanted: channel.wanted, sounding: preset)
            missing[key, default: Use(event)].count += 1
        }
        guard let preset else { return }
        uses[preset, default: Use(event)].count += 1
        let (key, velocity) = (event.message.data1, event.message.data2)
        let count = fonts.voices(ofPreset: preset, key: key, velocity: velocity)
        voices.noteOn(event, voices: count)
        guard count == 0 else { return }
        let silent = SilentKey(preset: preset, key: key, isDrum: channel.isDrums)
        silentKeys[silent, default: Use(event)].count += 1
    }

    /// The presets that sound, as indices into the fonts'.
    package var used: Set<Int> { Set(uses.keys) }

    /// The findings by time.
    package func diagnostics(_ fonts: CheckedFonts?) -> [Diagnostic] {
        guard let fonts else { return [] }
        var found = missing.map { ($1.event, diagnostic($0, $1, fonts)) }
        found += silentKeys.map { ($1.event, diagnostic($0, $1, fonts)) }
        found += uses.flatMap { preset, use in
            fonts.sampleFaults(ofPreset: preset).map {
                (use.event, diagnostic($0, of: preset, use, fonts))
            }
        }
        found.sort { left, right in
            (left.0.tick, left.0.channelIndex, left.1.detail)
                < (right.0.tick, right.0.channelIndex, right.1.detail)
        }
        var exceeded: [Diagnostic] = []
        for (port, peaks) in voices.shardVoices.enumerated() {
            for (peak, shard) in zip(peaks, shards[port]) where peak.count > shard.polyphony {
                exceeded.append(diagnostic(peak, of: shard, port: port))
            }
        }
        return found.map(\.1) + exceeded
    }

    private func diagnostic(
        _ code: Diagnostic.Code,
        _ severity: Diagnostic.Severity,
        at event: ScheduledEvent,
        _ detail: String
    ) -> Diagnostic {
        let ports = sequence.ports
        return Diagnostic(
            code: code,
            severity: severity,
            track: Int(event.track),
            port: ports.indices.contains(Int(event.port)) ? ports[Int(event.port)] : 0,
            channel: event.message.channel,
            tick: event.tick,
            detail: detail
        )
    }

    private func diagnostic(_ missing: Missing, _ use: Use, _ fonts: CheckedFonts) -> Diagnostic {
        let notes = NumberText.count(use.count, "note")
        let wanted = missing.wanted
        let instead: String
        var isVariation = false
        if let index = missing.sounding {
            let preset = fonts.presets[index]
            instead = "\(preset.bank):\(preset.program) \(preset.name) plays instead (\(notes))"
            // GS devices also play the basic sound of the same instrument.
            isVariation = wanted.bank != 128 && preset.program == wanted.program
        } else {
            instead = "silent (\(notes))"
        }
        let name =
            wanted.bank == 128
            ? GeneralMIDI.drumKitName(UInt8(truncatingIfNeeded: wanted.program))
            : GeneralMIDI.programName(UInt8(truncatingIfNeeded: wanted.program))
        return diagnostic(
            .presetMissing,
            isVariation ? .note : .warning,
            at: use.event,
            "the font has no preset \(wanted.bank):\(wanted.program)"
                + "\(name.map { " (\($0))" } ?? ""): \(instead)"
        )
    }

    private func diagnostic(_ silent: SilentKey, _ use: Use, _ fonts: CheckedFonts) -> Diagnostic {
        let preset = fonts.presets[silent.preset]
        let key = Self.name(ofKey: silent.key, isDrum: silent.isDrum)
        let what =
            fonts.hasKey(silent.key, inPreset: silent.preset)
            ? "no sound for \(key) at velocity \(use.event.message.data2)"
            : "no sound for \(key)"
        return diagnostic(
            .keySilent,
            .warning,
            at: use.event,
            "the font's preset \(preset.bank):\(preset.program) \(preset.name) has \(what): "
                + "\(NumberText.count(use.count, "note")) silent"
        )
    }

    private func diagnostic(
        _ fault: SampleFault,
        of preset: Int,
        _ use: Use,
        _ fonts: CheckedFonts
    ) -> Diagnostic {
        let code: Diagnostic.Code =
            switch fault.problem {
            case .silent: .sampleInvalid
            case .loop: .loopInvalid
            }
        let preset = fonts.presets[preset]
        return diagnostic(
            code,
            .warning,
            at: use.event,
            "the font's preset \(preset.bank):\(preset.program) \(preset.name): sample "
                + "\(fault.sample): \(fault.explanation)"
        )
    }

    private func diagnostic(
        _ peak: HeldVoices.Peak,
        of shard: SamplerSettings.Shard,
        port: Int
    ) -> Diagnostic {
        let used = sequence.schedule.soundingTicks[(port * 16)..<(port * 16 + 16)]
        var channels = shard.channels
        for (channel, ticks) in used.enumerated() where ticks == 0 {
            channels &= ~(1 << UInt16(channel))
        }
        let name =
            (channels.nonzeroBitCount == 1 ? "channel " : "channels ") + ChannelList.text(channels)
        return Diagnostic(
            code: .polyphonyExceeded,
            severity: .warning,
            tick: peak.tick,
            detail:
                "held notes need \(peak.count) voices, but \(name) can have "
                + "\(shard.polyphony): the oldest and softest voices are stolen"
        )
    }

    /// A key: `key 60 (C4)`, with C4 as the middle C, or `key 42 (Closed Hi-Hat)`.
    private static func name(ofKey key: UInt8, isDrum: Bool) -> String {
        guard isDrum else { return "key \(key) (\(NoteName.text(key)))" }
        return "key \(key)" + (GeneralMIDI.drumName(key: key).map { " (\($0))" } ?? "")
    }
}

extension CheckedFonts {
    /// Whether a preset is the one with this address.
    fileprivate func isPreset(_ index: Int, _ address: Address) -> Bool {
        presets[index].address == address
    }
}
