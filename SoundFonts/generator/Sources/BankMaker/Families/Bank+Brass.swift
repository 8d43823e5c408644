extension Bank {
    /// One player: harmonics under a resonance, the high ones coming later.
    private mutating func horn(
        _ name: String,
        _ keys: [Int],
        formants: [Resonance],
        falling: Double,
        rate: Double = 27_000
    ) -> SampleSet {
        samples(name, keys) { key in
            var tone = Tone(key: key, rate: rate, lead: 0.055, loop: 0.012)
            tone.partials = Partial.harmonics(of: key, upTo: 11_000) { number, hertz in
                formants.response(hertz, floor: 0.25) * exp2(-hertz / falling) * power(number, -0.2)
            }
            for index in tone.partials.indices {
                tone.partials[index].rise = 0.01 + 0.04 * min(1, Double(index) / 14)
            }
            tone.breath = Tone.Breath(noise: Noise(low: 600, high: 5_000), level: 0.006, onset: 12)
            return tone
        }
    }

    private func wind(_ set: SampleSet) -> Layer {
        Layer(set).with {
            $0.attack = 0.025
            $0.release = 0.12
            $0.cutoff = 4_500
            $0.velocityToCutoff = 4_200
            $0.keyToCutoff = 1_000
            $0.filterSweep = Layer.Sweep(cents: 900, attack: 0.04, decay: 0.5, sustain: 0.7)
            $0.vibrato = Layer.Wobble(depth: 5, rate: 5, delay: 0.6)
            $0.reverb = 0.2
        }
    }

    /// The sections' samples; before ``addEnsembles()``, which takes them.
    mutating func addBrassSection() {
        palette.brassSection = samples("Brass Section", [43, 55, 67, 79]) { key in
            let bells = [Resonance(700, 450, 1), Resonance(1_500, 700, 0.7)]
            let ensemble = Ensemble(key: key, rate: 20_000, loop: 0.25, spread: 8)
            return ensemble.tone { number, hertz in
                bells.response(hertz, floor: 0.3) * exp2(-hertz / 3_800) * power(number, -0.15)
            }
        }
    }

    /// Programs 56–63.
    mutating func addBrass() {
        let trumpet = horn(
            "Trumpet",
            [54, 65, 75, 85],
            formants: [Resonance(1_250, 600, 1.1), Resonance(2_600, 1_200, 0.6)],
            falling: 2_400
        )
        program(56, "Trumpet", wind(trumpet))
        let trombone = horn(
            "Trombone",
            [40, 52, 64],
            formants: [Resonance(520, 260, 1.2), Resonance(1_300, 600, 0.5)],
            falling: 1_250
        )
        program(
            57,
            "Trombone",
            wind(trombone).with {
                $0.attack = 0.035
                $0.cutoff = 3_200
            }
        )
        let tuba = horn(
            "Tuba",
            [30, 44],
            formants: [Resonance(230, 130, 1.2)],
            falling: 480,
            rate: 18_000
        )
        program(
            58,
            "Tuba",
            wind(tuba).with {
                $0.attack = 0.045
                $0.cutoff = 1_800
                $0.velocityToCutoff = 3_000
            }
        )
        let muted = horn(
            "Muted Trumpet",
            [60, 74],
            formants: [Resonance(1_800, 350, 1.6), Resonance(3_200, 700, 0.9)],
            falling: 4_500
        )
        program(
            59,
            "Muted Trumpet",
            wind(muted).with {
                $0.cutoff = 8_000
                $0.velocityToCutoff = 2_000
            }
        )
        let french = horn(
            "French Horn",
            [41, 53, 66],
            formants: [Resonance(380, 220, 1.2), Resonance(800, 300, 0.25)],
            falling: 650,
            rate: 22_000
        )
        program(
            60,
            "French Horn",
            wind(french).with {
                $0.attack = 0.05
                $0.release = 0.2
                $0.cutoff = 1_300
                $0.velocityToCutoff = 5_400
                $0.reverb = 0.3
            }
        )
        program(
            61,
            "Brass Section",
            wind(palette.brassSection).with {
                $0.cutoff = 3_600
                $0.velocityToCutoff = 5_000
                $0.vibrato = nil
                $0.release = 0.18
            }
        )
        addSynthBrass()
    }

    private mutating func addSynthBrass() {
        let first = Layer(palette.saw).with {
            $0.attack = 0.02
            $0.release = 0.2
            $0.cutoff = 900
            $0.resonance = 3
            $0.velocityToCutoff = 2_000
            $0.keyToCutoff = 1_600
            $0.filterSweep = Layer.Sweep(cents: 3_300, attack: 0.05, decay: 0.7, sustain: 0.45)
            $0.tune = -6
            $0.pan = -0.25
            $0.reverb = 0.15
        }
        program(
            62,
            "Synth Brass 1",
            first,
            first.with {
                $0.tune = 6
                $0.pan = 0.25
            }
        )
        let second = first.with {
            $0.attack = 0.07
            $0.release = 0.45
            $0.cutoff = 600
            $0.resonance = 0
            $0.filterSweep = Layer.Sweep(cents: 2_700, attack: 0.18, decay: 1.6, sustain: 0.4)
        }
        program(
            63,
            "Synth Brass 2",
            second,
            second.with {
                $0.set = palette.pulse
                $0.tune = 5
                $0.pan = 0.25
                $0.attenuation = 2
            }
        )
    }
}
