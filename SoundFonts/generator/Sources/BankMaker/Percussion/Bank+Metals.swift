extension Bank {
    /// Hats, cymbals, bells.
    struct Metals {
        var closedHat, openHat, crash, ride, rideBell, tambourine, cowbell: Layer
        var agogo, triangle, bellTree: Layer
    }

    mutating func makeMetals() -> Metals {
        Metals(
            closedHat: hit("Closed Hat", seconds: 0.13, rate: 40_000) {
                $0.metal(70, 4_500...15_500, level: 0.25, decay: 0.12)
                $0.noise(Noise(low: 6_500, high: 14_000, slope: 2), level: 0.35, decay: 0.1)
                $0.noise(Noise(low: 3_000, high: 9_000), level: 0.25, decay: 0.015)
                $0.filter(.highPass, 4_500)
            },
            openHat: hit("Open Hat", seconds: 0.38, rate: 34_000) {
                $0.metal(90, 3_800...15_000, level: 0.3, decay: 0.75)
                $0.noise(Noise(low: 6_000, high: 14_000, slope: 2), level: 0.3, decay: 0.7)
                $0.noise(Noise(low: 3_000, high: 9_000), level: 0.2, decay: 0.02)
                $0.filter(.highPass, 4_000)
            },
            crash: hit("Crash", seconds: 0.8, rate: 28_000) {
                $0.metal(110, 350...13_000, level: 0.3, decay: 1.9, attack: 0.004)
                $0.noise(Noise(low: 2_800, high: 12_500), level: 0.3, decay: 1.3, attack: 0.003)
                $0.noise(Noise(low: 1_500, high: 9_000), level: 0.35, decay: 0.12)
                $0.filter(.highPass, 600)
            },
            ride: hit("Ride", seconds: 0.5, rate: 25_000) {
                $0.metal(60, 2_400...11_500, level: 0.22, decay: 1.6)
                $0.metal(14, 480...2_000, level: 0.09, decay: 1.8)
                $0.noise(Noise(low: 4_000, high: 11_500), level: 0.09, decay: 0.8)
                $0.noise(Noise(low: 3_000, high: 11_000), level: 0.4, decay: 0.018)
                $0.filter(.highPass, 500)
            },
            rideBell: hit("Ride Bell", seconds: 0.3, rate: 22_000) {
                for (hertz, level) in [
                    (790.0, 0.5), (1_320, 0.7), (2_140, 0.6), (3_270, 0.5), (4_690, 0.35),
                    (6_150, 0.25),
                ] { $0.partial(hertz, level: level, decay: 1.1) }
                $0.metal(24, 3_000...11_000, level: 0.25, decay: 0.8)
                $0.noise(Noise(low: 3_000, high: 10_000), level: 0.3, decay: 0.012)
            },
            tambourine: hit("Tambourine", seconds: 0.19, rate: 32_000) {
                $0.metal(30, 5_500...13_500, level: 0.3, decay: 0.3)
                $0.noise(Noise(low: 6_000, high: 13_000), level: 0.22, decay: 0.16)
                $0.noise(Noise(low: 5_000, high: 13_000), level: 0.3, decay: 0.05, delay: 0.025)
                $0.tone(260, level: 0.08, decay: 0.05)
                $0.filter(.highPass, 2_500)
            },
            cowbell: hit("Cowbell", seconds: 0.26, rate: 22_000) {
                for (hertz, level) in [
                    (562.0, 0.8), (845, 1), (1_350, 0.35), (2_250, 0.4), (3_380, 0.25),
                    (4_900, 0.15),
                ] { $0.partial(hertz, level: level, decay: 0.34) }
                $0.noise(Noise(low: 1_000, high: 6_000), level: 0.4, decay: 0.02)
            },
            agogo: hit("Agogo", rootKey: 67, seconds: 0.3, rate: 19_000) {
                for (ratio, level) in [
                    (1.0, 0.5), (2.0, 1), (2.98, 0.35), (4.6, 0.3), (6.1, 0.2), (8.3, 0.12),
                ] { $0.partial(391.995 * ratio, level: level, decay: 0.55) }
                $0.noise(Noise(low: 1_500, high: 6_000), level: 0.3, decay: 0.012)
            },
            triangle: makeTriangle(),
            bellTree: hit("Bell Tree", seconds: 0.4, rate: 16_000) {
                for index in 0..<18 {
                    let number = Double(index)
                    $0.tone(
                        7_800 * exp2(-number * 0.075),
                        level: 0.35,
                        decay: 0.5,
                        delay: number * 0.016
                    )
                }
            }
        )
    }

    /// A bent rod, looped so that it rings as long as it should.
    mutating func makeTriangle() -> Layer {
        let set = samples("Triangle", [96]) { key in
            var tone = Tone(key: key, rate: 30_000, lead: 0.06, loop: 0.09)
            tone.partials = [
                (1_630.0, 0.12, 0.0), (2_730, 0.2, 0), (4_080, 0.5, 0), (4_110, 0.3, 5),
                (5_390, 0.7, 8), (6_720, 0.5, 14), (8_150, 0.5, 24), (9_640, 0.35, 36),
                (11_200, 0.3, 50),
            ].map {
                Partial(ratio: $0.0 / frequency(ofKey: Double(key)), level: $0.1, decay: $0.2)
            }
            tone.bursts = [
                Tone.Burst(noise: Noise(low: 4_000, high: 11_000), level: 0.5, decay: 0.012)
            ]
            return tone
        }
        return Layer.drum(set).with {
            $0.decay = 3.2
            $0.reverb = 0.2
        }
    }
}
