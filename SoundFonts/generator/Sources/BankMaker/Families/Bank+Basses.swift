extension Bank {
    /// Programs 32–39.
    mutating func addBasses() {
        let acoustic = samples("Acoustic Bass", [31, 45]) { key in
            var pluck = Pluck(key: key, rate: 12_000, lead: 0.22)
            pluck.position = 0.25
            pluck.slope = 0.75
            pluck.brightness = 500
            pluck.damping = 28
            pluck.body = [Resonance(70, 30, 0.8), Resonance(160, 60, 0.8)]
            pluck.floor = 0.7
            pluck.noise = 0.16
            pluck.noiseHigh = 1_500
            pluck.noiseDecay = 0.04
            pluck.highest = 4_000
            return pluck.tone
        }
        let upright = Layer(acoustic).with {
            $0.decay = 5
            $0.keyToDecay = 15
            $0.release = 0.15
            $0.cutoff = 2_800
            $0.velocityToCutoff = 2_000
            $0.reverb = 0.06
        }
        program(32, "Acoustic Bass", upright)
        let finger = samples("Finger Bass", [31, 45]) { key in
            var pluck = Pluck(key: key, rate: 13_000, lead: 0.25)
            pluck.position = 0.2
            pluck.pickup = 0.2
            pluck.slope = 0.55
            pluck.brightness = 900
            pluck.damping = 12
            pluck.noise = 0.06
            pluck.noiseHigh = 1_500
            pluck.highest = 5_000
            return pluck.tone
        }
        let electric = upright.with {
            $0.set = finger
            $0.decay = 10
            $0.cutoff = 3_200
        }
        program(33, "Finger Bass", electric)
        let pick = samples("Pick Bass", [31, 45]) { key in
            var pluck = Pluck(key: key, rate: 16_000, lead: 0.2)
            pluck.position = 0.1
            pluck.pickup = 0.1
            pluck.slope = 0.25
            pluck.brightness = 1_400
            pluck.damping = 9
            pluck.noise = 0.25
            pluck.noiseHigh = 4_500
            pluck.noiseDecay = 0.015
            pluck.highest = 6_500
            return pluck.tone
        }
        program(
            34,
            "Pick Bass",
            electric.with {
                $0.set = pick
                $0.cutoff = 6_000
            }
        )
        program(
            35,
            "Fretless Bass",
            electric.with {
                $0.attack = 0.02
                $0.cutoff = 900
                $0.resonance = 5
                $0.filterSweep = Layer.Sweep(cents: 1_600, attack: 0.12, decay: 1.4, sustain: 0.3)
                $0.vibrato = Layer.Wobble(depth: 8, rate: 5, delay: 0.35)
                $0.chorus = 0.2
            }
        )
        let slap = samples("Slap Bass", [31, 45]) { key in
            var pluck = Pluck(key: key, rate: 20_000, lead: 0.18)
            pluck.position = 0.05
            pluck.pickup = 0.14
            pluck.slope = 0.1
            pluck.brightness = 2_200
            pluck.damping = 10
            pluck.noise = 0.7
            pluck.noiseHigh = 6_500
            pluck.noiseDecay = 0.02
            pluck.highest = 8_500
            return pluck.tone
        }
        let thumb = electric.with {
            $0.set = slap
            $0.cutoff = 9_000
            $0.decay = 8
        }
        program(36, "Slap Bass 1", thumb)
        program(
            37,
            "Slap Bass 2",
            thumb.with {
                $0.cutoff = 4_000
                $0.resonance = 6
                $0.filterSweep = Layer.Sweep(cents: 2_400, decay: 0.25)
                $0.decay = 5
            }
        )
        addSynthBasses()
    }

    private mutating func addSynthBasses() {
        program(
            38,
            "Synth Bass 1",
            Layer(palette.saw).with {
                $0.decay = 5
                $0.sustain = 20
                $0.release = 0.08
                $0.cutoff = 380
                $0.resonance = 9
                $0.keyToCutoff = 1_800
                $0.filterSweep = Layer.Sweep(cents: 3_600, decay: 0.4, sustain: 0.1)
                $0.velocityToCutoff = 1_500
                $0.reverb = 0.04
            }
        )
        program(
            39,
            "Synth Bass 2",
            Layer(palette.square).with {
                $0.decay = 12
                $0.sustain = 8
                $0.release = 0.1
                $0.cutoff = 600
                $0.resonance = 4
                $0.keyToCutoff = 1_800
                $0.filterSweep = Layer.Sweep(cents: 2_000, decay: 0.25, sustain: 0.2)
                $0.velocityToCutoff = 1_200
                $0.reverb = 0.04
            },
            Layer(palette.sine).with {
                $0.decay = 12
                $0.sustain = 8
                $0.release = 0.1
                $0.attenuation = 3
                $0.reverb = 0
            }
        )
    }
}
