extension Bank {
    /// Programs 112–119.
    mutating func addPercussion() {
        let tinkle = samples("Tinkle Bell", [79]) { key in
            var tone = Tone(key: key, rate: 36_000, lead: 0.12, loop: 0.04)
            tone.partials = [
                (1, 1, 0), (2.01, 0.35, 4), (2.6, 0.55, 8), (3.9, 0.4, 14), (5.2, 0.3, 24),
                (6.9, 0.2, 40),
            ].map { Partial(ratio: $0.0, level: $0.1, decay: $0.2) }
            tone.startsAtZero = true
            return tone
        }
        let struck = Layer(tinkle).with {
            $0.decay = 3.2
            $0.release = 1.5
            $0.velocityToCutoff = 1_200
            $0.cutoff = 15_000
            $0.reverb = 0.25
        }
        program(112, "Tinkle Bell", struck)
        program(
            113,
            "Agogo",
            struck.with {
                $0.set = palette.agogo
                $0.decay = nil
                $0.release = 0.4
            }
        )
        let pan = samples("Steel Drum", [60, 76]) { key in
            var tone = Tone(key: key, rate: 22_000, lead: 0.13, loop: 0.03)
            // The octave and the twelfth are tuned into the pan, and bloom after the stroke.
            tone.partials = [
                Partial(ratio: 1, level: 1, rise: 0.004),
                Partial(ratio: 2, level: 0.75, decay: 8, rise: 0.02),
                Partial(ratio: 3, level: 0.4, decay: 16, rise: 0.03),
                Partial(ratio: 4, level: 0.3, decay: 26, rise: 0.03),
                Partial(ratio: 5.03, level: 0.18, decay: 40),
                Partial(ratio: 6.1, level: 0.15, decay: 60),
                Partial(ratio: 8.2, level: 0.1, decay: 90),
                Partial(ratio: 2.02, level: 0.35, decay: 22, isTransient: true),
            ]
            tone.bursts = [
                Tone.Burst(noise: Noise(low: 300, high: 3_000), level: 0.25, decay: 0.025)
            ]
            tone.startsAtZero = true
            return tone
        }
        program(
            114,
            "Steel Drum",
            struck.with {
                $0.set = pan
                $0.decay = 4
                $0.keyToDecay = 20
                $0.release = 0.6
                $0.cutoff = 9_000
                $0.velocityToCutoff = 2_800
            }
        )
        let drum = struck.with {
            $0.decay = nil
            $0.release = 1
            $0.cutoff = 12_000
            $0.velocityToCutoff = 1_800
        }
        // Twice: one hit is too short to be as loud as the other programs.
        let block = drum.with { $0.set = palette.woodBlock }
        program(115, "Wood Block", block, block)
        let taiko = drum.with { $0.set = palette.taiko }
        program(116, "Taiko", taiko, taiko)
        let tom = drum.with {
            $0.set = palette.tom
            $0.tune = -500
        }
        program(117, "Melodic Tom", tom, tom)
        program(
            118,
            "Synth Drum",
            Layer(palette.sine).with {
                $0.decay = 0.9
                $0.release = 0.5
                $0.pitchSweep = Layer.Sweep(cents: 2_400, decay: 0.25)
            },
            Layer(palette.breath).with {
                $0.decay = 0.12
                $0.release = 0.1
                $0.cents = 0
                $0.attenuation = 8
            }
        )
        addReverseCymbal()
    }

    private mutating func addReverseCymbal() {
        var dice = Dice(119)
        let wash = samples("Cymbal Wash", [60]) { key in
            var tone = Tone(key: key, rate: 26_000, loop: 0.2)
            tone.partials = (0..<90).map { _ in
                Partial(ratio: 1.5 * exp2(dice.unit() * 4.9), level: 0.4 + dice.unit())
            }
            tone.breath = Tone.Breath(noise: Noise(low: 2_000, high: 10_000), level: 0.8)
            return tone
        }
        program(
            119,
            "Reverse Cymbal",
            Layer(wash).with {
                // Louder and brighter until it is cut off.
                $0.attack = 1.5
                $0.decay = 0.4
                $0.release = 0.15
                $0.cents = 40
                $0.cutoff = 2_500
                $0.filterSweep = Layer.Sweep(cents: 3_000, attack: 1.5, decay: 0.4)
                $0.reverb = 0.25
            }
        )
    }
}
