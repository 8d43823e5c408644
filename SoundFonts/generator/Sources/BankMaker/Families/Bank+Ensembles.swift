extension Bank {
    /// The samples of strings and choirs; before ``addStrings()``, which takes some.
    mutating func addEnsembleSamples() {
        palette.strings = samples("Strings", [38, 50, 61, 72, 84]) { key in
            let body = [
                Resonance(300, 120, 0.7), Resonance(500, 150, 0.6), Resonance(2_400, 900, 0.8),
            ]
            let ensemble = Ensemble(key: key, rate: 19_000, loop: 0.36, spread: 12)
            return ensemble.tone { number, hertz in
                body.response(hertz, floor: 0.5) * power(number, -0.72) * exp2(-hertz / 5_500)
            }
        }
        palette.synthStrings = samples("Saw Ensemble", [45, 62, 80]) { key in
            Ensemble(key: key, rate: 21_000, loop: 0.25, spread: 17, highest: 9_000)
                .tone { number, _ in power(number, -1.05) }
        }
        palette.choir = samples("Choir Aah", [46, 56, 65, 75]) { key in
            // Men below, women above; a vowel's resonances stay where they are.
            let throat =
                key < 57
                ? [
                    Resonance(660, 90, 1), Resonance(1_100, 110, 0.5), Resonance(2_500, 180, 0.16),
                    Resonance(3_300, 300, 0.1),
                ]
                : [
                    Resonance(830, 110, 1), Resonance(1_230, 130, 0.5),
                    Resonance(2_900, 220, 0.14), Resonance(3_800, 350, 0.08),
                ]
            let ensemble = Ensemble(key: key, rate: 16_000, loop: 0.35, spread: 13, highest: 6_500)
            var tone = ensemble.tone { number, hertz in
                throat.response(hertz, floor: 0.035) * power(number, -0.5)
            }
            tone.breath = Tone.Breath(noise: Noise(low: 1_500, high: 5_000), level: 0.012)
            return tone
        }
        palette.voice = samples("Voice Ooh", [48, 61, 73]) { key in
            let throat =
                key < 57
                ? [Resonance(330, 80, 1), Resonance(700, 100, 0.25), Resonance(2_400, 200, 0.03)]
                : [Resonance(400, 110, 1), Resonance(820, 120, 0.2), Resonance(2_800, 250, 0.02)]
            let ensemble = Ensemble(key: key, rate: 12_500, loop: 0.36, spread: 9, highest: 5_000)
            var tone = ensemble.tone { number, hertz in
                throat.response(hertz, floor: 0.02) * power(number, -0.4)
            }
            tone.breath = Tone.Breath(noise: Noise(low: 700, high: 3_500), level: 0.014)
            return tone
        }
    }

    /// Programs 48–55: strings, choirs, orchestra hit.
    mutating func addEnsembles() {
        let strings = Layer(palette.strings).with {
            $0.attack = 0.16
            $0.release = 0.4
            $0.cutoff = 7_500
            $0.velocityToCutoff = 2_200
            $0.reverb = 0.28
        }
        program(48, "String Ensemble 1", strings)
        program(
            49,
            "String Ensemble 2",
            strings.with {
                $0.attack = 0.4
                $0.release = 0.7
                $0.cutoff = 2_600
                $0.velocityToCutoff = 1_500
            }
        )
        let synth = Layer(palette.synthStrings).with {
            $0.attack = 0.1
            $0.release = 0.5
            $0.cutoff = 5_500
            $0.velocityToCutoff = 1_800
            $0.chorus = 0.3
            $0.reverb = 0.2
        }
        program(50, "Synth Strings 1", synth)
        program(
            51,
            "Synth Strings 2",
            synth.with {
                $0.attack = 0.35
                $0.release = 0.9
                $0.cutoff = 1_900
                $0.resonance = 4
            }
        )
        let choir = Layer(palette.choir).with {
            $0.attack = 0.12
            $0.release = 0.35
            $0.dynamics = 70
            $0.vibrato = Layer.Wobble(depth: 5, rate: 4.8, delay: 0.5)
            $0.reverb = 0.35
        }
        program(52, "Choir Aahs", choir)
        program(
            53,
            "Voice Oohs",
            choir.with {
                $0.set = palette.voice
                $0.attack = 0.09
            }
        )
        program(
            54,
            "Synth Voice",
            choir.with {
                $0.set = palette.voice
                $0.attack = 0.04
                $0.tune = -3
                $0.chorus = 0.3
                $0.vibrato = Layer.Wobble(depth: 10, rate: 5.5, delay: 0.25)
            },
            synth.with {
                $0.cutoff = 1_500
                $0.resonance = 8
                $0.attack = 0.04
                $0.release = 0.3
                $0.tune = 3
                $0.attenuation = 5
            }
        )
        addOrchestraHit()
    }

    private mutating func addOrchestraHit() {
        let brass = Layer(palette.brassSection).with {
            $0.attack = 0.008
            $0.decay = 1.2
            $0.release = 0.3
            $0.cutoff = 9_000
            $0.filterSweep = Layer.Sweep(cents: 1_200, decay: 0.4)
            $0.reverb = 0.4
        }
        program(
            55,
            "Orchestra Hit",
            brass,
            brass.with {
                $0.set = palette.strings
                $0.tune = 1_200
                $0.attenuation = 1
                $0.keys = 0...108
            },
            brass.with {
                $0.set = palette.strings
                $0.tune = -1_200
            },
            Layer(palette.timpani).with {
                $0.decay = 1.6
                $0.release = 0.5
                $0.tune = -1_200
                $0.attenuation = 2
                $0.reverb = 0.4
            }
        )
    }
}
