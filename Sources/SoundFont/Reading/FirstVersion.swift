import Glibc

/// The parameters of SoundFont 1 in the units of SoundFont 2.
///
/// They were the units of the sound card's registers. E-mu never published the format: these rules
/// come from its readers for Linux, and from measurements of the card's drivers.
enum FirstVersion {
    /// Frames per second of all samples: those of the card.
    static let rate: UInt32 = 44_100

    /// The number of the generator for the pitch of a recording, in cents from key 0; SoundFont 2
    /// has no such generator.
    static let samplePitch: UInt16 = 55

    /// The amount of a generator in the units of SoundFont 2; `nil` if it is not known.
    static func amount(of kind: GeneratorKind, _ amount: Int16) -> Int16? {
        let value = Double(amount)
        switch kind {
        case .modulationLFODelay, .vibratoDelay, .modulationDelay, .modulationAttack,
            .modulationHold, .modulationDecay, .modulationRelease, .volumeDelay, .volumeAttack,
            .volumeHold, .volumeDecay, .volumeRelease:
            return timecents(milliseconds: UInt16(bitPattern: amount))
        case .modulationLFOToPitch, .vibratoToPitch, .modulationEnvelopeToPitch:
            return rounded(value * 9.375)
        case .modulationLFOToFilter: return rounded(value * 56.25)
        case .modulationEnvelopeToFilter: return rounded(value * 112.5)
        case .modulationLFOToVolume: return rounded(value * 1.875)
        case .filterCutoff: return amount >= 127 ? 13_500 : rounded(4_366 + 59 * max(value, 0))
        case .filterResonance: return rounded(value * 1.5)
        case .chorusSend, .reverbSend: return rounded(value * 1_000 / 255)
        case .pan: return rounded(min(max((value - 64) * 1_000 / 126, -500), 500))
        case .modulationLFOFrequency, .vibratoFrequency:
            return amount > 0 ? rounded(1_200 * log2(value) - 7_925) : -16_000
        case .modulationSustain: return rounded(max(1_000 * (96 - value) / 96, 0))
        case .volumeSustain: return amount < 96 ? rounded(1_000 - 10.5 * value) : 0
        // 0.375 dB each; synthesizers play 0.4 of an attenuation.
        case .attenuation: return rounded(min(max(127 - value, 0), 127) * 9.375)
        case .scaleTuning: return amount == 1 ? 50 : 100
        case .keyToModulationHold, .keyToModulationDecay, .keyToVolumeHold, .keyToVolumeDecay:
            return nil
        default: return amount
        }
    }

    private static func timecents(milliseconds: UInt16) -> Int16 {
        milliseconds > 0 ? rounded(1_200 * log2(Double(milliseconds) / 1_000)) : -12_000
    }

    private static func rounded(_ value: Double) -> Int16 {
        Int16(min(max(value.rounded(), -32_768), 32_767))
    }

    /// Sets a zone's root key and tuning from the pitch of its sample.
    ///
    /// - Parameters:
    ///   - zone: The zone.
    ///   - pitch: The pitch in cents, from key 0 on.
    static func setPitch(of zone: inout SoundBank.Zone, _ pitch: Int16) {
        // A root key shifts the pitch, as it shifts the key.
        let own = zone.amount(of: .rootKey).map { Int($0) } ?? 60
        let cents = Int(pitch) + 100 * (own - 60)
        let key = min(max((cents + 50) / 100, 0), 127)
        let tuning =
            Int(zone.amount(of: .coarseTune) ?? 0) * 100
            + Int(zone.amount(of: .fineTune) ?? 0) + key * 100 - cents
        let semitones = (Double(tuning) / 100).rounded()
        zone.set(.rootKey, Int16(key))
        zone.set(.coarseTune, Int16(min(max(semitones, -120), 120)))
        zone.set(.fineTune, Int16(min(max(tuning - 100 * Int(semitones), -99), 99)))
    }

    /// Gives a bank, whose amounts have been converted, the defaults and the presets of SoundFont
    /// 2.
    static func complete(_ bank: inout SoundBank) {
        for index in bank.presets.indices { fill(&bank, preset: index) }
        for index in bank.instruments.indices {
            let global = bank.instruments[index].global
            for zone in bank.instruments[index].zones.indices {
                func has(_ kind: GeneratorKind) -> Bool {
                    (bank.instruments[index].zones[zone].amount(of: kind)
                        ?? global?.amount(of: kind)) != nil
                }
                // Envelopes fall to silence, as far as they fall.
                if has(.volumeDecay), !has(.volumeSustain) {
                    bank.instruments[index].zones[zone].set(.volumeSustain, 1_000)
                }
                if has(.modulationDecay), !has(.modulationSustain) {
                    bank.instruments[index].zones[zone].set(.modulationSustain, 1_000)
                }
            }
        }
    }

    /// The generators of a preset's zones supply those that its instrument lacks; only attenuation
    /// is added.
    private static func fill(_ bank: inout SoundBank, preset: Int) {
        let shared = bank.presets[preset].global?.generators ?? []
        bank.presets[preset].global?.generators = []
        for zone in bank.presets[preset].zones.indices {
            let own = bank.presets[preset].zones[zone].generators
            let generators =
                own + shared.filter { generator in !own.contains { $0.kind == generator.kind } }
            guard !generators.isEmpty, let target = bank.presets[preset].zones[zone].target else {
                continue
            }
            var instrument = bank.instruments[target]
            let global = instrument.global
            for index in instrument.zones.indices {
                for generator in generators {
                    let kind = generator.kind
                    let present =
                        instrument.zones[index].amount(of: kind)
                        ?? global?.amount(of: kind)
                    if kind == .attenuation {
                        let sum = Int(present ?? 0) + Int(generator.amount)
                        instrument.zones[index].set(kind, Int16(min(sum, 1_440)))
                    } else if present == nil {
                        instrument.zones[index].set(kind, generator.amount)
                    }
                }
            }
            bank.presets[preset].zones[zone].generators = []
            bank.presets[preset].zones[zone].target = bank.add(instrument)
        }
    }
}

extension SoundBank.Zone {
    /// Sets a generator, replacing an existing one.
    fileprivate mutating func set(_ kind: GeneratorKind, _ amount: Int16) {
        generators.removeAll { $0.kind == kind }
        generators.append(Generator(kind, amount))
    }
}
