extension Bank {
    /// Programs 4 and 5.
    mutating func addElectricPianos() {
        let tines = samples("Tine", [40, 57, 76]) { key in
            let base = frequency(ofKey: Double(key))
            var tone = Tone(key: key, rate: 20_000, lead: 0.16, loop: 0.01)
            // The magnet's curve gives harmonics, most to the bass.
            tone.partials = Partial.harmonics(of: key, upTo: 9_000, count: 12) { number, hertz in
                number == 1 ? 1 : 0.62 * power(number, -1.1) * exp2(-(hertz - base) / 900)
            }
            for index in tone.partials.indices where index > 0 {
                tone.partials[index].decay = 10 + 6 * Double(index)
            }
            // The tine itself, far above the tone bar.
            tone.partials.append(
                Partial(ratio: 7.1, level: 0.28, decay: 60, isTransient: true)
            )
            tone.partials.append(
                Partial(ratio: 17.4, level: 0.07, decay: 120, isTransient: true)
            )
            tone.bursts = [Tone.Burst(noise: Noise(low: 80, high: 900), level: 0.1, decay: 0.03)]
            tone.startsAtZero = true
            return tone
        }
        palette.tine = tines
        let suitcase = Layer(tines).with {
            $0.decay = 14
            $0.keyToDecay = 40
            $0.release = 0.35
            $0.cutoff = 5_500
            $0.velocityToCutoff = 5_000
            $0.keyToCutoff = 1_200
            $0.tremolo = Layer.Wobble(depth: 1.6, rate: 5)
            $0.chorus = 0.12
        }
        program(4, "Electric Piano 1", suitcase)
        let digital = samples("Digital Piano", [43, 60, 76]) { key in
            var tone = Tone(key: key, rate: 28_000, lead: 0.12, loop: 0.01)
            tone.partials = [
                Partial(ratio: 1, level: 1), Partial(ratio: 2, level: 0.2, decay: 8),
                Partial(ratio: 3, level: 0.34, decay: 14), Partial(ratio: 4, level: 0.1, decay: 20),
                Partial(ratio: 5, level: 0.12, decay: 24),
                Partial(ratio: 13, level: 0.14, decay: 55, isTransient: true),
                Partial(ratio: 14, level: 0.3, decay: 45, isTransient: true),
                Partial(ratio: 15, level: 0.14, decay: 55, isTransient: true),
            ]
            tone.startsAtZero = true
            return tone
        }
        palette.digital = digital
        let left = Layer(digital).with {
            $0.decay = 13
            $0.keyToDecay = 45
            $0.release = 0.4
            $0.cutoff = 12_000
            $0.velocityToCutoff = 3_800
            $0.chorus = 0.45
            $0.tune = -4
            $0.pan = -0.35
        }
        program(
            5,
            "Electric Piano 2",
            left,
            left.with {
                $0.tune = 4
                $0.pan = 0.35
            }
        )
    }

    /// Programs 6 and 7.
    mutating func addPluckedKeyboards() {
        let harpsichord = samples("Harpsichord", [40, 57, 74]) { key in
            var pluck = Pluck(key: key, rate: 28_000, lead: 0.16)
            pluck.position = 0.11
            pluck.slope = 0.35
            pluck.brightness = 4_200
            pluck.damping = 6
            pluck.highest = 13_000
            pluck.noise = 0.2
            pluck.noiseHigh = 8_000
            pluck.noiseDecay = 0.012
            return pluck.tone
        }
        let eightFoot = Layer(harpsichord).with {
            $0.decay = 9
            $0.keyToDecay = 45
            $0.release = 0.22
            $0.dynamics = 30
        }
        program(
            6,
            "Harpsichord",
            eightFoot,
            eightFoot.with {
                $0.tune = 1_200
                $0.attenuation = 8
                $0.keys = 0...108
            }
        )
        let clavinet = samples("Clavinet", [40, 56, 74]) { key in
            var pluck = Pluck(key: key, rate: 22_000, lead: 0.1)
            pluck.position = 0.06
            pluck.pickup = 0.22
            pluck.slope = 0.15
            pluck.brightness = 2_300
            pluck.damping = 11
            pluck.noise = 0.3
            pluck.noiseHigh = 2_000
            pluck.noiseDecay = 0.015
            return pluck.tone
        }
        program(
            7,
            "Clavinet",
            Layer(clavinet).with {
                $0.decay = 6
                $0.keyToDecay = 35
                $0.release = 0.1
                $0.cutoff = 7_000
                $0.velocityToCutoff = 3_000
                $0.resonance = 4
                $0.filterSweep = Layer.Sweep(cents: 1_500, decay: 0.6)
            }
        )
    }
}
