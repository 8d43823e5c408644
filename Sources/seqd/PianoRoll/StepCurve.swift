/// Draws values that hold until the next one; of those that no eye could tell apart the extremes.
struct StepCurve {
    /// The least pixels between two steps.
    let leastStep: Double
    /// Where the last step that is drawn stands.
    private var x = -Double.infinity
    /// Those since then: the least, the greatest and the last.
    private var waiting: (low: Double, high: Double, last: Double)?

    init(leastStep: Double) {
        self.leastStep = leastStep
    }

    /// Adds a value from a place on; places come in order.
    mutating func add(x: Double, y: Double, into svg: inout SVGWriter) {
        guard x - self.x < leastStep else {
            flush(into: &svg)
            self.x = x
            svg.horizontal(to: x)
            svg.vertical(to: y)
            return
        }
        let (low, high) = waiting.map { ($0.low, $0.high) } ?? (y, y)
        waiting = (min(low, y), max(high, y), y)
    }

    /// Draws the last value up to a place.
    mutating func end(x: Double, into svg: inout SVGWriter) {
        flush(into: &svg)
        svg.horizontal(to: x)
    }

    private mutating func flush(into svg: inout SVGWriter) {
        guard let values = waiting else { return }
        waiting = nil
        if values.low != values.last { svg.vertical(to: values.low) }
        if values.high != values.last { svg.vertical(to: values.high) }
        svg.vertical(to: values.last)
    }
}
