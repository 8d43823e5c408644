extension Bank {
    private static let acousticBody = [
        Resonance(105, 25, 1.0), Resonance(205, 45, 1.1), Resonance(400, 120, 0.6),
        Resonance(2_600, 900, 0.35),
    ]

    /// Programs 24–31.
    mutating func addGuitars() {
        addAcousticGuitars()
        addElectricGuitars()
        addOverdrivenGuitars()
    }

    private mutating func addAcousticGuitars() {
        let nylon = samples("Nylon Guitar", [41, 52, 63, 75]) { key in
            var pluck = Pluck(key: key, rate: 20_000, lead: 0.17)
            pluck.position = 0.2
            pluck.slope = 1.15
            pluck.brightness = 1_900
            pluck.damping = 17
            pluck.body = Self.acousticBody
            pluck.noise = 0.13
            pluck.noiseHigh = 900
            return pluck.tone
        }
        palette.nylon = nylon
        program(
            24,
            "Nylon Guitar",
            Layer(nylon).with {
                $0.decay = 7
                $0.keyToDecay = 35
                $0.release = 0.25
                $0.cutoff = 4_200
                $0.velocityToCutoff = 2_800
                $0.filterSweep = Layer.Sweep(cents: 1_400, decay: 2)
            }
        )
        let steel = samples("Steel Guitar", [41, 52, 63, 75]) { key in
            var pluck = Pluck(key: key, rate: 24_000, lead: 0.16)
            pluck.position = 0.13
            pluck.slope = 0.75
            pluck.brightness = 3_300
            pluck.damping = 9
            pluck.stiffness = 0.00006
            pluck.body = Self.acousticBody
            pluck.floor = 0.6
            pluck.noise = 0.16
            pluck.noiseHigh = 5_500
            pluck.noiseDecay = 0.018
            pluck.highest = 12_000
            return pluck.tone
        }
        palette.steel = steel
        program(
            25,
            "Steel Guitar",
            Layer(steel).with {
                $0.decay = 10
                $0.keyToDecay = 35
                $0.release = 0.3
                $0.cutoff = 5_500
                $0.velocityToCutoff = 3_000
                $0.filterSweep = Layer.Sweep(cents: 1_800, decay: 3)
            }
        )
    }

    private mutating func addElectricGuitars() {
        let jazz = samples("Jazz Guitar", [42, 55, 70]) { key in
            var pluck = Pluck(key: key, rate: 15_000, lead: 0.14)
            pluck.position = 0.25
            pluck.pickup = 0.27
            pluck.slope = 0.7
            pluck.brightness = 800
            pluck.damping = 13
            pluck.noise = 0.1
            pluck.noiseHigh = 1_200
            pluck.highest = 5_500
            return pluck.tone
        }
        program(
            26,
            "Jazz Guitar",
            Layer(jazz).with {
                $0.decay = 9
                $0.keyToDecay = 30
                $0.release = 0.2
                $0.cutoff = 4_500
                $0.velocityToCutoff = 2_600
            }
        )
        let clean = samples("Clean Guitar", [42, 55, 70]) { key in
            var pluck = Pluck(key: key, rate: 22_000, lead: 0.16)
            pluck.position = 0.16
            pluck.pickup = 0.11
            pluck.slope = 0.35
            pluck.brightness = 2_000
            pluck.damping = 7
            pluck.noise = 0.06
            pluck.noiseHigh = 4_000
            return pluck.tone
        }
        let strat = Layer(clean).with {
            $0.decay = 12
            $0.keyToDecay = 30
            $0.release = 0.25
            $0.cutoff = 9_000
            $0.velocityToCutoff = 2_800
            $0.chorus = 0.35
        }
        program(27, "Clean Guitar", strat)
        let muted = strat.with {
            $0.decay = 1.2
            $0.keyToDecay = 10
            $0.release = 0.06
            $0.cutoff = 3_000
            $0.velocityToCutoff = 2_000
            $0.chorus = 0
        }
        // Twice: one alone is too short to be as loud as the other programs.
        program(28, "Muted Guitar", muted, muted)
    }

    private mutating func addOverdrivenGuitars() {
        let cabinet = [Resonance(110, 60, 0.5), Resonance(2_400, 1_200, 1.4)]
        let overdriven = samples("Overdriven Guitar", [42, 56, 71]) { key in
            var tone = Tone(key: key, rate: 19_000, lead: 0.1, loop: 0.1)
            tone.partials = Partial.harmonics(of: key, upTo: 7_500) { number, hertz in
                let comb = sine(turns: number * 0.08).magnitude + 0.25
                let speaker = 1 / (1 + power(hertz / 4_600, 8))
                return comb * cabinet.response(hertz, floor: 0.6) * speaker * power(number, -0.8)
            }
            tone.bursts = [Tone.Burst(noise: Noise(low: 300, high: 4_000), level: 0.5, decay: 0.05)]
            return tone
        }
        program(
            29,
            "Overdriven Guitar",
            Layer(overdriven).with {
                $0.decay = 25
                $0.keyToDecay = 15
                $0.release = 0.15
                $0.cutoff = 6_000
                $0.velocityToCutoff = 2_000
                $0.filterSweep = Layer.Sweep(cents: 1_200, decay: 2.5)
                $0.dynamics = 60
                $0.vibrato = Layer.Wobble(depth: 4, rate: 5, delay: 0.8)
            }
        )
        let distorted = samples("Distortion Guitar", [42, 57, 73]) { key in
            let base = frequency(ofKey: Double(key))
            var tone = Tone(key: key, rate: 20_000, lead: 0.05, loop: 0.25)
            // Every harmonic with a neighbour a cycle of the loop away: the roughness of a
            // string that drives an amplifier into its limits.
            tone.partials = Partial.harmonics(of: key, upTo: 8_000) { number, hertz in
                let speaker = 1 / (1 + power(hertz / 5_200, 8))
                return cabinet.response(hertz, floor: 0.8) * speaker * power(number, -0.45)
            }
            let beside = 4 / base
            for partial in tone.partials where partial.ratio > 2 {
                var other = partial
                other.ratio += partial.ratio.remainder(dividingBy: 2) == 0 ? beside : -beside
                other.level *= 0.35
                tone.partials.append(other)
            }
            tone.breath = Tone.Breath(noise: Noise(low: 800, high: 4_500), level: 0.05, onset: 6)
            return tone
        }
        palette.distorted = distorted
        program(
            30,
            "Distortion Guitar",
            Layer(distorted).with {
                $0.decay = 60
                $0.release = 0.15
                $0.filterSweep = Layer.Sweep(cents: 1_500, decay: 0.5)
                $0.cutoff = 7_000
                $0.dynamics = 40
                $0.vibrato = Layer.Wobble(depth: 5, rate: 5.2, delay: 0.7)
            }
        )
        let harmonic = samples("Guitar Harmonic", [60]) { key in
            var tone = Tone(key: key, rate: 24_000, lead: 0.14, loop: 0.01)
            // Touched at the twelfth fret: an octave up, and only its own harmonics.
            tone.partials = [
                Partial(ratio: 1, level: 0.1), Partial(ratio: 2, level: 1),
                Partial(ratio: 4, level: 0.3, decay: 15), Partial(ratio: 6, level: 0.15, decay: 40),
            ]
            tone.bursts = [Tone.Burst(noise: Noise(low: 500, high: 5_000), level: 0.2, decay: 0.02)]
            return tone
        }
        program(
            31,
            "Guitar Harmonics",
            Layer(harmonic).with {
                $0.decay = 9
                $0.keyToDecay = 20
                $0.release = 0.6
                $0.chorus = 0.2
            }
        )
    }
}
