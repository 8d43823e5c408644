import MIDI
import SMF
import SamplerHost
import Sequencer
import Wording

/// Plays a sequence on paper with SoundFonts: which presets and keys they lack, and how many voices
/// are needed.
struct FontCoverage {
    /// A preset that is wanted and what sounds instead.
    private struct Missing: Hashable {
        var wanted: CheckedFonts.Address
        var sounding: Int?
    }

    /// A key of a preset at which nothing sounds.
    private struct SilentKey: Hashable {
        var preset: Int
        var key: UInt8
        var isDrum: Bool
    }

    /// Notes that are concerned.
    private struct Use {
        var count = 0
        var channelIndex: Int
        var event: ScheduledEvent
    }

    let sequence: PreparedSequence
    private var missing: [Missing: Use] = [:]
    private var silentKeys: [SilentKey: Use] = [:]
    /// The presets that sound, each with its first note.
    private var uses: [Int: Use] = [:]
    private(set) var voices = HeldVoices(shards: [])
    private var polyphony = 0

    /// Prepares to check a sequence.
    init(of sequence: PreparedSequence) {
        self.sequence = sequence
    }

    /// Goes through the sequence; once, and before anything is asked.
    ///
    /// - Parameter fonts: The fonts; nothing is done without them. What is read of them is kept
    ///   for the next sequence.
    mutating func run(_ fonts: inout CheckedFonts?) {
        guard var stack = fonts else { return }
        // Not a copy: what it learns is kept.
        fonts = nil
        defer { fonts = stack }
        let settings = SamplerSettings(fonts: stack.references)
        polyphony = settings.shardPolyphony
        let samplers = sequence.ports.count
        voices = HeldVoices(
            shards: (0..<samplers).map { settings.shards(of: sequence, sampler: $0) }
        )
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
                let channelIndex = Int(event.port) << 4 | Int(event.message.channel)
                noteOn(event, channelIndex, programs.channel(channelIndex), &stack)
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
        _ channelIndex: Int,
        _ channel: SoundingPrograms.Channel,
        _ fonts: inout CheckedFonts
    ) {
        let preset = channel.preset
        if preset.map({ fonts.isPreset($0, channel.wanted) }) != true {
            let key = Missing(wanted: channel.wanted, sounding: preset)
            missing[key, default: Use(channelIndex: channelIndex, event: event)].count += 1
        }
        guard let preset else { return }
        uses[preset, default: Use(channelIndex: channelIndex, event: event)].count += 1
        let (key, velocity) = (event.message.data1, event.message.data2)
        let count = fonts.voices(ofPreset: preset, key: key, velocity: velocity)
        voices.noteOn(event, voices: count)
        guard count == 0 else { return }
        let silent = SilentKey(preset: preset, key: key, isDrum: channel.isDrums)
        silentKeys[silent, default: Use(channelIndex: channelIndex, event: event)].count += 1
    }

    /// The presets that sound, as indices into the fonts'.
    var used: Set<Int> { Set(uses.keys) }

    /// What was found, by time.
    func findings(_ fonts: CheckedFonts?) -> [PlainFinding] {
        guard let fonts else { return [] }
        var findings = missing.map { finding($0, $1, fonts) }
        findings += silentKeys.map { finding($0, $1, fonts) }
        findings += uses.flatMap { preset, use in
            fonts.sampleFaults(ofPreset: preset).map { finding($0, of: preset, use, fonts) }
        }
        findings.sort {
            ($0.tick ?? 0, $0.channelIndex ?? 0, $0.detail)
                < ($1.tick ?? 0, $1.channelIndex ?? 0, $1.detail)
        }
        for (port, shards) in voices.shardVoices.enumerated() {
            for peak in shards where peak.count > polyphony {
                findings.append(exceeded(peak, port))
            }
        }
        return findings
    }

    private func finding(_ missing: Missing, _ use: Use, _ fonts: CheckedFonts) -> PlainFinding {
        let notes = NumberText.count(use.count, "note")
        let wanted = missing.wanted
        let instead: String
        var isVariation = false
        if let index = missing.sounding {
            let preset = fonts.presets[index]
            instead = "\(preset.bank):\(preset.program) \(preset.name) plays instead (\(notes))"
            // The basic sound of the same instrument is what GS devices play too.
            isVariation = wanted.bank != 128 && preset.program == wanted.program
        } else {
            instead = "silent (\(notes))"
        }
        let name =
            wanted.bank == 128
            ? GeneralMIDI.drumKitName(UInt8(truncatingIfNeeded: wanted.program))
            : GeneralMIDI.programName(UInt8(truncatingIfNeeded: wanted.program))
        return PlainFinding(
            severity: isVariation ? .note : .warning,
            code: CheckCodes.Sound.presetMissing.rawValue,
            track: Int(use.event.track),
            channelIndex: use.channelIndex,
            tick: use.event.tick,
            detail: "the font has no preset \(wanted.bank):\(wanted.program)"
                + "\(name.map { " (\($0))" } ?? ""): \(instead)"
        )
    }

    private func finding(_ silent: SilentKey, _ use: Use, _ fonts: CheckedFonts) -> PlainFinding {
        let preset = fonts.presets[silent.preset]
        let key = KeyName.text(silent.key, isDrum: silent.isDrum)
        let what =
            fonts.hasKey(silent.key, inPreset: silent.preset)
            ? "no sound for \(key) at velocity \(use.event.message.data2)"
            : "no sound for \(key)"
        return PlainFinding(
            severity: .warning,
            code: CheckCodes.Sound.keySilent.rawValue,
            track: Int(use.event.track),
            channelIndex: use.channelIndex,
            tick: use.event.tick,
            detail:
                "the font's preset \(preset.bank):\(preset.program) \(preset.name) has \(what): "
                + "\(NumberText.count(use.count, "note")) silent"
        )
    }

    private func finding(
        _ fault: SampleFault,
        of preset: Int,
        _ use: Use,
        _ fonts: CheckedFonts
    ) -> PlainFinding {
        let code: CheckCodes.Sound =
            switch fault.problem {
            case .silent: .sampleInvalid
            case .loop: .loopInvalid
            }
        let preset = fonts.presets[preset]
        return PlainFinding(
            severity: .warning,
            code: code.rawValue,
            track: Int(use.event.track),
            channelIndex: use.channelIndex,
            tick: use.event.tick,
            detail: "the font's preset \(preset.bank):\(preset.program) \(preset.name): sample "
                + "\(fault.sample): \(fault.explanation)"
        )
    }

    private func exceeded(_ peak: HeldVoices.Peak, _ port: Int) -> PlainFinding {
        PlainFinding(
            severity: .warning,
            code: CheckCodes.Sound.polyphonyExceeded.rawValue,
            tick: peak.tick,
            detail:
                "held notes need \(peak.count) voices, but each half of a sampler's channels has "
                + "\(polyphony): the oldest and softest voices are stolen"
        )
    }
}

extension CheckedFonts {
    /// Whether a preset is the one that was asked for.
    fileprivate func isPreset(_ index: Int, _ address: Address) -> Bool {
        presets[index].bank == address.bank && presets[index].program == address.program
    }
}

/// Keys in sentences.
enum KeyName {
    /// `key 60 (C4)`, where C4 is the middle C, or `key 42 (Closed Hi-Hat)`.
    static func text(_ key: UInt8, isDrum: Bool) -> String {
        if isDrum {
            return "key \(key)" + (GeneralMIDI.drumName(key: key).map { " (\($0))" } ?? "")
        }
        return "key \(key) (\(NoteName.text(key)))"
    }
}
