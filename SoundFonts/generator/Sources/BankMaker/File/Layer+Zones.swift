import SoundFont

extension Layer {
    /// The attenuation that brings a sample to the layer's loudness.
    ///
    /// The EMU8000 took 0.4 of what the file says, banks were made for it, and FluidSynth does the
    /// same; so 1 dB that is heard is 25 centibels in the file.
    private func level(of sample: SampleReference) -> [Setting] {
        let decibels = sample.loudness - Loudness.target + attenuation
        guard decibels > 0.02 else { return [] }
        return [Setting(.attenuation, Int((decibels * 25).rounded()))]
    }

    /// The zones: the common settings, then one zone for each sample.
    var zones: [FontFile.Zone] {
        var zones = [globalZone]
        for (index, sample) in set.enumerated() {
            // Each sample serves the keys nearest to its own, more of those below: transposing
            // down is the cleaner way.
            let lowest = index == 0 ? 0 : (2 * set[index - 1].rootKey + sample.rootKey) / 3 + 1
            let highest =
                index == set.count - 1
                ? 127 : (2 * sample.rootKey + set[index + 1].rootKey) / 3
            let range = max(lowest, keys.lowerBound)...max(highest, lowest, keys.lowerBound)
            guard lowest <= keys.upperBound, highest >= keys.lowerBound else { continue }
            var settings = [
                Setting(.keyRange, range.lowerBound...min(range.upperBound, keys.upperBound))
            ]
            if velocities != 0...127 { settings.append(Setting(.velocityRange, velocities)) }
            settings += level(of: sample)
            if sample.isLooped { settings.append(Setting(.sampleModes, 1)) }
            settings.append(Setting(.sample, sample.index))
            zones.append(FontFile.Zone(settings: settings))
        }
        return zones
    }

    /// The zone of a drum: one key, which plays the sample as it stands, tuned by ``tune``.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - shared: The settings of the instrument's global zone, which need not be repeated.
    /// - Returns: The zone; `nil` if there is no sample.
    func zone(onKey key: Int, shared: [Setting]) -> FontFile.Zone? {
        guard let sample = set.first else { return nil }
        var settings = [Setting(.keyRange, key...key)]
        settings += common.filter { !shared.contains($0) }
        settings += level(of: sample)
        settings.append(Setting(.rootKey, key))
        if sample.isLooped { settings.append(Setting(.sampleModes, 1)) }
        settings.append(Setting(.sample, sample.index))
        return FontFile.Zone(settings: settings)
    }

    /// The zone that stands before the others of an instrument and holds for all of them.
    var globalZone: FontFile.Zone {
        FontFile.Zone(settings: common, modulators: modulators)
    }

    private var common: [Setting] {
        volume + filter + movement + panAndTuning
    }

    private var volume: [Setting] {
        var settings: [Setting] = []
        if attack > 0.001 { settings.append(Setting(.volumeAttack, seconds: attack)) }
        if hold > 0 { settings.append(Setting(.volumeHold, seconds: hold)) }
        if let decay {
            settings.append(Setting(.volumeDecay, seconds: decay))
            settings.append(Setting(.volumeSustain, Int((sustain * 10).rounded())))
            if keyToDecay != 0 { settings.append(Setting(.keyToVolumeDecay, keyToDecay)) }
        }
        settings.append(Setting(.volumeRelease, seconds: release))
        return settings
    }

    private var filter: [Setting] {
        var settings: [Setting] = []
        if let cutoff { settings.append(Setting(.filterCutoff, hertz: cutoff)) }
        if resonance > 0 {
            settings.append(Setting(.filterResonance, Int((resonance * 10).rounded())))
        }
        if let sweep = filterSweep ?? pitchSweep {
            settings.append(Setting(.modulationAttack, seconds: sweep.attack))
            settings.append(Setting(.modulationDecay, seconds: sweep.decay))
            settings.append(
                Setting(.modulationSustain, Int(((1 - sweep.sustain) * 1_000).rounded()))
            )
            settings.append(Setting(.modulationRelease, seconds: max(release, 0.3)))
        }
        if let filterSweep {
            settings.append(Setting(.modulationEnvelopeToFilter, Int(filterSweep.cents)))
        }
        if let pitchSweep {
            settings.append(Setting(.modulationEnvelopeToPitch, Int(pitchSweep.cents)))
        }
        return settings
    }

    private var movement: [Setting] {
        var settings: [Setting] = []
        if let vibrato {
            settings.append(Setting(.vibratoToPitch, Int(vibrato.depth)))
            settings.append(Setting(.vibratoFrequency, hertz: vibrato.rate))
            settings.append(Setting(.vibratoDelay, seconds: vibrato.delay))
        } else {
            // The oscillator that the modulation wheel brings in, if the sound has no vibrato of
            // its own.
            settings.append(Setting(.vibratoFrequency, hertz: 5.5))
        }
        if let oscillator = tremolo ?? wah {
            settings.append(Setting(.modulationLFOFrequency, hertz: oscillator.rate))
            settings.append(Setting(.modulationLFODelay, seconds: oscillator.delay))
        }
        if let tremolo {
            settings.append(Setting(.modulationLFOToVolume, Int((tremolo.depth * 10).rounded())))
        }
        if let wah { settings.append(Setting(.modulationLFOToFilter, Int(wah.depth))) }
        return settings
    }

    private var panAndTuning: [Setting] {
        var settings: [Setting] = []
        if pan != 0 { settings.append(Setting(.pan, Int((pan * 500).rounded()))) }
        let semitones = (tune / 100).rounded()
        if semitones != 0 { settings.append(Setting(.coarseTune, Int(semitones))) }
        let rest = (tune - semitones * 100).rounded()
        if rest != 0 { settings.append(Setting(.fineTune, Int(rest))) }
        if cents != 100 { settings.append(Setting(.scaleTuning, cents)) }
        if chorus > 0 { settings.append(Setting(.chorusSend, Int((chorus * 1_000).rounded()))) }
        if reverb > 0 { settings.append(Setting(.reverbSend, Int((reverb * 1_000).rounded()))) }
        if exclusiveClass > 0 { settings.append(Setting(.exclusiveClass, exclusiveClass)) }
        return settings
    }

    private var modulators: [Modulator] {
        // Both versions of the default from velocity to the filter (SoundFont 2.01 and 2.04,
        // 8.4.2) give way to the layer's own.
        var modulators = [
            Modulator(
                source: .softness,
                destination: .filterCutoff,
                amount: 0,
                amountSource: .velocitySwitch
            ),
            Modulator(
                source: .softness,
                destination: .filterCutoff,
                amount: Int16(-velocityToCutoff)
            ),
        ]
        if keyToCutoff != 0 {
            modulators.append(
                Modulator(source: .key, destination: .filterCutoff, amount: Int16(keyToCutoff))
            )
        }
        if dynamics != 96 {
            modulators.append(
                Modulator(
                    source: .concaveSoftness,
                    destination: .attenuation,
                    amount: Int16(dynamics * 10)
                )
            )
        }
        return modulators
    }
}
