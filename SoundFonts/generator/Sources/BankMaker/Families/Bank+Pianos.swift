extension Bank {
    /// Programs 0–7: pianos, electric pianos, harpsichord, clavinet.
    mutating func addPianos() {
        let piano = samples("Piano", [24, 36, 47, 57, 66, 76, 86, 98], Self.piano)
        let grand = Layer(piano).with {
            $0.decay = 17
            $0.keyToDecay = 50
            $0.release = 0.6
            $0.cutoff = 3_200
            $0.velocityToCutoff = 3_200
            $0.filterSweep = Layer.Sweep(cents: 2_600, decay: 4)
            $0.keyToCutoff = 1_200
            $0.reverb = 0.1
        }
        program(0, "Grand Piano", grand)
        program(
            1,
            "Bright Piano",
            grand.with {
                $0.cutoff = 7_000
                $0.velocityToCutoff = 2_000
            }
        )
        program(
            2,
            "Electric Grand",
            grand.with {
                $0.cutoff = 4_000
                $0.resonance = 3
                $0.chorus = 0.35
                $0.decay = 14
            }
        )
        let saloon = grand.with {
            $0.cutoff = 7_000
            $0.pan = -0.3
            $0.tune = -9
        }
        program(
            3,
            "Honky-tonk Piano",
            saloon,
            saloon.with {
                $0.pan = 0.3
                $0.tune = 9
                $0.attenuation = 1
            }
        )
        addElectricPianos()
        addPluckedKeyboards()
    }

    /// Strings that a hammer strikes at an eighth of their length.
    private static func piano(_ key: Int) -> Tone {
        let base = frequency(ofKey: Double(key))
        let octaves = (Double(key) - 60) / 12
        // Stiffness: the sharpening of partial h is (1 + b·h²)^½, as measured on grand pianos.
        let stiffness = 0.0004 * exp2(octaves * 1.1) + 0.00012 * exp2(-octaves)
        // The felt: high notes have hardly any partials, low ones many.
        let felt = 2_100 * exp2(octaves * 0.28)
        var tone = Tone(key: key, rate: key < 40 ? 14_000 : key < 60 ? 19_000 : 26_000)
        tone.lead = key < 60 ? 0.46 : key < 80 ? 0.3 : 0.16
        tone.loop = 0.09
        var number = 1.0
        while number < 60 {
            let ratio = number * (1 + stiffness * number * number).squareRoot()
            let hertz = ratio * base
            if hertz > 11_000 { break }
            let strike = sine(turns: number / 16.3).magnitude + 0.08
            // The soundboard gives little below 90 Hz.
            let board = hertz * hertz / (hertz * hertz + 8_000)
            let level = strike * board * exp2(-hertz / felt) / (0.6 + 0.4 * number)
            let fading = 1.5 + 0.0075 * (hertz - base)
            // Two strings: they agree at first and fade fast together, what stays fades slowly.
            tone.partials.append(Partial(ratio: ratio, level: level * 0.55, decay: fading * 0.7))
            var fast = Partial(ratio: ratio * (1 + 0.0006), level: level, decay: fading * 2 + 14)
            fast.isTransient = true
            tone.partials.append(fast)
            number += 1
        }
        tone.bursts = [
            Tone.Burst(
                noise: Noise(low: 60, high: 700 + base),
                level: 0.25 * exp2(octaves * 0.35),
                decay: 0.09
            )
        ]
        return tone
    }
}
