package import Wording

/// A number of an insert that can move while the insert sounds.
package struct InsertNumber: Sendable {
    /// How a number moves to another.
    package enum Movement: UInt8, BitwiseCopyable, Sendable {
        case evenly
        /// By the ratio, as frequencies and times do.
        case byRatio
        /// It is there at once.
        case atOnce
    }

    /// The name of the parameter; `nil` for a number that music cannot move.
    package var name: String?
    /// The values that the parameter has.
    package var range: ClosedRange<Double>
    /// Their unit.
    package var unit: Unit
    /// Whether its values are whole numbers.
    package var isWhole: Bool
    /// The movement.
    package var movement: Movement
    /// The value.
    package var value: Double

    init(
        _ name: String?,
        _ value: Double,
        in range: ClosedRange<Double> = -.infinity ... .infinity,
        unit: Unit = .none,
        isWhole: Bool = false,
        _ movement: Movement = .evenly
    ) {
        (self.name, self.value, self.range) = (name, value, range)
        (self.unit, self.isWhole, self.movement) = (unit, isWhole, movement)
    }

    /// Whether it can have a value.
    package func canBe(_ value: Double) -> Bool {
        range.contains(value) && (!isWhole || value == value.rounded())
    }

    /// The description of a valid value.
    package var expectation: String {
        let kind = isWhole ? "a whole number" : "a number"
        let (low, high) = (
            NumberText.decimal(range.lowerBound), NumberText.decimal(range.upperBound)
        )
        switch (range.lowerBound.isFinite, range.upperBound.isFinite) {
        case (true, true): return "\(isWhole ? "\(kind), " : "")\(low) to \(high)\(unit.suffix)"
        case (true, false): return "\(kind) from \(low)\(unit.suffix) on"
        case (false, true): return "\(kind) up to \(high)\(unit.suffix)"
        case (false, false): return kind
        }
    }
}

extension InsertNumber.Movement {
    /// The movement of parameters in a unit.
    init(in unit: Unit) {
        switch unit {
        case .hertz, .milliseconds: self = .byRatio
        default: self = .evenly
        }
    }

    /// A number at a part of the way from one to another.
    @_noLocks
    func between(_ one: Double, _ other: Double, _ part: Double) -> Double {
        switch self {
        case .byRatio where one > 0 && other > 0:
            return one * Elementary.power(other / one, part)
        case .atOnce: return other
        default: return one + (other - one) * part
        }
    }
}

extension InsertSettings {
    /// The numbers that move: the mix, then those of its kind.
    ///
    /// - Parameter rate: Frames per second.
    /// - Returns: The numbers, in the order in which the audio thread has them.
    package func numbers(rate: Int) -> [InsertNumber] {
        // The input is as late as the effect only where it has been mixed from the beginning on; a
        // plugin tells its latency when it is made.
        let isMixed = mix < 1 || !isPlugin && latency(rate: rate) == 0
        return [InsertNumber(isMixed ? "mix" : nil, mix, in: 0...1)]
            + effect.parameters.numbers(rate: rate)
    }

    /// A number for the order of its numbers: equal only for settings whose numbers mean the same.
    package var layout: Int {
        var hasher = Hasher()
        hasher.combine(effect.kind)
        hasher.combine(effect.parameters.layout)
        return hasher.finalize()
    }

    /// Whether an insert with these settings can move to others while it sounds: only numbers move, and
    /// its latency stays the same.
    func canMove(to other: InsertSettings, rate: Int) -> Bool {
        func canMove<Parameters: InsertParameters>(_ parameters: Parameters) -> Bool {
            (other.effect.parameters as? Parameters).map { parameters.canMove(to: $0) } ?? false
        }
        let delay = latency(rate: rate)
        return !isBypassed && !other.isBypassed && delay == other.latency(rate: rate)
            && (delay == 0 || (mix < 1) == (other.mix < 1)) && canMove(effect.parameters)
    }
}
