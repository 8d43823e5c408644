import MIDI

/// The name of a chord: `C`, `F#m7`, `Gsus4`, `C/E`.
///
/// It is found from the keys that are down alone: octaves and doubled notes do not matter, and keys
/// are spelled with sharps. Where a chord has several names (`C6` and `Am7`, `Csus2` and `Gsus4`), it
/// is the one whose root is the lowest key. A chord whose root is not the lowest key is named with
/// its bass: `C/E` is an inversion, and `C/D` has a bass that is no note of the chord.
public struct ChordName: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of chord, those with fewer notes first.
    private static let kinds: [(suffix: String, steps: [Int])] = [
        ("", [0, 4, 7]), ("m", [0, 3, 7]), ("dim", [0, 3, 6]), ("aug", [0, 4, 8]),
        ("sus4", [0, 5, 7]), ("sus2", [0, 2, 7]),
        ("7", [0, 4, 7, 10]), ("maj7", [0, 4, 7, 11]), ("m7", [0, 3, 7, 10]),
        ("m(maj7)", [0, 3, 7, 11]), ("dim7", [0, 3, 6, 9]), ("m7b5", [0, 3, 6, 10]),
        ("7#5", [0, 4, 8, 10]), ("7b5", [0, 4, 6, 10]), ("7sus4", [0, 5, 7, 10]),
        ("maj7#5", [0, 4, 8, 11]), ("6", [0, 4, 7, 9]), ("m6", [0, 3, 7, 9]),
        ("add9", [0, 2, 4, 7]), ("m(add9)", [0, 2, 3, 7]),
        ("9", [0, 2, 4, 7, 10]), ("maj9", [0, 2, 4, 7, 11]), ("m9", [0, 2, 3, 7, 10]),
        ("7b9", [0, 1, 4, 7, 10]), ("7#9", [0, 3, 4, 7, 10]), ("6/9", [0, 2, 4, 7, 9]),
        // Without their fifth.
        ("7", [0, 4, 10]), ("maj7", [0, 4, 11]), ("m7", [0, 3, 10]),
        // A fifth alone.
        ("5", [0, 7]),
    ]

    /// The suffixes by the pitch classes, bit n for the note n semitones above the root.
    private static let suffixes: [UInt16: String] = Dictionary(
        kinds.map { kind in (kind.steps.reduce(0) { $0 | 1 << UInt16($1) }, kind.suffix) }
    ) { first, _ in first }

    private static let notes = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]

    /// The pitch class of the root, 0 (C) to 11.
    public let root: Int
    /// The kind: empty for a major triad, `m7`, `sus4`.
    public let suffix: String
    /// The pitch class of the lowest key.
    public let bass: Int

    /// Finds the name of a chord.
    ///
    /// - Parameter keys: The keys that are down, in any order; `nil` is the name of none, of a single
    ///   note and of a chord of another kind.
    public init?(keys: some Sequence<UInt8>) {
        var classes: UInt16 = 0
        var lowest = UInt8.max
        for key in keys {
            classes |= 1 << UInt16(key % 12)
            lowest = min(lowest, key)
        }
        guard classes.nonzeroBitCount > 1 else { return nil }
        let bass = Int(lowest % 12)
        // The bass is the root, or another note of the chord, or none.
        for candidates in [classes, classes & ~(1 << UInt16(bass))] {
            for distance in 0..<12 {
                let root = (bass + distance) % 12
                guard candidates >> UInt16(root) & 1 == 1,
                    let suffix = Self.suffixes[Self.turned(candidates, to: root)],
                    // A fifth over another bass is any chord.
                    suffix != "5" || root == bass
                else { continue }
                (self.root, self.suffix, self.bass) = (root, suffix, bass)
                return
            }
        }
        return nil
    }

    /// The pitch classes counted from a root.
    private static func turned(_ classes: UInt16, to root: Int) -> UInt16 {
        (classes >> UInt16(root) | classes << UInt16(12 - root)) & 0xFFF
    }

    /// The name.
    public var description: String {
        let name = Self.notes[root] + suffix
        return root == bass ? name : "\(name)/\(Self.notes[bass])"
    }
}
