extension Bank {
    /// Programs 40–47: bowed strings one by one, tremolo, pizzicato, harp, timpani.
    mutating func addStrings() {
        addSoloStrings()
        program(
            44,
            "Tremolo Strings",
            Layer(palette.strings).with {
                $0.attack = 0.08
                $0.release = 0.3
                $0.cutoff = 7_000
                $0.velocityToCutoff = 2_000
                $0.tremolo = Layer.Wobble(depth: 7, rate: 10.5)
                $0.reverb = 0.25
            }
        )
        addPluckedStrings()
        addTimpani()
    }

    /// A string under a bow: all harmonics, coloured by the body.
    private mutating func bowed(_ name: String, _ keys: [Int], _ body: [Resonance]) -> SampleSet {
        samples(name, keys) { key in
            var tone = Tone(key: key, rate: key < 50 ? 20_000 : 28_000, lead: 0.052, loop: 0.012)
            tone.partials = Partial.harmonics(of: key, upTo: 11_000) { number, hertz in
                body.response(hertz, floor: 0.45) * power(number, -0.95) * exp2(-hertz / 5_500)
            }
            for index in tone.partials.indices {
                tone.partials[index].rise = 0.015 + 0.04 * min(1, Double(index) / 12)
            }
            tone.breath = Tone.Breath(noise: Noise(low: 900, high: 6_000), level: 0.012, onset: 14)
            return tone
        }
    }

    private mutating func addSoloStrings() {
        let violin = bowed(
            "Violin",
            [57, 65, 74, 84],
            [
                Resonance(280, 40, 1.0), Resonance(460, 70, 1.2), Resonance(560, 70, 0.9),
                Resonance(2_500, 900, 1.1),
            ]
        )
        palette.violin = violin
        let solo = Layer(violin).with {
            $0.attack = 0.07
            $0.release = 0.16
            $0.cutoff = 7_500
            $0.velocityToCutoff = 2_200
            $0.vibrato = Layer.Wobble(depth: 13, rate: 5.8, delay: 0.35)
            $0.reverb = 0.2
        }
        program(40, "Violin", solo)
        let viola = bowed(
            "Viola",
            [50, 60, 70, 80],
            [
                Resonance(220, 40, 1.1), Resonance(370, 60, 1.2), Resonance(1_100, 300, 0.8),
                Resonance(2_000, 700, 0.6),
            ]
        )
        program(
            41,
            "Viola",
            solo.with {
                $0.set = viola
                $0.cutoff = 5_500
                $0.attack = 0.085
            }
        )
        let cello = bowed(
            "Cello",
            [38, 46, 55, 65],
            [
                Resonance(105, 25, 0.9), Resonance(190, 40, 1.2), Resonance(300, 60, 0.8),
                Resonance(700, 200, 0.7), Resonance(1_600, 600, 0.4),
            ]
        )
        program(
            42,
            "Cello",
            solo.with {
                $0.set = cello
                $0.cutoff = 4_500
                $0.attack = 0.09
                $0.vibrato = Layer.Wobble(depth: 12, rate: 5.2, delay: 0.4)
            }
        )
        let contrabass = bowed(
            "Contrabass",
            [30, 42],
            [Resonance(65, 20, 0.8), Resonance(120, 35, 1.2), Resonance(400, 150, 0.6)]
        )
        program(
            43,
            "Contrabass",
            solo.with {
                $0.set = contrabass
                $0.cutoff = 2_800
                $0.attack = 0.12
                $0.vibrato = Layer.Wobble(depth: 8, rate: 4.6, delay: 0.45)
            }
        )
    }

    private mutating func addPluckedStrings() {
        let pizzicato = samples("Pizzicato", [46, 60, 75]) { key in
            var pluck = Pluck(key: key, rate: 20_000, lead: 0.09)
            pluck.position = 0.28
            pluck.slope = 1
            pluck.brightness = 1_700
            pluck.damping = 45
            pluck.body = [Resonance(280, 60, 1), Resonance(480, 90, 1), Resonance(1_200, 400, 0.5)]
            pluck.noise = 0.2
            pluck.noiseHigh = 2_500
            pluck.noiseDecay = 0.02
            return pluck.tone
        }
        program(
            45,
            "Pizzicato Strings",
            Layer(pizzicato).with {
                $0.decay = 1.1
                $0.keyToDecay = 25
                $0.release = 0.5
                $0.cutoff = 7_000
                $0.velocityToCutoff = 2_400
                $0.reverb = 0.25
            }
        )
        let harp = samples("Harp", [40, 57, 76]) { key in
            var pluck = Pluck(key: key, rate: 18_000, lead: 0.17)
            pluck.position = 0.42
            pluck.slope = 1.3
            pluck.brightness = 2_600
            pluck.damping = 14
            pluck.noise = 0.05
            pluck.noiseHigh = 1_500
            return pluck.tone
        }
        program(
            46,
            "Harp",
            Layer(harp).with {
                $0.decay = 7.5
                $0.keyToDecay = 40
                $0.release = 1.2
                $0.cutoff = 8_000
                $0.velocityToCutoff = 2_800
                $0.reverb = 0.25
            }
        )
    }

    private mutating func addTimpani() {
        let timpani = samples("Timpani", [43]) { key in
            var tone = Tone(key: key, rate: 12_000, lead: 0.38, loop: 0.12)
            // The modes of a kettledrum: the air in it brings them near 1 : 1.5 : 2 : 2.44.
            tone.partials = [
                (1, 1, 0), (1.5, 0.7, 3), (1.98, 0.45, 7), (2.44, 0.3, 12), (2.9, 0.18, 20),
            ].map { Partial(ratio: $0.0, level: $0.1, decay: $0.2) }
            for (ratio, level) in [(0.85, 0.7), (1.73, 0.5), (2.3, 0.4), (3.4, 0.35), (4.2, 0.2)] {
                tone.partials.append(
                    Partial(ratio: ratio, level: level, decay: 60, isTransient: true)
                )
            }
            tone.bursts = [
                Tone.Burst(noise: Noise(low: 60, high: 1_200), level: 0.5, decay: 0.07)
            ]
            tone.startsAtZero = true
            return tone
        }
        palette.timpani = timpani
        program(
            47,
            "Timpani",
            Layer(timpani).with {
                $0.decay = 5
                $0.keyToDecay = 15
                $0.release = 2.5
                $0.cutoff = 3_500
                $0.velocityToCutoff = 2_600
                $0.reverb = 0.3
            }
        )
    }
}
