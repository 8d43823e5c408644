import SVG

/// Draws values that hold until the next one; of those the eye cannot distinguish, the extremes.
struct StepCurve {
    /// The least distance between two steps, in pixels.
    let leastStep: Double
    /// The position of the last step that was drawn.
    private var x = -Double.infinity
    /// The least, the greatest and the last value since then.
    private var pending: (low: Double, high: Double, last: Double)?

    init(leastStep: Double) {
        self.leastStep = leastStep
    }

    /// Adds a value from a position on; positions are in order.
    mutating func add(x: Double, y: Double, into svg: inout SVGWriter) {
        guard x - self.x < leastStep else {
            flush(into: &svg)
            self.x = x
            svg.horizontal(to: x)
            svg.vertical(to: y)
            return
        }
        let (low, high) = pending.map { ($0.low, $0.high) } ?? (y, y)
        pending = (min(low, y), max(high, y), y)
    }

    /// Draws the last value up to a position.
    mutating func end(x: Double, into svg: inout SVGWriter) {
        flush(into: &svg)
        svg.horizontal(to: x)
    }

    private mutating func flush(into svg: inout SVGWriter) {
        guard let values = pending else { return }
        pending = nil
        if values.low != values.last { svg.vertical(to: values.low) }
        if values.high != values.last { svg.vertical(to: values.high) }
        svg.vertical(to: values.last)
    }
}
