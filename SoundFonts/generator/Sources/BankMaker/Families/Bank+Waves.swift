extension Bank {
    /// The plain waves of synthesizers, one cycle or a few for each octave.
    mutating func addWaves() {
        let keys = [29, 41, 53, 65, 77, 89, 101]
        palette.saw = samples("Saw", keys) { key in
            var tone = Tone(key: key, rate: 40_000)
            tone.partials = Partial.harmonics(of: key) { number, _ in 1 / number }
            tone.startsAtZero = true
            return tone
        }
        palette.square = samples("Square", keys) { key in
            var tone = Tone(key: key, rate: 40_000)
            tone.partials = Partial.harmonics(of: key) { number, _ in
                number.remainder(dividingBy: 2) == 0 ? 0 : 1 / number
            }
            tone.startsAtZero = true
            return tone
        }
        palette.pulse = samples("Pulse", keys) { key in
            var tone = Tone(key: key, rate: 40_000)
            tone.partials = Partial.harmonics(of: key) { number, _ in
                sine(turns: number * 0.11).magnitude / number
            }
            tone.startsAtZero = true
            return tone
        }
        palette.sine = samples("Sine", [45, 69, 93]) { key in
            var tone = Tone(key: key, rate: 32_000)
            tone.partials = [Partial(ratio: 1, level: 1)]
            tone.startsAtZero = true
            return tone
        }
    }
}
