import Wording

/// A parameter of an effect by its name, with its range.
struct EffectsParameter<Settings>: Sendable {
    /// The name in options: `room-size`.
    let name: String
    let range: ClosedRange<Double>
    let unit: Unit
    let isWhole: Bool
    let path: any WritableKeyPath<Settings, Double> & Sendable

    init(
        _ name: String,
        _ range: ClosedRange<Double>,
        _ path: any WritableKeyPath<Settings, Double> & Sendable,
        unit: Unit = .none,
        isWhole: Bool = false
    ) {
        self.name = name
        self.range = range
        self.unit = unit
        self.isWhole = isWhole
        self.path = path
    }

    /// The key in JSON: `roomSize`.
    var key: String {
        let words = name.split(separator: "-").map(String.init)
        return words[0]
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined()
    }

    /// The description of a valid value.
    var expectation: String {
        let bounds = [range.lowerBound, range.upperBound].map { bound in
            bound == bound.rounded() ? "\(Int(bound))" : "\(bound)"
        }
        let kind = isWhole ? "a whole number, " : ""
        return "\(kind)\(bounds[0]) to \(bounds[1])\(unit.suffix)"
    }

    /// Sets the parameter.
    ///
    /// - Throws: A value out of range.
    func set(_ value: Double, of settings: inout Settings) throws(EffectsError) {
        guard range.contains(value), !isWhole || value == value.rounded() else {
            throw EffectsError("\(name): expected \(expectation)")
        }
        settings[keyPath: path] = value
    }
}
