extension Bank {
    /// A column of air: few harmonics, and the breath that moves it.
    private mutating func pipe(
        _ name: String,
        _ keys: [Int],
        _ harmonics: [Double],
        breath: Double,
        onset: Double,
        noise: Noise,
        rise: Double = 0.03
    ) -> SampleSet {
        samples(name, keys) { key in
            var tone = Tone(key: key, rate: 20_000, lead: 0.07, loop: 0.09)
            tone.partials = harmonics.enumerated().map { index, level in
                Partial(ratio: Double(index + 1), level: level, rise: rise)
            }
            tone.breath = Tone.Breath(noise: noise, level: breath, onset: onset)
            return tone
        }
    }

    /// Programs 72–79.
    mutating func addPipes() {
        let flute = pipe(
            "Flute",
            [62, 74, 87],
            [1, 0.3, 0.14, 0.05, 0.03, 0.012],
            breath: 0.035,
            onset: 5,
            noise: Noise(low: 700, high: 4_500)
        )
        palette.flute = flute
        let blown = Layer(flute).with {
            $0.attack = 0.035
            $0.release = 0.12
            $0.cutoff = 6_000
            $0.velocityToCutoff = 2_500
            $0.vibrato = Layer.Wobble(depth: 8, rate: 5, delay: 0.4)
            $0.tremolo = Layer.Wobble(depth: 1, rate: 5, delay: 0.4)
            $0.reverb = 0.25
        }
        program(
            72,
            "Piccolo",
            blown.with {
                $0.cutoff = 11_000
                $0.attack = 0.02
                $0.filterSweep = Layer.Sweep(cents: 1_200, decay: 0.2)
            }
        )
        program(73, "Flute", blown)
        let recorder = pipe(
            "Recorder",
            [67, 82],
            [1, 0.05, 0.22, 0.03, 0.06, 0.01],
            breath: 0.014,
            onset: 9,
            noise: Noise(low: 1_500, high: 5_000),
            rise: 0.015
        )
        program(
            74,
            "Recorder",
            blown.with {
                $0.set = recorder
                $0.attack = 0.015
                $0.vibrato = Layer.Wobble(depth: 3, rate: 4.5, delay: 0.6)
                $0.tremolo = nil
            }
        )
        addBreathyPipes(blown)
        addWhistles(blown)
    }

    private mutating func addBreathyPipes(_ blown: Layer) {
        let pan = pipe(
            "Pan Flute",
            [64, 79],
            [1, 0.06, 0.2, 0.02, 0.05],
            breath: 0.11,
            onset: 9,
            noise: Noise(low: 500, high: 3_500),
            rise: 0.05
        )
        palette.pan = pan
        program(
            75,
            "Pan Flute",
            blown.with {
                $0.set = pan
                $0.attack = 0.012
                $0.vibrato = Layer.Wobble(depth: 5, rate: 4.6, delay: 0.5)
            }
        )
        let bottle = pipe(
            "Bottle",
            [62],
            [1, 0.03, 0.015],
            breath: 0.3,
            onset: 4,
            noise: Noise(low: 250, high: 1_800),
            rise: 0.08
        )
        program(
            76,
            "Blown Bottle",
            blown.with {
                $0.set = bottle
                $0.attack = 0.03
                $0.vibrato = nil
                $0.release = 0.2
            }
        )
        let shakuhachi = pipe(
            "Shakuhachi",
            [62, 77],
            [1, 0.35, 0.25, 0.12, 0.06, 0.03],
            breath: 0.16,
            onset: 6,
            noise: Noise(low: 900, high: 5_000),
            rise: 0.06
        )
        program(
            77,
            "Shakuhachi",
            blown.with {
                $0.set = shakuhachi
                $0.attack = 0.02
                $0.vibrato = Layer.Wobble(depth: 16, rate: 4.8, delay: 0.6)
                $0.tremolo = Layer.Wobble(depth: 2, rate: 4.8, delay: 0.6)
            }
        )
    }

    private mutating func addWhistles(_ blown: Layer) {
        let whistle = pipe(
            "Whistle",
            [79],
            [1, 0.015, 0.01],
            breath: 0.05,
            onset: 2,
            noise: Noise(low: 900, high: 3_000)
        )
        program(
            78,
            "Whistle",
            blown.with {
                $0.set = whistle
                $0.attack = 0.05
                $0.vibrato = Layer.Wobble(depth: 14, rate: 5.6, delay: 0.3)
            }
        )
        let ocarina = pipe(
            "Ocarina",
            [72],
            [1, 0.1, 0.03, 0.01],
            breath: 0.018,
            onset: 3,
            noise: Noise(low: 800, high: 3_000)
        )
        program(
            79,
            "Ocarina",
            blown.with {
                $0.set = ocarina
                $0.attack = 0.03
                $0.vibrato = Layer.Wobble(depth: 5, rate: 5, delay: 0.5)
            }
        )
    }
}
