extension Bank {
    /// Shakers, scrapers, woods, whistles.
    struct SmallPercussion {
        var vibraslap, cabasa, maracas, whistle, shortGuiro, longGuiro, claves: Layer
        var woodBlock, castanets, scratch, click: Layer
    }

    mutating func makeSmallPercussion() -> SmallPercussion {
        SmallPercussion(
            vibraslap: hit("Vibraslap", seconds: 0.5, rate: 14_000) { shot in
                // Rivets rattle in a box, ever faster and softer.
                var (time, distance, level) = (0.0, 0.037, 0.7)
                while time < 0.41 {
                    shot.tone(2_650, level: level, decay: 0.03, delay: time)
                    shot.tone(3_900, level: level * 0.6, decay: 0.02, delay: time)
                    time += distance
                    distance *= 0.985
                    level *= 0.9
                }
                shot.noise(Noise(low: 2_000, high: 6_000), level: 0.2, decay: 0.02)
            },
            cabasa: hit("Cabasa", seconds: 0.11, rate: 32_000) {
                $0.noise(
                    Noise(low: 4_500, high: 12_000, slope: 2),
                    level: 0.4,
                    decay: 0.1,
                    attack: 0.022
                )
            },
            maracas: hit("Maracas", seconds: 0.08, rate: 32_000) {
                $0.noise(
                    Noise(low: 5_000, high: 12_000, slope: 2),
                    level: 0.4,
                    decay: 0.05,
                    attack: 0.008
                )
            },
            whistle: makeWhistle(),
            shortGuiro: hit("Short Guiro", seconds: 0.14, rate: 24_000) { shot in
                for stroke in 0..<12 {
                    let time = Double(stroke) * 0.0095
                    shot.noise(
                        Noise(low: 2_200, high: 6_500),
                        level: 0.5,
                        decay: 0.011,
                        delay: time
                    )
                    shot.tone(2_900, level: 0.3, decay: 0.012, delay: time)
                }
            },
            longGuiro: hit("Long Guiro", seconds: 0.4, rate: 18_000) { shot in
                for stroke in 0..<22 {
                    let number = Double(stroke)
                    let level = 0.25 + 0.012 * number
                    let time = number * 0.021 - number * number * 0.00012
                    shot.noise(
                        Noise(low: 2_000, high: 6_000),
                        level: level,
                        decay: 0.014,
                        delay: time
                    )
                    shot.tone(2_700, level: level * 0.6, decay: 0.015, delay: time)
                }
            },
            claves: hit("Claves", seconds: 0.09, rate: 28_000) {
                $0.tone(2_480, level: 1, decay: 0.085)
                $0.tone(6_300, level: 0.12, decay: 0.02)
            },
            woodBlock: hit("Wood Block", rootKey: 72, seconds: 0.12, rate: 26_000) {
                $0.tone(1_046.5, level: 1, decay: 0.09)
                $0.tone(1_690, level: 0.4, decay: 0.05)
                $0.tone(3_100, level: 0.15, decay: 0.03)
                $0.noise(Noise(low: 800, high: 5_000), level: 0.25, decay: 0.01)
            },
            castanets: hit("Castanets", seconds: 0.07, rate: 28_000) {
                $0.tone(1_950, level: 0.5, decay: 0.03)
                $0.tone(3_250, level: 0.5, decay: 0.03)
                $0.noise(Noise(low: 1_800, high: 9_000), level: 0.6, decay: 0.018)
            },
            scratch: hit("Scratch", seconds: 0.16, rate: 22_000) {
                $0.noise(Noise(low: 500, high: 4_500), level: 0.3, decay: 0.2, attack: 0.05)
                $0.tone(500, to: 2_200, time: 0.05, level: 0.3, decay: 0.2, attack: 0.04)
                $0.tone(1_000, to: 4_400, time: 0.05, level: 0.2, decay: 0.2, attack: 0.04)
            },
            click: hit("Click", seconds: 0.03, rate: 28_000) {
                $0.tone(1_600, level: 0.7, decay: 0.02)
                $0.tone(4_800, level: 0.25, decay: 0.015)
            }
        )
    }

    /// A pea whistle: two notes that beat, and the pea's flutter of 30 Hz.
    private mutating func makeWhistle() -> Layer {
        let set = samples("Pea Whistle", [96]) { key in
            var tone = Tone(key: key, rate: 26_000, lead: 0.01, loop: 1.0 / 15)
            let base = frequency(ofKey: Double(key))
            for side in -2...2 {
                let shift = Double(side) * 30 / base
                let weight = exp2(-1.3 * Double(side.magnitude))
                tone.partials.append(Partial(ratio: 1 + shift, level: weight))
                tone.partials.append(Partial(ratio: 1.09 + shift, level: weight * 0.5))
            }
            tone.breath = Tone.Breath(noise: Noise(low: 1_500, high: 6_000), level: 0.1, onset: 3)
            return tone
        }
        return Layer.drum(set).with { $0.attack = 0.01 }
    }
}
