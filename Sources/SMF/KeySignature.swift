/// A key signature (FF 59).
public struct KeySignature: Hashable, Sendable, CustomStringConvertible {
    /// The number of sharps, or of flats when negative; -7 … 7.
    public var sharps: Int8
    /// Whether the key is minor.
    public var isMinor: Bool

    /// Makes a key signature; `sharps` is -7 (seven flats) … 7.
    public init(sharps: Int8, isMinor: Bool) {
        self.sharps = sharps
        self.isMinor = isMinor
    }

    /// The key's name, such as `D major` or `F# minor`.
    public var description: String {
        // The circle of fifths: a minor key is three fifths to the right of its tonic's major.
        let tonic = Int(sharps) + (isMinor ? 3 : 0) + 7
        let names = [
            "Cb", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#",
            "G#", "D#", "A#",
        ]
        guard (-7...7).contains(sharps) else {
            return "\(sharps) sharps, \(isMinor ? "minor" : "major")"
        }
        return "\(names[tonic]) \(isMinor ? "minor" : "major")"
    }
}
