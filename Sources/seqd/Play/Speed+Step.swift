import Sequencer

extension Speed {
    /// The next speed of the keys: steps of a twentieth, and from 2 on of a quarter.
    ///
    /// - Parameter direction: 1 for faster, −1 for slower.
    /// - Returns: The speed, within 0.05 and 20; `nil` where it would not lead there.
    func stepped(_ direction: Int64) -> Speed? {
        let twentieths = Double(numerator) * 20 / Double(denominator)
        let isUp = direction > 0
        let exact = isUp ? twentieths.rounded(.down) : twentieths.rounded(.up)
        guard isUp ? exact < 400 : exact > 1 else { return nil }
        let step: Int64 = (isUp ? exact >= 40 : exact > 40) ? 5 : 1
        let next = min(max(Int64(exact) + direction * step, 1), 400)
        return Speed(numerator: next, denominator: 20)
    }
}
