import Wording

/// A parameter of an effect by its name, with its range.
struct EffectsParameter<Settings>: Sendable {
    /// The name in options: `room-size`.
    let name: String
    let range: ClosedRange<Double>
    let unit: Unit
    let isWhole: Bool
    /// Whether the music can move it.
    let isMovable: Bool
    let path: any WritableKeyPath<Settings, Double> & Sendable
    /// The note that it may be in place of a number; `nil` if it may be none.
    let note: (any WritableKeyPath<Settings, NoteValue?> & Sendable)?

    init(
        _ name: String,
        _ range: ClosedRange<Double>,
        _ path: any WritableKeyPath<Settings, Double> & Sendable,
        unit: Unit = .none,
        isWhole: Bool = false,
        isMovable: Bool = true,
        note: (any WritableKeyPath<Settings, NoteValue?> & Sendable)? = nil
    ) {
        self.name = name
        self.range = range
        self.unit = unit
        self.isWhole = isWhole
        self.isMovable = isMovable
        self.path = path
        self.note = note
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
        let notes = note == nil ? "" : ", or a note: 1/4, 1/8. (dotted), 1/8t (triplet)"
        return "\(kind)\(bounds[0]) to \(bounds[1])\(unit.suffix)\(notes)"
    }

    /// Sets the parameter.
    ///
    /// - Throws: A value out of range.
    func set(_ value: Double, of settings: inout Settings) throws(EffectsError) {
        guard range.contains(value), !isWhole || value == value.rounded() else {
            throw EffectsError("\(name): expected \(expectation)")
        }
        settings[keyPath: path] = value
        if let note { settings[keyPath: note] = nil }
    }

    /// Sets the parameter to a note.
    ///
    /// - Returns: `false` if it may be none, or the text is none.
    func setNote(_ text: String, of settings: inout Settings, usual: Settings) -> Bool {
        guard let note, let value = NoteValue(parsing: text) else { return false }
        settings[keyPath: note] = value
        settings[keyPath: path] = usual[keyPath: path]
        return true
    }
}
