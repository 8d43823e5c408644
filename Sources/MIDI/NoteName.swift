/// The names of notes, spelled alike everywhere: in ASCII, black keys as sharps.
///
/// A key number does not distinguish C sharp from D flat, and a terminal may not show `♯`.
public enum NoteName {
    /// The name of a key, with middle C (60) as C4: `F#3`, `C-1`.
    public static func text(_ key: UInt8) -> String {
        let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
        return "\(names[Int(key) % 12])\(Int(key) / 12 - 1)"
    }

    /// The key that a text names: `F#3`, `gb3`, or its number, 0 … 127.
    ///
    /// - Parameter text: A letter, any number of `#` or `b`, and an octave; middle C is C4.
    /// - Returns: The key; `nil` for anything else.
    public static func key(_ text: String) -> UInt8? {
        if let first = text.utf8.first, (48...57).contains(first) {
            return UInt8(text).flatMap { $0 < 128 ? $0 : nil }
        }
        var rest = Substring(text.lowercased())
        guard let letter = rest.popFirst() else { return nil }
        let steps: [Character: Int] = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]
        guard var key = steps[letter] else { return nil }
        while let sign = rest.first, sign == "#" || sign == "b" {
            key += sign == "#" ? 1 : -1
            rest = rest.dropFirst()
        }
        let digits = rest.first == "-" ? rest.dropFirst() : rest
        guard (1...2).contains(digits.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let octave = Int(rest)
        else { return nil }
        key += (octave + 1) * 12
        return (0...127).contains(key) ? UInt8(key) : nil
    }
}
