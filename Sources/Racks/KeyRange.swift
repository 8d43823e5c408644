import MIDI

/// Ranges of keys and of velocities as people write them.
public enum KeyRange {
    /// Reads keys: `C2-B3`, `36-59`, or one key; middle C (60) is C4.
    ///
    /// - Throws: The text and what was expected.
    public static func parse(_ text: String) throws(RoutingSyntaxError) -> ClosedRange<UInt8> {
        guard let range = range(text, NoteName.key) else {
            throw RoutingSyntaxError(
                text,
                "expected keys from low to high, such as C2-B3 or 36-59 (C4 is 60; 0 to 127)"
            )
        }
        return range
    }

    /// The text of a range of keys, by names: `C2-B3`.
    public static func text(_ range: ClosedRange<UInt8>) -> String {
        range.count == 1
            ? NoteName.text(range.lowerBound)
            : "\(NoteName.text(range.lowerBound))-\(NoteName.text(range.upperBound))"
    }

    /// Reads velocities: `1-90`, or one velocity.
    ///
    /// - Throws: The text and what was expected.
    public static func parse(
        velocities text: String
    ) throws(RoutingSyntaxError) -> ClosedRange<UInt8> {
        let parse = { (text: Substring) in
            UInt8(text).flatMap { (1...127).contains($0) && text.first != "+" ? $0 : nil }
        }
        guard let range = range(text, { parse($0[...]) }) else {
            throw RoutingSyntaxError(
                text,
                "expected velocities from low to high, such as 1-90 (1 to 127)"
            )
        }
        return range
    }

    /// The text of a range of velocities: `1-90`.
    public static func text(velocities range: ClosedRange<UInt8>) -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }

    /// A value, or two with a dash between them; in `C-1` the dash belongs to the octave.
    private static func range(
        _ text: String,
        _ value: (String) -> UInt8?
    ) -> ClosedRange<UInt8>? {
        if let single = value(text) { return single...single }
        for dash in text.indices where text[dash] == "-" {
            guard let first = value(String(text[..<dash])),
                let last = value(String(text[text.index(after: dash)...]))
            else { continue }
            return first <= last ? first...last : nil
        }
        return nil
    }
}
