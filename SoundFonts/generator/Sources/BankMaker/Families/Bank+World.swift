extension Bank {
    /// Programs 104–111.
    mutating func addWorld() {
        addLutes()
        let kalimba = samples("Kalimba", [64]) { key in
            var tone = Tone(key: key, rate: 24_000, lead: 0.11, loop: 0.01)
            tone.partials = [
                Partial(ratio: 1, level: 1), Partial(ratio: 2, level: 0.06, decay: 40),
                Partial(ratio: 5.4, level: 0.35, decay: 110, isTransient: true),
                Partial(ratio: 10.2, level: 0.1, decay: 200, isTransient: true),
            ]
            tone.bursts = [
                Tone.Burst(noise: Noise(low: 200, high: 2_500), level: 0.35, decay: 0.025)
            ]
            tone.startsAtZero = true
            return tone
        }
        program(
            108,
            "Kalimba",
            Layer(kalimba).with {
                $0.decay = 2.8
                $0.keyToDecay = 25
                $0.release = 0.8
                $0.velocityToCutoff = 1_800
                $0.cutoff = 10_000
            }
        )
        let chanter = samples("Bagpipe", [52, 66, 80]) { key in
            var tone = Tone(key: key, rate: 30_000, lead: 0.02, loop: 0.04)
            let bore = [Resonance(950, 300, 1.3), Resonance(2_700, 700, 1)]
            tone.partials = Partial.harmonics(of: key, upTo: 11_500) { _, hertz in
                bore.response(hertz, floor: 0.3) * exp2(-hertz / 5_000)
            }
            return tone
        }
        let pipe = Layer(chanter).with {
            $0.attack = 0.03
            $0.release = 0.08
            $0.dynamics = 10
            $0.reverb = 0.2
        }
        program(
            109,
            "Bagpipe",
            pipe,
            pipe.with {
                $0.tune = -1_200
                $0.attenuation = 10
                $0.cutoff = 3_000
            }
        )
        program(
            110,
            "Fiddle",
            Layer(palette.violin).with {
                $0.attack = 0.025
                $0.release = 0.1
                $0.cutoff = 11_000
                $0.velocityToCutoff = 1_800
                $0.resonance = 2
                $0.vibrato = Layer.Wobble(depth: 6, rate: 6.2, delay: 0.5)
            }
        )
        program(
            111,
            "Shanai",
            Layer(palette.oboe).with {
                $0.attack = 0.02
                $0.release = 0.1
                $0.cutoff = 3_600
                $0.resonance = 10
                $0.dynamics = 50
                $0.pitchSweep = Layer.Sweep(cents: -35, decay: 0.14)
                $0.vibrato = Layer.Wobble(depth: 18, rate: 6, delay: 0.35)
            }
        )
    }

    private mutating func lute(
        _ name: String,
        _ keys: [Int],
        _ change: (inout Pluck) -> Void
    ) -> SampleSet {
        samples(name, keys) { key in
            var pluck = Pluck(key: key)
            change(&pluck)
            return pluck.tone
        }
    }

    private mutating func addLutes() {
        // The flat bridge of a sitar: high partials grow while the string swings, then fade.
        let sitar = samples("Sitar", [48, 64]) { key in
            var pluck = Pluck(key: key, rate: 22_000, lead: 0.2)
            pluck.position = 0.07
            pluck.slope = 0.15
            pluck.brightness = 2_600
            pluck.damping = 5
            pluck.body = [Resonance(420, 150, 0.7), Resonance(2_400, 700, 1.2)]
            pluck.noise = 0.2
            var tone = pluck.tone
            for index in tone.partials.indices where index > 3 {
                tone.partials[index].rise = min(0.3, 0.012 * Double(index))
            }
            return tone
        }
        let sitarString = Layer(sitar).with {
            $0.decay = 8
            $0.keyToDecay = 25
            $0.release = 0.6
            $0.reverb = 0.2
        }
        program(
            104,
            "Sitar",
            sitarString,
            sitarString.with {
                $0.tune = 6
                $0.attack = 0.15
                $0.attenuation = 7
                $0.pan = 0.4
            }
        )
        let banjo = lute("Banjo", [54, 70]) {
            $0.rate = 26_000
            $0.lead = 0.12
            $0.position = 0.08
            $0.slope = 0.35
            $0.brightness = 3_200
            $0.damping = 18
            $0.body = [Resonance(420, 200, 1), Resonance(900, 300, 0.9)]
            $0.noise = 0.3
            $0.noiseHigh = 5_000
            $0.noiseDecay = 0.015
        }
        program(
            105,
            "Banjo",
            Layer(banjo).with {
                $0.decay = 2.6
                $0.keyToDecay = 25
                $0.release = 0.25
                $0.velocityToCutoff = 1_500
                $0.cutoff = 14_000
            }
        )
        let shamisen = lute("Shamisen", [54, 70]) {
            $0.rate = 22_000
            $0.lead = 0.1
            $0.position = 0.1
            $0.slope = 0.45
            $0.brightness = 2_400
            $0.damping = 22
            $0.body = [Resonance(650, 180, 1.3), Resonance(1_600, 400, 0.7)]
            $0.noise = 0.8
            $0.noiseHigh = 2_500
            $0.noiseDecay = 0.03
        }
        program(
            106,
            "Shamisen",
            Layer(shamisen).with {
                $0.decay = 2
                $0.keyToDecay = 20
                $0.release = 0.25
                $0.pitchSweep = Layer.Sweep(cents: 18, decay: 0.12)
            }
        )
        let koto = lute("Koto", [52, 70]) {
            $0.rate = 23_000
            $0.lead = 0.19
            $0.position = 0.06
            $0.slope = 0.65
            $0.brightness = 3_000
            $0.damping = 12
            $0.body = [Resonance(300, 120, 0.8), Resonance(1_000, 400, 0.5)]
            $0.noise = 0.15
        }
        program(
            107,
            "Koto",
            Layer(koto).with {
                $0.decay = 5
                $0.keyToDecay = 30
                $0.release = 0.7
                $0.velocityToCutoff = 1_800
                $0.cutoff = 13_000
                $0.pitchSweep = Layer.Sweep(cents: 10, decay: 0.1)
                $0.reverb = 0.2
            }
        )
    }
}
