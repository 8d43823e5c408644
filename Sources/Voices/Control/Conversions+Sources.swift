/// The curves of modulators' sources (SoundFont 2.04, §9.5).
extension Conversions {
    /// The value of a source, 0 … 1 or −1 … 1, at a controller's position, 0 ..< 1.
    @_noLocks
    func value(of source: ControlSource, at position: Double) -> Double {
        switch source.curve {
        case .linear:
            let value = source.isNegative ? 1 - position : position
            return source.isBipolar ? 2 * value - 1 : value
        case .concave:
            return curved(source, position, isConvex: false)
        case .convex:
            return curved(source, position, isConvex: true)
        case .step:
            let isHigh = (position >= 0.5) != source.isNegative
            return isHigh ? 1 : source.isBipolar ? -1 : 0
        }
    }

    @_noLocks
    private func curved(_ source: ControlSource, _ position: Double, isConvex: Bool) -> Double {
        let value = source.isNegative ? 1 - position : position
        guard source.isBipolar else { return isConvex ? convex(value) : concave(value) }
        let distance = 2 * abs(value - 0.5)
        let magnitude = isConvex ? convex(distance) : concave(distance)
        return value > 0.5 ? magnitude : -magnitude
    }
}
