extension Bank {
    /// Kicks, snares, toms, and what is played beside them.
    struct Skins {
        var kick, deepKick, snare, tightSnare, brushTap, brushSwirl: Layer
        var electronicKick, electronicSnare, electronicTom, sideStick, clap, tom: Layer
    }

    mutating func makeSkins() -> Skins {
        Skins(
            kick: hit("Kick", seconds: 0.32, rate: 20_000, drive: 2.2) {
                $0.tone(210, to: 56, time: 0.011, level: 1, decay: 0.32, attack: 0.001)
                $0.tone(95, to: 84, time: 0.03, level: 0.28, decay: 0.14)
                $0.noise(Noise(low: 1_200, high: 5_000), level: 0.16, decay: 0.018)
                $0.noise(Noise(low: 80, high: 500), level: 0.22, decay: 0.05)
            },
            deepKick: hit("Deep Kick", seconds: 0.4, rate: 14_000) {
                $0.tone(150, to: 47, time: 0.014, level: 1, decay: 0.42, attack: 0.001)
                $0.noise(Noise(low: 500, high: 2_500), level: 0.1, decay: 0.025)
                $0.noise(Noise(low: 60, high: 300), level: 0.25, decay: 0.08)
            },
            snare: hit("Snare", seconds: 0.28, rate: 30_000, drive: 2.4) {
                $0.tone(240, to: 186, time: 0.01, level: 1, decay: 0.2)
                $0.tone(380, to: 331, time: 0.01, level: 0.4, decay: 0.13)
                $0.noise(Noise(low: 1_100, high: 9_500), level: 0.38, decay: 0.3, attack: 0.001)
                $0.noise(Noise(low: 250, high: 1_500), level: 0.12, decay: 0.16)
                $0.noise(Noise(low: 1_500, high: 11_000), level: 0.5, decay: 0.03)
            },
            tightSnare: hit("Tight Snare", seconds: 0.18, rate: 30_000) {
                $0.tone(330, to: 248, time: 0.008, level: 0.5, decay: 0.09)
                $0.tone(540, to: 430, time: 0.008, level: 0.3, decay: 0.06)
                $0.noise(Noise(low: 2_000, high: 11_000), level: 0.4, decay: 0.2)
                $0.noise(Noise(low: 1_000, high: 8_000), level: 0.5, decay: 0.035)
            },
            brushTap: hit("Brush Tap", seconds: 0.18, rate: 24_000) {
                $0.tone(200, to: 180, time: 0.01, level: 0.2, decay: 0.1, attack: 0.004)
                $0.noise(Noise(low: 700, high: 4_200), level: 0.4, decay: 0.17, attack: 0.008)
            },
            brushSwirl: hit("Brush Swirl", seconds: 0.4, rate: 20_000) {
                $0.noise(Noise(low: 1_400, high: 6_500), level: 0.4, decay: 0.6, attack: 0.14)
            },
            electronicKick: hit("Electronic Kick", seconds: 0.6, rate: 10_000) {
                $0.tone(130, to: 49, time: 0.009, level: 1, decay: 0.75, attack: 0.001)
                $0.noise(Noise(low: 800, high: 3_500), level: 0.08, decay: 0.015)
            },
            electronicSnare: hit("Electronic Snare", seconds: 0.22, rate: 24_000) {
                $0.tone(420, to: 185, time: 0.012, level: 0.7, decay: 0.2)
                $0.noise(Noise(low: 600, high: 9_000), level: 0.4, decay: 0.28)
            },
            electronicTom: hit("Electronic Tom", seconds: 0.45, rate: 12_000) {
                $0.tone(220, to: 105, time: 0.045, level: 1, decay: 0.5)
                $0.noise(Noise(low: 200, high: 3_000), level: 0.12, decay: 0.05)
            },
            sideStick: hit("Side Stick", seconds: 0.09, rate: 32_000) {
                $0.tone(1_750, level: 0.5, decay: 0.05)
                $0.tone(830, level: 0.45, decay: 0.07)
                $0.tone(410, level: 0.25, decay: 0.06)
                $0.noise(Noise(low: 1_500, high: 9_000), level: 0.5, decay: 0.014)
            },
            clap: hit("Hand Clap", seconds: 0.22, rate: 24_000) {
                let hands = Noise(low: 800, high: 3_200)
                for delay in [0, 0.0105, 0.0215] {
                    $0.noise(hands, level: 0.6, decay: 0.022, delay: delay)
                }
                $0.noise(hands, level: 0.5, decay: 0.2, delay: 0.031)
                $0.noise(Noise(low: 3_000, high: 9_000), level: 0.08, decay: 0.15, delay: 0.031)
            },
            tom: hit("Tom", rootKey: 45, seconds: 0.44, rate: 14_000) {
                $0.tone(136, to: 110, time: 0.035, level: 1, decay: 0.55, attack: 0.001)
                $0.tone(208, to: 175, time: 0.03, level: 0.35, decay: 0.28)
                $0.tone(300, to: 254, time: 0.02, level: 0.2, decay: 0.16)
                $0.noise(Noise(low: 300, high: 3_500), level: 0.35, decay: 0.035)
            }
        )
    }
}
