extension Bank {
    /// The samples of pads and effects.
    private mutating func addPadSamples() {
        // Rubbed glasses: one wide partial, and the finger.
        palette.glass = samples("Glass", [72]) { key in
            var tone = Ensemble(key: key, rate: 18_000, loop: 0.4, spread: 4, highest: 8_000)
                .tone { number, _ in number == 1 ? 1 : number < 5 ? 0.1 / number : 0 }
            tone.breath = Tone.Breath(noise: Noise(low: 1_200, high: 4_000), level: 0.018)
            return tone
        }
        // Partials of struck metal, which fit no harmonic series.
        palette.metal = samples("Metal", [67]) { key in
            var tone = Tone(key: key, rate: 22_000, lead: 0.02, loop: 0.35)
            tone.partials = [
                (1, 1, 0), (1.004, 0.5, 0), (2, 0.4, 0), (2.74, 0.5, 0), (2.753, 0.3, 0),
                (4.07, 0.35, 0), (5.43, 0.28, 0), (5.46, 0.2, 0), (7.1, 0.15, 0), (8.9, 0.1, 0),
            ].map { Partial(ratio: $0.0, level: $0.1, decay: $0.2) }
            return tone
        }
    }

    /// Programs 88–95.
    mutating func addPads() {
        addPadSamples()
        let pad = Layer(palette.synthStrings).with {
            $0.attack = 0.4
            $0.release = 1.2
            $0.cutoff = 3_000
            $0.velocityToCutoff = 1_500
            $0.keyToCutoff = 1_800
            $0.chorus = 0.25
            $0.reverb = 0.4
        }
        program(
            88,
            "New Age Pad",
            pad.with {
                $0.cutoff = 1_600
            },
            pad.with {
                $0.set = palette.digital
                $0.attack = 0.002
                $0.decay = 9
                $0.cutoff = 9_000
                $0.attenuation = 2
            }
        )
        program(
            89,
            "Warm Pad",
            pad.with {
                $0.cutoff = 900
                $0.attack = 0.6
            }
        )
        program(
            90,
            "Polysynth Pad",
            pad.with {
                $0.attack = 0.012
                $0.release = 0.6
                $0.cutoff = 2_600
                $0.resonance = 4
                $0.filterSweep = Layer.Sweep(cents: 2_400, decay: 0.9, sustain: 0.3)
            }
        )
        program(
            91,
            "Choir Pad",
            pad.with {
                $0.set = palette.choir
                $0.attack = 0.5
                $0.cutoff = 4_500
            },
            pad.with {
                $0.cutoff = 800
                $0.attenuation = 4
            }
        )
        program(
            92,
            "Bowed Pad",
            pad.with {
                $0.set = palette.glass
                $0.attack = 0.55
                $0.cutoff = 9_000
                $0.tremolo = Layer.Wobble(depth: 1.5, rate: 4.2, delay: 0.5)
            }
        )
        program(
            93,
            "Metallic Pad",
            pad.with {
                $0.set = palette.metal
                $0.attack = 0.15
                $0.cutoff = 6_000
                $0.wah = Layer.Wobble(depth: 900, rate: 0.4)
            },
            pad.with {
                $0.cutoff = 1_500
                $0.attenuation = 5
            }
        )
        program(
            94,
            "Halo Pad",
            pad.with {
                $0.set = palette.voice
                $0.attack = 0.7
                $0.cutoff = 7_000
            },
            pad.with {
                $0.set = palette.saw
                $0.attack = 1
                $0.cutoff = 700
                $0.resonance = 8
                $0.wah = Layer.Wobble(depth: 1_200, rate: 0.25)
                $0.attenuation = 6
            }
        )
        program(
            95,
            "Sweep Pad",
            pad.with {
                $0.attack = 0.3
                $0.cutoff = 450
                $0.resonance = 9
                $0.filterSweep = Layer.Sweep(cents: 4_200, attack: 2.2, decay: 3.5, sustain: 0.25)
            }
        )
    }
}
