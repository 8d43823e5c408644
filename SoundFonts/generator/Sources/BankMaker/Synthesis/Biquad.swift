/// A filter of second order.
struct Biquad {
    var b0: Double
    var b1: Double
    var b2: Double
    var a1: Double
    var a2: Double

    /// The kinds of second-order filter.
    enum Shape {
        case lowPass
        case highPass
        /// 0 dB at its centre.
        case bandPass
    }

    /// A filter by the bilinear transform.
    ///
    /// - Parameters:
    ///   - shape: The kind of filter.
    ///   - frequency: The corner or centre in cycles a frame, below 0.5.
    ///   - quality: 0.707 is the flattest; the centre over the bandwidth of a band.
    init(_ shape: Shape, _ frequency: Double, quality: Double = 0.7071067811865476) {
        let turns = min(max(frequency, 0.0001), 0.49)
        let (sin, cos) = (sine(turns: turns), cosine(turns: turns))
        let alpha = sin / (2 * quality)
        let scale = 1 / (1 + alpha)
        a1 = -2 * cos * scale
        a2 = (1 - alpha) * scale
        switch shape {
        case .lowPass:
            b0 = (1 - cos) / 2 * scale
            b1 = 2 * b0
            b2 = b0
        case .highPass:
            b0 = (1 + cos) / 2 * scale
            b1 = -2 * b0
            b2 = b0
        case .bandPass:
            b0 = alpha * scale
            b1 = 0
            b2 = -b0
        }
    }

    /// The eighth-order Butterworth low-pass that keeps noise below 0.45 of the frame rate.
    static let guards: [Biquad] = [0.5097956, 0.6013449, 0.8999762, 2.5629154].map {
        Biquad(.lowPass, 0.345, quality: $0)
    }

    /// Filters values in place, from rest.
    func apply(to values: inout [Double]) {
        var (s1, s2) = (0.0, 0.0)
        run(&values, &s1, &s2)
    }

    /// Filters values that repeat for ever, in place, so that they still do.
    func applyCircularly(to values: inout [Double]) {
        var (s1, s2) = (0.0, 0.0)
        var copy = values
        // Two rounds settle the slowest filter in use far below 16 bits.
        run(&copy, &s1, &s2)
        copy = values
        run(&copy, &s1, &s2)
        run(&values, &s1, &s2)
    }

    private func run(_ values: inout [Double], _ s1: inout Double, _ s2: inout Double) {
        for index in values.indices {
            let x = values[index]
            let y = b0 * x + s1
            s1 = b1 * x - a1 * y + s2
            s2 = b2 * x - a2 * y
            values[index] = y
        }
    }
}
