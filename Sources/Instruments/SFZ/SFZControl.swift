/// The settings of `<control>` headers.
struct SFZControl {
    /// The text that stands before the names of samples.
    var defaultPath = ""
    /// The text that stands before ``defaultPath``.
    private(set) var prefix = ""
    /// Semitones that are added to keys.
    private(set) var keyOffset = 0
    /// The values that controllers have at the start, 0 … 127: volume, pan and expression are not 0.
    private var controllers: [Int: Double] = [7: 100, 10: 64, 11: 127]
    private var noteOffset = 0
    private var octaveOffset = 0

    /// The values that controllers have at the start, 0 … 127.
    var values: [Int: Double] { controllers }

    /// The value that a controller has at the start, 0 … 127; `nil` for one that each note sets.
    func value(of controller: Int) -> Double? {
        if let value = controllers[controller] { return value }
        return (SFZModulation.Source.velocity...141).contains(controller) ? nil : 0
    }

    mutating func take(
        _ name: String,
        _ value: String,
        _ position: InstrumentPosition,
        _ log: inout InstrumentLog
    ) {
        switch name {
        case "default_path": defaultPath = value.unquoted.replacingBackslashes
        case "prefix_sfz_path": prefix = value.unquoted.replacingBackslashes
        case "note_offset", "octave_offset":
            guard let number = Int(value), abs(number) <= 127 else {
                log.add(.warning, position, name, "'\(value)', expected a whole number; left out")
                return
            }
            if name == "note_offset" { noteOffset = number } else { octaveOffset = number }
            keyOffset = noteOffset + 12 * octaveOffset
        case _ where name.hasPrefix("label_") || name.hasPrefix("hint_"):
            // For the eye.
            break
        case _ where name.hasPrefix("set_cc"): set(name.dropFirst(6), value, scale: 1)
        case _ where name.hasPrefix("set_hdcc"): set(name.dropFirst(8), value, scale: 127)
        case _ where name.hasPrefix("set_realcc"): set(name.dropFirst(10), value, scale: 127)
        default: log.addOnce(.note, position, name, "not supported in <control>")
        }
    }

    private mutating func set(_ number: Substring, _ value: String, scale: Double) {
        guard let number = Int(number), controllers.count < 1_000, let value = Double(value),
            value.isFinite
        else { return }
        controllers[number] = min(max(value * scale, 0), 127)
    }
}

extension String {
    /// The text without the quotes around it.
    var unquoted: String {
        count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
    }
}
