import ArgumentParser
package import Wording

/// A number that an option takes: its range and its unit.
package struct Quantity: Sendable {
    private let range: ClosedRange<Double>
    private let unit: Unit

    /// Makes a quantity.
    ///
    /// - Parameters:
    ///   - range: The range; numbers without a largest one end at infinity.
    ///   - unit: The unit, which the user may write or leave out.
    package init(_ range: ClosedRange<Double>, _ unit: Unit = .none) {
        (self.range, self.unit) = (range, unit)
    }

    /// Makes a quantity of whole numbers.
    package init(_ range: ClosedRange<Int>, _ unit: Unit = .none) {
        self.init(Double(range.lowerBound)...Double(range.upperBound), unit)
    }

    /// A pattern of a format 2 file.
    package static let pattern = Quantity(1 ... .infinity)
    /// A period.
    package static let period = Quantity(16...8_192, .count(of: "frames"))

    /// Reads a number.
    ///
    /// - Throws: A usage error with the range and the unit.
    @Sendable
    package func value(_ text: String) throws -> Double {
        guard let value = unit.number(text), range.contains(value) else {
            throw expected(between: "to")
        }
        return value
    }

    /// Reads a whole number.
    ///
    /// - Throws: As ``value(_:)``.
    @Sendable
    package func whole(_ text: String) throws -> Int {
        guard let value = unit.number(text), range.contains(value),
            let number = Int(exactly: value)
        else { throw expected(between: range.upperBound - range.lowerBound == 1 ? "or" : "to") }
        return number
    }

    private func expected(between word: String) -> ValidationError {
        let lowest = NumberText.decimal(range.lowerBound)
        let highest = NumberText.decimal(range.upperBound)
        let bounds =
            range.upperBound == .infinity ? "\(lowest) or more" : "\(lowest) \(word) \(highest)"
        return ValidationError("expected \(bounds)\(unit.suffix)")
    }
}
