/// White noise between two frequencies.
struct Noise {
    /// Hz; nothing is cut at 0.
    var low: Double
    /// Hz.
    var high: Double
    /// The number of passes at each corner, of 12 dB per octave each.
    var slope = 1

    private func filters(rate: Double) -> [Biquad] {
        var filters = Biquad.guards
        for _ in 0..<slope {
            if low > 0 { filters.append(Biquad(.highPass, low / rate)) }
            if high < 0.4 * rate { filters.append(Biquad(.lowPass, high / rate)) }
        }
        return filters
    }

    /// Noise of effective value 1 that can be looped as it is.
    func loop(frames: Int, rate: Double, _ dice: inout Dice) -> [Double] {
        var values = (0..<frames).map { _ in dice.bell() }
        for filter in filters(rate: rate) { filter.applyCircularly(to: &values) }
        return Self.levelled(values)
    }

    /// Noise of effective value 1.
    func values(frames: Int, rate: Double, _ dice: inout Dice) -> [Double] {
        // The frames in which the filters settle are dropped.
        let settling = 1_000
        var values = (0..<frames + settling).map { _ in dice.bell() }
        for filter in filters(rate: rate) { filter.apply(to: &values) }
        return Self.levelled(Array(values.dropFirst(settling)))
    }

    private static func levelled(_ values: [Double]) -> [Double] {
        var energy = 0.0
        for value in values { energy += value * value }
        guard energy > 0 else { return values }
        let scale = 1 / (energy / Double(values.count)).squareRoot()
        return values.map { $0 * scale }
    }
}
