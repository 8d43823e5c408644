extension Bank {
    /// Programs 96–103: synthesizer effects.
    mutating func addAtmospheres() {
        let pad = Layer(palette.synthStrings).with {
            $0.attack = 0.4
            $0.release = 1.2
            $0.cutoff = 1_800
            $0.velocityToCutoff = 1_500
            $0.chorus = 0.3
            $0.reverb = 0.45
        }
        let bell = Layer(palette.celesta).with {
            $0.decay = 7
            $0.release = 1.5
            $0.reverb = 0.45
            $0.chorus = 0.2
        }
        program(
            96,
            "Rain",
            bell.with {
                $0.set = palette.metal
                $0.decay = 3.5
                $0.cutoff = 5_000
                $0.filterSweep = Layer.Sweep(cents: 1_800, decay: 0.5)
            },
            pad.with {
                $0.set = palette.voice
                $0.attenuation = 4
            }
        )
        program(
            97,
            "Soundtrack",
            pad.with {
                $0.attack = 0.6
                $0.cutoff = 1_300
                $0.filterSweep = Layer.Sweep(cents: 1_500, attack: 1.2, decay: 3, sustain: 0.5)
            },
            pad.with {
                $0.set = palette.saw
                $0.tune = 702
                $0.cutoff = 900
                $0.attenuation = 5
                $0.keys = 0...115
            }
        )
        program(
            98,
            "Crystal",
            bell.with {
                $0.set = palette.glockenspiel
                $0.decay = 5
            },
            bell.with {
                $0.set = palette.digital
                $0.tune = 5
                $0.attenuation = 2
            }
        )
        program(
            99,
            "Atmosphere",
            bell.with {
                $0.set = palette.nylon
                $0.decay = 7
            },
            pad.with {
                $0.attack = 0.25
                $0.attenuation = 4
            }
        )
        program(
            100,
            "Brightness",
            bell.with {
                $0.set = palette.steel
                $0.decay = 9
                $0.attenuation = 2
            },
            pad.with {
                $0.attack = 0.03
                $0.cutoff = 6_500
                $0.decay = 9
                $0.sustain = 10
                $0.attenuation = 2
            }
        )
        program(
            101,
            "Goblins",
            pad.with {
                $0.set = palette.voice
                $0.attack = 0.7
                $0.pitchSweep = Layer.Sweep(cents: -40, decay: 0.15)
                $0.vibrato = Layer.Wobble(depth: 25, rate: 3.4, delay: 0.8)
            },
            pad.with {
                $0.set = palette.square
                $0.cutoff = 500
                $0.resonance = 12
                $0.attack = 0.3
                $0.attenuation = 6
                $0.wah = Layer.Wobble(depth: 1_500, rate: 1.3)
            }
        )
        program(
            102,
            "Echoes",
            bell.with {
                $0.set = palette.tine
                $0.decay = 3
                $0.attack = 0.005
            },
            bell.with {
                $0.set = palette.tine
                $0.attack = 0.35
                $0.decay = 6
                $0.attenuation = 5
                $0.tremolo = Layer.Wobble(depth: 6, rate: 3)
                $0.pan = 0.5
            },
            pad.with {
                $0.set = palette.glass
                $0.attack = 0.5
                $0.attenuation = 9
                $0.pan = -0.5
            }
        )
        program(
            103,
            "Star Theme",
            pad.with {
                $0.set = palette.pulse
                $0.attack = 0.02
                $0.decay = 6
                $0.sustain = 10
                $0.cutoff = 2_800
                $0.resonance = 8
                $0.wah = Layer.Wobble(depth: 1_400, rate: 5)
            },
            pad.with {
                $0.attenuation = 4
            }
        )
    }
}
