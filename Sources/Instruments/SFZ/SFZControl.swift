/// What `<control>` headers say.
struct SFZControl {
    /// The text that stands before the names of samples.
    var defaultPath = ""
    /// Semitones that are added to keys.
    private(set) var keyOffset = 0
    /// The values that controllers have at the start, 0 … 127.
    private(set) var controllers: [Int: Double] = [:]
    private var noteOffset = 0
    private var octaveOffset = 0

    mutating func take(
        _ name: String,
        _ value: String,
        _ position: InstrumentPosition,
        _ log: inout InstrumentLog
    ) {
        switch name {
        case "default_path": defaultPath = value.replacingBackslashes
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
        guard let number = Int(number), controllers.count < 1_000, let value = Double(value) else {
            return
        }
        controllers[number] = value * scale
    }
}
