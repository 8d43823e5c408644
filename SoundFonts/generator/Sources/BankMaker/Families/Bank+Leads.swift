extension Bank {
    /// Programs 80–87.
    mutating func addLeads() {
        let lead = Layer(palette.square).with {
            $0.attack = 0.004
            $0.release = 0.12
            $0.cutoff = 6_500
            $0.velocityToCutoff = 2_400
            $0.vibrato = Layer.Wobble(depth: 7, rate: 5.6, delay: 0.4)
            $0.chorus = 0.1
            $0.reverb = 0.15
        }
        program(80, "Square Lead", lead)
        let saw = lead.with {
            $0.set = palette.saw
            $0.tune = -5
            $0.cutoff = 7_500
        }
        program(81, "Saw Lead", saw, saw.with { $0.tune = 5 })
        program(
            82,
            "Calliope Lead",
            lead.with {
                $0.set = palette.flute
                $0.attack = 0.012
                $0.cutoff = 8_000
                $0.tune = -3
            },
            lead.with {
                $0.set = palette.pulse
                $0.cutoff = 2_200
                $0.attenuation = 9
                $0.tune = 4
            }
        )
        program(
            83,
            "Chiff Lead",
            lead.with {
                $0.set = palette.pan
                $0.cutoff = 10_000
                $0.filterSweep = Layer.Sweep(cents: 1_200, decay: 0.15)
            },
            lead.with {
                $0.set = palette.saw
                $0.cutoff = 1_600
                $0.resonance = 6
                $0.filterSweep = Layer.Sweep(cents: 3_000, decay: 0.12)
                $0.attenuation = 4
            }
        )
        program(
            84,
            "Charang Lead",
            lead.with {
                $0.set = palette.distorted
                $0.cutoff = 7_000
            },
            lead.with {
                $0.set = palette.pulse
                $0.decay = 3
                $0.sustain = 12
                $0.cutoff = 9_000
                $0.attenuation = 5
            }
        )
        program(
            85,
            "Voice Lead",
            lead.with {
                $0.set = palette.choir
                $0.attack = 0.05
                $0.cutoff = 5_000
            },
            lead.with {
                $0.cutoff = 1_200
                $0.attenuation = 8
                $0.attack = 0.04
            }
        )
        program(
            86,
            "Fifths Lead",
            saw.with { $0.tune = 0 },
            saw.with {
                $0.tune = 702
                $0.attenuation = 2
                $0.keys = 0...115
            }
        )
        program(
            87,
            "Bass and Lead",
            saw.with {
                $0.cutoff = 2_600
                $0.resonance = 6
                $0.filterSweep = Layer.Sweep(cents: 2_400, decay: 0.5, sustain: 0.2)
                $0.tune = 0
            },
            saw.with {
                $0.set = palette.square
                $0.tune = -1_200
                $0.cutoff = 1_600
                $0.attenuation = 1
            }
        )
    }
}
