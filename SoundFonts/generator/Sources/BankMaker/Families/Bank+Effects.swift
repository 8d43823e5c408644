extension Bank {
    /// Noise that loops; before those who take it.
    mutating func addNoises() {
        var dice = Dice(4)
        let rate = 20_000.0
        let frames = 10_000
        let noise = Noise(low: 0, high: 20_000).loop(frames: frames, rate: rate, &dice)
        let values = Array(noise[(frames - 16)...]) + noise + Array(noise[..<16])
        palette.breath = [
            file.add(
                Sample(
                    name: "Noise",
                    values: values,
                    rate: Int(rate),
                    rootKey: 60,
                    loop: 16..<frames + 16
                )
            )
        ]
    }

    /// Programs 120–127.
    mutating func addEffects() {
        let noise = Layer(palette.breath).with {
            $0.release = 0.3
            $0.cents = 30
            $0.reverb = 0.15
        }
        addFretNoise()
        let breath = noise.with {
            $0.attack = 0.08
            $0.decay = 1.6
            $0.cutoff = 2_600
            $0.resonance = 5
            $0.filterSweep = Layer.Sweep(cents: 900, attack: 0.15, decay: 0.8)
        }
        // Twice: its filter takes so much.
        program(121, "Breath Noise", breath, breath)
        program(
            122,
            "Seashore",
            noise.with {
                // A wave every six seconds. It begins soon enough to be heard in a short note.
                $0.attack = 1.2
                $0.release = 2
                $0.cutoff = 1_100
                $0.tremolo = Layer.Wobble(depth: 7, rate: 0.16)
                $0.wah = Layer.Wobble(depth: 1_100, rate: 0.16)
                $0.reverb = 0.3
            }
        )
        addBird()
        addTelephone()
        program(
            125,
            "Helicopter",
            noise.with {
                $0.attack = 0.2
                $0.cutoff = 420
                $0.resonance = 4
                $0.tremolo = Layer.Wobble(depth: 12, rate: 12)
                $0.wah = Layer.Wobble(depth: 1_200, rate: 12)
            },
            Layer(palette.saw).with {
                $0.attack = 0.3
                $0.cents = 20
                $0.tune = -3_000
                $0.cutoff = 600
                $0.attenuation = 8
                $0.tremolo = Layer.Wobble(depth: 8, rate: 12)
            }
        )
        addApplause()
        addGunshot()
    }

    private mutating func addFretNoise() {
        // A finger slides along a wound string: noise around a rising whistle.
        var squeak = OneShot(seconds: 0.26, rate: 16_000, seed: 120)
        squeak.noise(Noise(low: 1_200, high: 4_000, slope: 2), level: 0.4, decay: 0.6, attack: 0.05)
        squeak.tone(1_500, to: 2_600, time: 0.12, level: 0.35, decay: 0.5, attack: 0.06)
        squeak.tone(3_000, to: 5_200, time: 0.1, level: 0.15, decay: 0.4, attack: 0.06)
        program(
            120,
            "Fret Noise",
            Layer([file.add(squeak.sample("Fret Noise"))]).with {
                $0.cents = 50
                $0.release = 0.2
            }
        )
    }

    private mutating func addBird() {
        var bird = OneShot(seconds: 0.52, rate: 16_000, seed: 123)
        for (start, from, to) in [
            (0.0, 3_200.0, 5_200.0), (0.12, 4_900, 3_600), (0.24, 3_400, 5_600),
            (0.36, 5_400, 3_900),
            (0.44, 3_000, 5_800),
        ] {
            bird.tone(
                from,
                to: to,
                time: 0.03,
                level: 0.5,
                decay: 0.14,
                attack: 0.015,
                delay: start
            )
        }
        let layer = Layer([file.add(bird.sample("Bird"))])
        program(
            123,
            "Bird Tweet",
            layer.with {
                $0.cents = 50
                $0.release = 0.5
                $0.reverb = 0.3
            }
        )
    }

    private mutating func addTelephone() {
        // A bell with two gongs and a clapper: 20 strokes a second.
        let bell = samples("Telephone", [72]) { key in
            var tone = Tone(key: key, rate: 26_000, lead: 0.01, loop: 0.2)
            let base = frequency(ofKey: Double(key))
            for (ratio, level) in [
                (2.0, 1.0), (2.37, 0.9), (4.5, 0.5), (5.4, 0.5), (7.7, 0.25), (9.3, 0.2),
            ] {
                // A stroke 20 times a second: sidebands 20 Hz apart.
                for side in -3...3 {
                    let weight = exp2(-0.7 * Double(side.magnitude))
                    tone.partials.append(
                        Partial(ratio: ratio + Double(side) * 20 / base, level: level * weight)
                    )
                }
            }
            return tone
        }
        program(
            124,
            "Telephone",
            Layer(bell).with {
                $0.cents = 50
                $0.release = 0.9
                // Rings and pauses.
                $0.tremolo = Layer.Wobble(depth: 3, rate: 20)
            }
        )
    }

    private mutating func addApplause() {
        var dice = Dice(126)
        let rate = 15_000.0
        let frames = 12_000
        // A few hundred hands a second, each with a cavity of its own.
        var sum = [Double](repeating: 0, count: frames)
        for _ in 0..<220 {
            let start = Int(dice.unit() * Double(frames))
            let strength = 0.3 + dice.unit()
            let filter = Biquad(.bandPass, (700 + 1_900 * dice.unit()) / rate, quality: 1.6)
            var clap = (0..<400).map { index in
                dice.bell() * exp2(-Double(index) / 36) * strength
            }
            filter.apply(to: &clap)
            for index in clap.indices { sum[(start + index) % frames] += clap[index] }
        }
        for filter in Biquad.guards { filter.applyCircularly(to: &sum) }
        let values = Array(sum[(frames - 16)...]) + sum + Array(sum[..<16])
        let sample = Sample(
            name: "Applause",
            values: values,
            rate: Int(rate),
            rootKey: 60,
            loop: 16..<frames + 16
        )
        let crowd = Layer([file.add(sample)]).with {
            $0.attack = 0.3
            $0.release = 1.2
            $0.cents = 20
            $0.reverb = 0.3
            $0.pan = -0.4
        }
        program(
            126,
            "Applause",
            crowd,
            crowd.with {
                $0.tune = 220
                $0.pan = 0.4
            }
        )
    }

    private mutating func addGunshot() {
        var shot = OneShot(seconds: 0.36, rate: 16_000, seed: 127)
        shot.noise(Noise(low: 60, high: 9_000), level: 1, decay: 0.12)
        shot.noise(Noise(low: 60, high: 1_200), level: 0.6, decay: 0.55)
        shot.tone(160, to: 45, time: 0.03, level: 1, decay: 0.2)
        let gun = Layer([file.add(shot.sample("Gunshot"))]).with {
            $0.cents = 50
            $0.release = 1.5
            $0.reverb = 0.45
        }
        // Twice: it is too short to be as loud as the other programs otherwise.
        program(127, "Gunshot", gun, gun)
    }
}
