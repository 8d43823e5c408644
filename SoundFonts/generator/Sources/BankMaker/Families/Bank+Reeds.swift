extension Bank {
    private struct Bore {
        var formants: [Resonance]
        /// Hz in which the harmonics lose 6 dB.
        var falling: Double
        /// The strength of the even harmonics among the low ones: weak in a cylinder.
        var even = 1.0
        var floor = 0.15
        var breath = 0.012
        /// Over the number of a harmonic.
        var slope = 0.3
    }

    private mutating func reed(_ name: String, _ keys: [Int], _ bore: Bore) -> SampleSet {
        samples(name, keys) { key in
            var tone = Tone(key: key, rate: 26_000, lead: 0.042, loop: 0.03)
            tone.partials = Partial.harmonics(of: key, upTo: 10_500) { number, hertz in
                let isEven = number.remainder(dividingBy: 2) == 0
                // A cylinder's even harmonics come back higher up.
                let parity = isEven ? min(1, bore.even + (1 - bore.even) * hertz / 4_500) : 1
                let colour = bore.formants.response(hertz, floor: bore.floor)
                return parity * colour * exp2(-hertz / bore.falling) * power(number, -bore.slope)
            }
            for index in tone.partials.indices {
                tone.partials[index].rise = 0.01 + 0.04 * min(1, Double(index) / 10)
            }
            tone.breath = Tone.Breath(
                noise: Noise(low: 800, high: 6_000),
                level: bore.breath,
                onset: 8
            )
            return tone
        }
    }

    private func blown(_ set: SampleSet) -> Layer {
        Layer(set).with {
            $0.attack = 0.03
            $0.release = 0.1
            $0.cutoff = 6_500
            $0.velocityToCutoff = 3_200
            $0.vibrato = Layer.Wobble(depth: 8, rate: 5.2, delay: 0.45)
            $0.reverb = 0.18
        }
    }

    /// Programs 64–71.
    mutating func addReeds() {
        let saxophone = Bore(formants: [], falling: 2_200, floor: 0.4, breath: 0.03)
        let soprano = reed(
            "Soprano Sax",
            [60, 73],
            with(saxophone) {
                $0.formants = [Resonance(1_200, 350, 1), Resonance(2_900, 700, 0.6)]
                $0.falling = 3_000
            }
        )
        program(64, "Soprano Sax", blown(soprano))
        let alto = reed(
            "Alto Sax",
            [50, 62, 74],
            with(saxophone) {
                $0.formants = [Resonance(750, 280, 1), Resonance(1_700, 450, 0.7)]
            }
        )
        program(65, "Alto Sax", blown(alto))
        let tenor = reed(
            "Tenor Sax",
            [45, 57, 69],
            with(saxophone) {
                $0.formants = [Resonance(520, 200, 1), Resonance(1_300, 400, 0.7)]
                $0.falling = 1_800
                $0.breath = 0.045
            }
        )
        program(66, "Tenor Sax", blown(tenor))
        let baritone = reed(
            "Baritone Sax",
            [38, 51],
            with(saxophone) {
                $0.formants = [Resonance(330, 150, 1), Resonance(950, 350, 0.8)]
                $0.falling = 1_500
            }
        )
        program(67, "Baritone Sax", blown(baritone).with { $0.cutoff = 4_500 })
        let oboe = reed(
            "Oboe",
            [60, 71, 83],
            Bore(
                formants: [Resonance(1_150, 250, 1.4), Resonance(2_950, 500, 0.7)],
                falling: 4_000,
                floor: 0.12,
                slope: 0.05
            )
        )
        palette.oboe = oboe
        program(68, "Oboe", blown(oboe).with { $0.cutoff = 9_000 })
        let english = reed(
            "English Horn",
            [55, 68],
            Bore(
                formants: [Resonance(880, 200, 1.4), Resonance(2_100, 450, 0.45)],
                falling: 2_600,
                floor: 0.15,
                slope: 0.1
            )
        )
        program(69, "English Horn", blown(english))
        let bassoon = reed(
            "Bassoon",
            [36, 48, 61],
            Bore(
                formants: [Resonance(460, 110, 1.5), Resonance(1_200, 300, 0.4)],
                falling: 1_400,
                floor: 0.12,
                slope: 0.1
            )
        )
        program(
            70,
            "Bassoon",
            blown(bassoon).with {
                $0.cutoff = 4_500
                $0.vibrato = Layer.Wobble(depth: 5, rate: 5, delay: 0.5)
            }
        )
        let clarinet = reed(
            "Clarinet",
            [52, 64, 77],
            Bore(
                formants: [Resonance(1_500, 900, 0.5)],
                falling: 1_700,
                even: 0.05,
                floor: 0.5,
                breath: 0.01,
                slope: 0.35
            )
        )
        program(
            71,
            "Clarinet",
            blown(clarinet).with {
                $0.vibrato = Layer.Wobble(depth: 2, rate: 4.8, delay: 0.6)
                $0.attack = 0.04
            }
        )
    }

    private func with(_ bore: Bore, _ change: (inout Bore) -> Void) -> Bore {
        var copy = bore
        change(&copy)
        return copy
    }
}
