/// The loudness of a sample, by which the keys and programs of the bank are matched.
enum Loudness {
    /// The loudness of all samples, in dBFS; see ``measure(_:rate:)``.
    static let target = -17.0
    /// The peak that all samples have, for the best use of 16 bits.
    private static let ceiling = 0.97

    /// The effective value of the loudest tenth of a second, the bass below 150 Hz weakened by
    /// 6 dB an octave, as it is to the ear.
    private static func measure(_ values: [Double], rate: Double) -> Double {
        let pole = 1 - 2 * Double.pi * 150 / rate
        var (previous, filtered) = (0.0, 0.0)
        let window = max(1, Int(rate / 10))
        var squares = [Double](repeating: 0, count: values.count)
        for index in values.indices {
            filtered = pole * (filtered + values[index] - previous)
            previous = values[index]
            squares[index] = filtered * filtered
        }
        var (sum, loudest) = (0.0, 0.0)
        for index in squares.indices {
            sum += squares[index]
            if index >= window { sum -= squares[index - window] }
            if sum > loudest { loudest = sum }
        }
        return (loudest / Double(min(window, values.count))).squareRoot()
    }

    /// Scales values to the highest peak.
    ///
    /// - Returns: Their loudness then, dBFS.
    static func normalise(_ values: inout [Double], rate: Double) -> Double {
        var peak = 0.0
        for value in values { peak = max(peak, value.magnitude) }
        guard peak > 0 else { return target }
        let scale = ceiling / peak
        for index in values.indices { values[index] *= scale }
        return decibels(gain: max(measure(values, rate: rate), 0.000_01))
    }
}
