import Glibc

/// The pitches of the 128 keys.
public struct KeyTuning: Hashable, Sendable {
    /// The pitch of each key in cents, 6900 for 440 Hz; `nil` for a key that is silent.
    public var pitches: [Double?]

    /// The pitches that a key can have in cents: 8.2 Hz to 20 kHz.
    public static let range = 0.0...13_500

    /// Twelve-tone equal temperament, A4 = 440 Hz.
    public static let equal = KeyTuning(scale: .equalTemperament, mapping: .linear)

    /// Tunes the keys to a scale.
    ///
    /// A key whose pitch would be outside ``range`` is silent.
    ///
    /// - Parameters:
    ///   - scale: The scale.
    ///   - mapping: Which degrees the keys play, and where the scale stands.
    public init(scale: Scale, mapping: KeyboardMapping) {
        func interval(_ key: Int) -> Double? {
            guard let (degree, pattern) = mapping.degree(ofKey: key) else { return nil }
            let octave =
                mapping.formalOctave == 0 ? scale.cents.count : mapping.formalOctave
            return scale.pitch(ofDegree: degree)
                + Double(pattern) * scale.pitch(ofDegree: octave)
        }
        let reference =
            6_900 + 1_200 * log2(mapping.referenceFrequency / 440)
            - (interval(mapping.referenceKey) ?? 0)
        pitches = (0..<128).map { key in
            guard mapping.keys.contains(key) else { return Double(key) * 100 }
            return interval(key).map { $0 + reference }.flatMap {
                Self.range.contains($0) ? $0 : nil
            }
        }
    }
}
