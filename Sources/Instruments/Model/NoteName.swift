/// Names of keys: C4 is 60, as in SFZ files and most sample libraries.
package enum NoteName {
    /// Semitones above C.
    private static let letters: [Character: Int] = [
        "c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11,
    ]

    /// The key of a name: a letter, `#`, `♯`, `s`, `b` or `♭`, and an octave from −1 on.
    ///
    /// - Parameter name: A name in upper or lower case, such as `F#3`, `Bb2`, `As3` or `c-1`.
    /// - Returns: The key, 0 … 127; `nil` for other text.
    package static func key(_ name: some StringProtocol) -> Int? {
        var rest = name.lowercased()[...]
        guard let letter = rest.popFirst(), let base = letters[letter] else { return nil }
        var key = base
        switch rest.first {
        case "#"?, "♯"?, "s"?:
            key += 1
            rest.removeFirst()
        case "b"?, "♭"?:
            key -= 1
            rest.removeFirst()
        default: break
        }
        guard rest.count <= 2, rest.first != "+", let octave = Int(rest) else { return nil }
        key += (octave + 1) * 12
        return (0...127).contains(key) ? key : nil
    }

    /// The name of a key, with sharps.
    package static func name(_ key: Int) -> String {
        let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
        let octave = key >= 0 ? key / 12 : (key - 11) / 12
        return names[key - octave * 12] + String(octave - 1)
    }
}
