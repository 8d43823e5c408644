/// Round ranges of amplitudes.
enum Amplitude {
    private static let reaches: [Float] = [
        0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100,
    ]

    /// The least round number that a peak does not exceed.
    ///
    /// - Parameter peak: The highest magnitude of a sample.
    /// - Returns: The number; 1 for silence, whose scale means nothing.
    static func reach(for peak: Float) -> Float {
        guard peak > Trigger.silence else { return 1 }
        // A full-scale sine shall not need the next one for a rounding.
        return reaches.first { $0 >= peak * 0.999 } ?? peak
    }
}
