extension Bank {
    /// Programs 16–23: organs, accordions, harmonica.
    mutating func addOrgans() {
        addDrawbars()
        addChurchOrgan()
        addReedOrgans()
    }

    /// Tonewheels at the pitches of the drawbars; the lowest is an octave below.
    private static func drawbars(_ key: Int, _ levels: [(ratio: Double, level: Double)]) -> Tone {
        let base = frequency(ofKey: Double(key))
        var tone = Tone(key: key, rate: 32_000, lead: 0.012, loop: 0.012)
        tone.cycleUnit = 2
        for (ratio, level) in levels {
            // Above the highest wheel the octave below stands in.
            var fitting = ratio
            while fitting * base > 6_000 { fitting *= 0.5 }
            tone.partials.append(Partial(ratio: fitting, level: level))
        }
        tone.bursts = [Tone.Burst(noise: Noise(low: 800, high: 6_000), level: 0.25, decay: 0.012)]
        return tone
    }

    private mutating func addDrawbars() {
        let keys = [36, 48, 60, 72, 84, 96]
        let jazz = samples("Drawbar", keys) {
            Self.drawbars($0, [(0.5, 0.7), (1.5, 0.55), (1, 1), (2, 0.25), (4, 0.05)])
        }
        let steady = Layer(jazz).with {
            $0.decay = nil
            $0.attack = 0.004
            $0.release = 0.06
            $0.dynamics = 24
            $0.vibrato = Layer.Wobble(depth: 6, rate: 6.4, delay: 0.001)
            $0.tremolo = Layer.Wobble(depth: 0.8, rate: 6.4)
            $0.chorus = 0.3
        }
        program(16, "Drawbar Organ", steady)
        let percussion = samples("Organ Percussion", [48, 60, 72, 84]) { key in
            var tone = Tone(key: key, rate: 26_000, lead: 0.01, loop: 0.01)
            tone.partials = [Partial(ratio: 3, level: 1), Partial(ratio: 6, level: 0.2)]
            return tone
        }
        program(
            17,
            "Percussive Organ",
            steady.with { $0.vibrato = nil },
            Layer(percussion).with {
                $0.decay = 0.9
                $0.release = 0.1
                $0.dynamics = 24
            }
        )
        let rock = samples("Rock Organ", keys) {
            Self.drawbars(
                $0,
                [
                    (0.5, 0.8), (1, 1), (1.5, 0.8), (2, 0.8), (3, 0.6), (4, 0.6), (5, 0.35),
                    (6, 0.4), (8, 0.5), (7, 0.12), (9, 0.15), (10, 0.12), (12, 0.1),
                ]
            )
        }
        program(
            18,
            "Rock Organ",
            steady.with {
                $0.set = rock
                $0.vibrato = Layer.Wobble(depth: 11, rate: 6.9, delay: 0.001)
                $0.tremolo = Layer.Wobble(depth: 1.8, rate: 6.9)
            }
        )
    }

    private mutating func addChurchOrgan() {
        // Ranks at 16, 8, 4, 2⅔, 2 feet and a mixture, each a little off, as pipes are: by whole
        // cycles of the loop.
        let ranks = samples("Church Organ", [38, 55, 72, 88]) { key in
            let base = frequency(ofKey: Double(key))
            var tone = Tone(key: key, rate: 18_000, lead: 0.05, loop: 0.25)
            tone.cycleUnit = 2
            let stops: [(ratio: Double, level: Double, beat: Double)] = [
                (0.5, 0.5, 0), (1, 1, 0), (2, 0.7, 1), (3, 0.25, -1), (4, 0.5, 1), (6, 0.3, -1),
                (8, 0.35, 1), (12, 0.15, -1),
            ]
            for stop in stops {
                for number in 1...6 {
                    let ratio = stop.ratio * Double(number)
                    guard ratio * base < 7_500 else { break }
                    let level = stop.level * power(Double(number), -1.7)
                    // 4 Hz is a cycle of the loop; in the bass that would be out of tune.
                    let beats = stop.ratio * base > 450 ? stop.beat * Double(number) : 0
                    let shift = beats * 4 / base
                    tone.partials.append(
                        Partial(ratio: ratio + shift, level: level, rise: 0.05 / stop.ratio)
                    )
                }
            }
            tone.breath = Tone.Breath(noise: Noise(low: 500, high: 5_000), level: 0.012, onset: 10)
            return tone
        }
        program(
            19,
            "Church Organ",
            Layer(ranks).with {
                $0.attack = 0.03
                $0.release = 0.5
                $0.dynamics = 16
                $0.reverb = 0.45
            }
        )
    }

    private mutating func addReedOrgans() {
        let reeds = samples("Free Reed", [45, 58, 69, 81]) { key in
            var tone = Tone(key: key, rate: 28_000, lead: 0.02, loop: 0.012)
            let box = [Resonance(900, 500, 1.2), Resonance(2_300, 900, 0.9)]
            tone.partials = Partial.harmonics(of: key, upTo: 12_000) { number, hertz in
                box.response(hertz, floor: 0.35) * power(number, -0.75) * exp2(-hertz / 4_500)
            }
            tone.breath = Tone.Breath(noise: Noise(low: 1_000, high: 6_000), level: 0.01, onset: 4)
            return tone
        }
        let single = Layer(reeds).with {
            $0.attack = 0.05
            $0.release = 0.12
            $0.dynamics = 60
        }
        program(
            20,
            "Reed Organ",
            single.with {
                $0.cutoff = 2_600
                $0.tune = -2
                $0.reverb = 0.2
            },
            single.with {
                $0.cutoff = 2_200
                $0.tune = 1_203
                $0.attenuation = 9
                $0.keys = 0...108
            }
        )
        program(
            21,
            "Accordion",
            single.with {
                $0.cutoff = 9_000
                $0.tune = -7
                $0.pan = -0.2
            },
            single.with {
                $0.cutoff = 9_000
                $0.tune = 7
                $0.pan = 0.2
            }
        )
        let harmonica = samples("Harmonica", [62, 76]) { key in
            var tone = Tone(key: key, rate: 26_000, lead: 0.05, loop: 0.06)
            let hands = [Resonance(700, 300, 1), Resonance(1_900, 500, 1.3)]
            tone.partials = Partial.harmonics(of: key, upTo: 11_000) { number, hertz in
                hands.response(hertz, floor: 0.2) * power(number, -0.6) * exp2(-hertz / 4_000)
            }
            tone.breath = Tone.Breath(noise: Noise(low: 1_500, high: 7_000), level: 0.05, onset: 4)
            return tone
        }
        program(
            22,
            "Harmonica",
            Layer(harmonica).with {
                $0.attack = 0.04
                $0.release = 0.1
                $0.cutoff = 5_500
                $0.velocityToCutoff = 2_000
                $0.vibrato = Layer.Wobble(depth: 9, rate: 5.4, delay: 0.35)
                $0.tremolo = Layer.Wobble(depth: 1.4, rate: 5.4, delay: 0.35)
            }
        )
        program(
            23,
            "Bandoneon",
            single.with {
                $0.cutoff = 4_800
                $0.tune = 1
                $0.attack = 0.025
            },
            single.with {
                $0.cutoff = 3_600
                $0.tune = 1_199
                $0.attenuation = 6
                $0.attack = 0.025
                $0.keys = 0...108
            }
        )
    }
}
