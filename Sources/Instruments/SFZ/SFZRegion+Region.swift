import SoundFont

extension SFZRegion {
    /// SFZ counts the time of a decay to −78 dB (e⁻⁹, as ARIA's players do), a SoundFont to −96 dB.
    private static let decayScale = 96 / 78.17

    /// The region in a SoundFont's terms.
    func region(
        source: Int,
        _ classes: SFZExclusiveClasses,
        _ curves: SFZCurves,
        _ log: inout InstrumentLog
    ) -> Region {
        var region = Region(source: source, position: position)
        region.keys = Self.range(keys)
        region.velocities = Self.range(velocities)
        region.rootKey = keycenter == -128 ? nil : Int(min(max(keycenter, 0), 127))
        region.tuning = tune + 100 * transpose
        let outer = outerAmplitudes
        region.gain =
            volume + outerVolumes.group + outerVolumes.master + outerVolumes.global
            + Units.decibels(max(amplitude, 0) / 100)
            + Units.decibels(outer.group * outer.master * outer.global / 1_000_000)
        region.pan = min(max(pan / 100, -1), 1)
        region.start = max(Units.integer(offset) ?? 0, 0)
        region.end = end.flatMap(Units.integer).map { $0 + 1 }
        region.loopStart = loopStart.flatMap(Units.integer)
        region.loopEnd = loopEnd.flatMap(Units.integer).map { $0 + 1 }
        region.loopMode = mode(&log)
        region.choice = choice
        region.noteGain = noteGain(curves)
        setEnvelopes(&region, &log)
        setFilter(&region, &log)
        setOscillators(&region, &log)
        region.set(.scaleTuning, min(max(keytrack, 0), 1_200), default: 100)
        region.set(.exclusiveClass, Double(classes.number(of: self)))
        region.set(.reverbSend, min(max(effects.reverb, 0), 100) * 10)
        region.set(.chorusSend, min(max(effects.chorus, 0), 100) * 10)
        if pitchVelocity != 0 {
            region.modulators.append(
                Modulator(
                    source: .velocity,
                    destination: .fineTune,
                    amount: Units.amount(pitchVelocity)
                )
            )
        }
        return region
    }

    /// The condition on which it plays; `nil` for always.
    private var choice: RegionChoice? {
        var choice = RegionChoice()
        // No file has as many turns; a table of the audio thread counts them in 16 bits.
        choice.length = min(max(Units.integer(sequenceLength) ?? 1, 1), 65_535)
        choice.position = max((sequencePosition.flatMap { Units.integer($0.number) } ?? 1) - 1, 0)
        let start = random?.number ?? 0
        choice.random = start..<max(randomEnd, start)
        return choice == RegionChoice() ? nil : choice
    }

    private static func range(_ ends: (low: Double, high: Double)) -> ZoneRange {
        // Bytes above 127 hold nothing, as keys do that were moved below 0.
        func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255)) }
        return ends.high < 0 ? ZoneRange(255, 255) : ZoneRange(byte(ends.low), byte(ends.high))
    }

    private func mode(_ log: inout InstrumentLog) -> Region.LoopMode? {
        guard let loopMode else { return loopStart != nil && loopEnd != nil ? .continuous : nil }
        switch loopMode.text {
        case "no_loop": return Region.LoopMode.none
        case "one_shot": return .oneShot
        case "loop_continuous": return .continuous
        case "loop_sustain": return .untilRelease
        default:
            log.addOnce(
                .warning,
                loopMode.position,
                "loop_mode=\(loopMode.text.prefix(40))",
                "expected no_loop, one_shot, loop_continuous or loop_sustain; left out"
            )
            return nil
        }
    }

    private func setEnvelopes(_ region: inout Region, _ log: inout InstrumentLog) {
        region.set(
            .volumeDelay,
            Units.timecents(amp.delay + delay, limit: 5_000),
            default: -12_000
        )
        region.set(.volumeAttack, Units.timecents(amp.attack), default: -12_000)
        region.set(.volumeHold, Units.timecents(amp.hold, limit: 5_000), default: -12_000)
        region.set(.volumeDecay, Units.timecents(amp.decay * Self.decayScale), default: -12_000)
        let sustain = min(max(amp.sustain / 100, 0), 1)
        region.set(.volumeSustain, min(-10 * Units.decibels(sustain), 1_440))
        region.set(
            .volumeRelease,
            region.loopMode == .oneShot
                ? 8_000 : Units.timecents(amp.release * Self.decayScale),
            default: -12_000
        )
        var envelope = filter
        if filter.depth != 0 {
            region.set(.modulationEnvelopeToFilter, min(max(filter.depth, -12_000), 12_000))
            if pitch.depth != 0 {
                log.addOnce(
                    .warning,
                    position,
                    "pitcheg_depth",
                    "a SoundFont has one envelope for filter and pitch; the filter gets it"
                )
            }
        } else if pitch.depth != 0 {
            envelope = pitch
            region.set(.modulationEnvelopeToPitch, min(max(pitch.depth, -12_000), 12_000))
        } else {
            return
        }
        region.set(
            .modulationDelay,
            Units.timecents(envelope.delay + delay, limit: 5_000),
            default: -12_000
        )
        region.set(.modulationAttack, Units.timecents(envelope.attack), default: -12_000)
        region.set(.modulationHold, Units.timecents(envelope.hold, limit: 5_000), default: -12_000)
        region.set(.modulationDecay, Units.timecents(envelope.decay), default: -12_000)
        let drop = 1 - min(max(envelope.sustain / 100, 0), 1)
        region.set(.modulationSustain, drop * 1_000)
        region.set(.modulationRelease, Units.timecents(envelope.release), default: -12_000)
    }

    private func setFilter(_ region: inout Region, _ log: inout InstrumentLog) {
        guard let cutoff, cutoff > 0 else { return }
        if let filterType, filterType.text != "lpf_2p" {
            let isLowPass = filterType.text.hasPrefix("lpf_")
            log.addOnce(
                .warning,
                filterType.position,
                "fil_type=\(filterType.text.prefix(40))",
                isLowPass
                    ? "a SoundFont's low pass has two poles; that is played"
                    : "a SoundFont has a low pass only; no filter is played"
            )
            guard isLowPass else { return }
        }
        // FluidSynth divides the key by 128.
        let keyed = Units.amount(filterKeytrack * 128)
        let cents =
            Units.absoluteCents(cutoff) + cutoffShift
            - Double(keyed) * filterKeycenter / 128
        let lowest = keyed == 0 ? 1_500.0 : -12_000
        region.set(.filterCutoff, min(max(cents, lowest), 13_500), default: 13_500)
        let resonance = min(max(resonance, 0), 96)
        region.set(.filterResonance, resonance * 10)
        // A SoundFont's filter takes half of its resonance off everything.
        region.gain += resonance / 2
        for (source, amount) in [
            (ModulatorSource.velocity, Units.amount(filterVelocity)), (.key, keyed),
        ] where amount != 0 {
            region.modulators.append(
                Modulator(source: source, destination: .filterCutoff, amount: amount)
            )
        }
    }

    private func setOscillators(_ region: inout Region, _ log: inout InstrumentLog) {
        func frequency(_ value: Double) -> Double {
            min(max(Units.absoluteCents(value), -16_000), 4_500)
        }
        if pitchLFO.isUsed {
            region.set(.vibratoToPitch, min(max(pitchLFO.depth, -12_000), 12_000))
            region.set(.vibratoFrequency, frequency(pitchLFO.frequency))
            region.set(
                .vibratoDelay,
                Units.timecents(pitchLFO.delay + delay, limit: 5_000),
                default: -12_000
            )
        }
        guard ampLFO.isUsed || filterLFO.isUsed else { return }
        let oscillator = ampLFO.isUsed ? ampLFO : filterLFO
        if ampLFO.isUsed {
            region.set(.modulationLFOToVolume, min(max(ampLFO.depth * 10, -960), 960))
        }
        if filterLFO.isUsed {
            region.set(.modulationLFOToFilter, min(max(filterLFO.depth, -12_000), 12_000))
            if ampLFO.isUsed, ampLFO.frequency != filterLFO.frequency {
                log.addOnce(
                    .warning,
                    position,
                    "fillfo_freq",
                    "a SoundFont has one oscillator for filter and volume; amplfo_freq is played"
                )
            }
        }
        region.set(.modulationLFOFrequency, frequency(oscillator.frequency))
        region.set(
            .modulationLFODelay,
            Units.timecents(oscillator.delay + delay, limit: 5_000),
            default: -12_000
        )
    }
}
