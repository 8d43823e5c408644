extension Bank {
    /// One mode of a bar, a bell, a glass.
    private struct Mode {
        var ratio: Double
        var level: Double
        /// dB per second faster than the first.
        var decay: Double

        init(_ ratio: Double, _ level: Double, _ decay: Double) {
            self.ratio = ratio
            self.level = level
            self.decay = decay
        }
    }

    private static func struck(
        _ key: Int,
        rate: Double,
        lead: Double,
        _ modes: [Mode],
        mallet: Double,
        malletHigh: Double
    ) -> Tone {
        var tone = Tone(key: key, rate: rate, lead: lead, loop: 0.012)
        tone.partials = modes.map { mode in
            Partial(
                ratio: mode.ratio,
                level: mode.level,
                decay: mode.decay,
                // Harmonic ones may stay in the loop.
                isTransient: mode.ratio != mode.ratio.rounded()
            )
        }
        tone.bursts = [
            Tone.Burst(noise: Noise(low: 150, high: malletHigh), level: mallet, decay: 0.02)
        ]
        tone.startsAtZero = true
        return tone
    }

    /// Programs 8–15: tuned percussion.
    mutating func addBars() {
        let celesta = samples("Celesta", [64, 82]) {
            Self.struck(
                $0,
                rate: 28_000,
                lead: 0.14,
                [Mode(1, 1, 0), Mode(2, 0.08, 12), Mode(4, 0.25, 30), Mode(6.3, 0.12, 90)],
                mallet: 0.12,
                malletHigh: 1_800
            )
        }
        palette.celesta = celesta
        let celestaLayer = Layer(celesta).with {
            $0.decay = 6.5
            $0.keyToDecay = 40
            $0.release = 0.8
            $0.velocityToCutoff = 1_800
            $0.cutoff = 15_000
        }
        program(8, "Celesta", celestaLayer)
        let glass = samples("Glockenspiel", [76, 92]) {
            Self.struck(
                $0,
                rate: 36_000,
                lead: 0.11,
                [Mode(1, 1, 0), Mode(2.756, 0.5, 32), Mode(5.404, 0.3, 60), Mode(8.93, 0.12, 120)],
                mallet: 0.25,
                malletHigh: 9_000
            )
        }
        palette.glockenspiel = glass
        program(
            9,
            "Glockenspiel",
            Layer(glass).with {
                $0.decay = 5
                $0.keyToDecay = 30
                $0.release = 2
                $0.velocityToCutoff = 1_500
                $0.reverb = 0.2
            }
        )
        let comb = samples("Music Box", [66, 82]) {
            Self.struck(
                $0,
                rate: 28_000,
                lead: 0.12,
                [Mode(1, 1, 0), Mode(3, 0.06, 15), Mode(6.27, 0.4, 45), Mode(9.4, 0.1, 120)],
                mallet: 0.3,
                malletHigh: 6_000
            )
        }
        program(
            10,
            "Music Box",
            Layer(comb).with {
                $0.decay = 5.5
                $0.keyToDecay = 30
                $0.release = 1.6
                $0.reverb = 0.25
            }
        )
        let vibes = samples("Vibraphone", [55, 72]) {
            Self.struck(
                $0,
                rate: 20_000,
                lead: 0.12,
                [Mode(1, 1, 0), Mode(4, 0.3, 28), Mode(9.9, 0.12, 120)],
                mallet: 0.07,
                malletHigh: 900
            )
        }
        program(
            11,
            "Vibraphone",
            Layer(vibes).with {
                $0.decay = 12
                $0.keyToDecay = 25
                $0.release = 1.2
                $0.cutoff = 8_000
                $0.velocityToCutoff = 3_000
                $0.tremolo = Layer.Wobble(depth: 3, rate: 5.2)
                $0.reverb = 0.2
            }
        )
        addWood()
        addTubesAndDulcimer()
    }

    private mutating func addWood() {
        let marimba = samples("Marimba", [48, 62, 78]) {
            Self.struck(
                $0,
                rate: 22_000,
                lead: 0.09,
                [Mode(1, 1, 0), Mode(3.93, 0.35, 110), Mode(9.2, 0.12, 300)],
                mallet: 0.12,
                malletHigh: 900
            )
        }
        program(
            12,
            "Marimba",
            Layer(marimba).with {
                $0.decay = 2.2
                $0.keyToDecay = 35
                $0.release = 0.9
                $0.cutoff = 9_000
                $0.velocityToCutoff = 2_600
            }
        )
        let xylophone = samples("Xylophone", [66, 82]) {
            Self.struck(
                $0,
                rate: 32_000,
                lead: 0.08,
                [Mode(1, 1, 0), Mode(3, 0.55, 45), Mode(6.02, 0.35, 140), Mode(10.1, 0.15, 300)],
                mallet: 0.45,
                malletHigh: 6_000
            )
        }
        program(
            13,
            "Xylophone",
            Layer(xylophone).with {
                $0.decay = 1.1
                $0.keyToDecay = 25
                $0.release = 0.5
                $0.velocityToCutoff = 1_200
            }
        )
    }

    private mutating func addTubesAndDulcimer() {
        // A tube's modes, over the strike note: the ear makes the note from 2, 3 and 4.
        let tubes = samples("Tubular Bell", [60]) { key in
            var tone = Tone(key: key, rate: 24_000, lead: 0.22, loop: 0.08)
            tone.partials = [
                (0.5, 0.12, 2.0), (1, 0.22, 4), (2, 1, 0), (3.01, 0.75, 4), (4.166, 0.6, 9),
                (5.434, 0.45, 14), (6.793, 0.3, 22), (8.215, 0.2, 32), (9.7, 0.12, 44),
            ].map { Partial(ratio: $0.0, level: $0.1, decay: $0.2) }
            tone.bursts = [Tone.Burst(noise: Noise(low: 300, high: 5_000), level: 0.2, decay: 0.03)]
            tone.startsAtZero = true
            return tone
        }
        program(
            14,
            "Tubular Bells",
            Layer(tubes).with {
                $0.decay = 11
                $0.keyToDecay = 20
                $0.release = 3
                $0.cutoff = 12_000
                $0.velocityToCutoff = 2_400
                $0.reverb = 0.3
            }
        )
        let dulcimer = samples("Dulcimer", [54, 74]) { key in
            var pluck = Pluck(key: key, rate: 24_000, lead: 0.18)
            pluck.position = 0.09
            pluck.slope = 0.7
            pluck.brightness = 3_400
            pluck.damping = 8
            pluck.noise = 0.25
            pluck.noiseHigh = 4_000
            pluck.noiseDecay = 0.02
            return pluck.tone
        }
        let course = Layer(dulcimer).with {
            $0.decay = 6
            $0.keyToDecay = 35
            $0.release = 1.4
            $0.tune = -4
            $0.pan = -0.25
            $0.velocityToCutoff = 1_800
            $0.cutoff = 14_000
            $0.reverb = 0.2
        }
        program(
            15,
            "Dulcimer",
            course,
            course.with {
                $0.tune = 4
                $0.pan = 0.25
            }
        )
    }
}
