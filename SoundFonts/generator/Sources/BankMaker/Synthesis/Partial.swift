/// A sine within a tone.
struct Partial {
    /// Its frequency over the tone's.
    var ratio: Double
    /// Its amplitude, linear.
    var level: Double
    /// The rate at which it fades until the loop begins, dB per second.
    var decay = 0.0
    /// Seconds until it is there in full.
    var rise = 0.0
    /// Whether it has faded to nothing when the loop begins; only then it may have any frequency,
    /// others move to the nearest that fits the loop.
    var isTransient = false

    /// Harmonics 1, 2, 3 … with levels from a function of their number and frequency.
    static func harmonics(
        of key: Int,
        upTo highest: Double = 16_000,
        count: Int = 400,
        _ level: (_ number: Double, _ hertz: Double) -> Double
    ) -> [Partial] {
        let base = frequency(ofKey: Double(key))
        var partials: [Partial] = []
        var number = 1.0
        while number * base < highest, number <= Double(count) {
            let amplitude = level(number, number * base)
            if amplitude > 0 { partials.append(Partial(ratio: number, level: amplitude)) }
            number += 1
        }
        return partials
    }
}

/// A resonance of a body, a mouth, a cabinet.
struct Resonance {
    /// Hz.
    var frequency: Double
    /// Hz, half of the width at half height.
    var width: Double
    /// Linear.
    var height: Double

    init(_ frequency: Double, _ width: Double, _ height: Double) {
        self.frequency = frequency
        self.width = width
        self.height = height
    }
}

extension [Resonance] {
    /// The gain of the resonances at a frequency, on top of `floor`.
    func response(_ hertz: Double, floor: Double) -> Double {
        var sum = floor
        for resonance in self {
            let distance = (hertz - resonance.frequency) / resonance.width
            sum += resonance.height / (1 + distance * distance)
        }
        return sum
    }
}
