extension Bank {
    /// Drums that are played by hand, and the taiko.
    struct HandDrums {
        var bongo, conga, timbale, muteCuica, openCuica, taiko: Layer
    }

    mutating func makeHandDrums() -> HandDrums {
        HandDrums(
            bongo: hit("Bongo", seconds: 0.15, rate: 20_000) {
                $0.tone(430, to: 400, time: 0.02, level: 1, decay: 0.17)
                $0.tone(910, to: 860, time: 0.02, level: 0.25, decay: 0.07)
                $0.noise(Noise(low: 800, high: 5_000), level: 0.4, decay: 0.014)
            },
            conga: hit("Conga", seconds: 0.28, rate: 15_000) {
                $0.tone(232, to: 220, time: 0.03, level: 1, decay: 0.34)
                $0.tone(480, to: 455, time: 0.02, level: 0.3, decay: 0.14)
                $0.tone(700, level: 0.12, decay: 0.08)
                $0.noise(Noise(low: 400, high: 4_000), level: 0.35, decay: 0.02)
            },
            timbale: hit("Timbale", seconds: 0.3, rate: 20_000) {
                $0.tone(318, to: 300, time: 0.02, level: 0.8, decay: 0.4)
                for (hertz, level) in [(472.0, 0.5), (690, 0.4), (905, 0.3), (1_420, 0.2)] {
                    $0.partial(hertz, level: level, decay: 0.3)
                }
                $0.metal(16, 2_000...8_000, level: 0.15, decay: 0.2)
                $0.noise(Noise(low: 1_500, high: 8_000), level: 0.5, decay: 0.015)
            },
            muteCuica: hit("Mute Cuica", seconds: 0.17, rate: 16_000) {
                for number in 1...5 {
                    let h = Double(number)
                    let level = 0.8 / (h * h)
                    $0.tone(
                        430 * h,
                        to: 620 * h,
                        time: 0.03,
                        level: level,
                        decay: 0.16,
                        attack: 0.02
                    )
                }
                $0.noise(Noise(low: 600, high: 3_500), level: 0.04, decay: 0.15)
            },
            openCuica: hit("Open Cuica", seconds: 0.34, rate: 14_000) {
                for number in 1...5 {
                    let h = Double(number)
                    let level = 0.8 / (h * h)
                    $0.tone(
                        560 * h,
                        to: 330 * h,
                        time: 0.09,
                        level: level,
                        decay: 0.4,
                        attack: 0.03
                    )
                }
                $0.noise(Noise(low: 600, high: 3_500), level: 0.04, decay: 0.3)
            },
            taiko: hit("Taiko", rootKey: 45, seconds: 0.7, rate: 10_000) {
                $0.tone(92, to: 72, time: 0.05, level: 1, decay: 0.95, attack: 0.002)
                $0.tone(150, to: 122, time: 0.04, level: 0.4, decay: 0.5)
                $0.tone(230, to: 190, time: 0.03, level: 0.25, decay: 0.3)
                $0.noise(Noise(low: 150, high: 2_000), level: 0.5, decay: 0.06)
            }
        )
    }
}
