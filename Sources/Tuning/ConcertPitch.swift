import Glibc

/// The frequency of A4 (key 69), to which everything is tuned.
public enum ConcertPitch {
    /// The standard frequency in Hz (ISO 16).
    public static let standard = 440.0
    /// The accepted frequencies in Hz: five semitones around the standard one cover all historical
    /// pitches.
    public static let range = 330.0...590.0

    /// The distance of A4 from the standard frequency in cents.
    ///
    /// - Parameter frequency: The frequency of A4 in Hz.
    /// - Returns: The distance; above 0 for a higher one.
    public static func cents(ofA4 frequency: Double) -> Double {
        1_200 * log2(frequency / standard)
    }
}
