package import SamplerHost

/// The level that pieces are brought to before they play, so that all of a list are equally loud.
package struct PieceLevel: Sendable {
    /// The level.
    package let target: Normalization
    /// Measures the pieces.
    private let loudness: PieceLoudness

    /// The gains that pieces get, in dB.
    ///
    /// A piece that is nearly silent is not made as loud as others: it is meant to be soft, or
    /// damaged.
    package static let gains = -60.0...24.0

    /// Makes a level.
    ///
    /// - Parameters:
    ///   - target: The level; a loudness for most uses.
    ///   - loudness: Measures the pieces.
    package init(_ target: Normalization, loudness: PieceLoudness) {
        self.target = target
        self.loudness = loudness
    }

    /// The gain of a sequence in dB.
    ///
    /// Renders it, unless that has been done before.
    ///
    /// - Parameters:
    ///   - music: The sequence, with its samplers.
    ///   - isWanted: Asked meanwhile: whether the gain is still wanted.
    /// - Returns: The gain; 0 for silence, for what is too short for a loudness and for what cannot be
    ///   measured, which is reported; `nil` if it is not wanted any more.
    package func gain(
        of music: PieceLoudness.Music,
        isWanted: () -> Bool = { true }
    ) -> Double? {
        let reading: LoudnessMeter.Reading?
        do throws(PlaybackError) {
            reading = try loudness.reading(of: music, isWanted: isWanted)
        } catch {
            loudness.onFailure("\(music.file.name): not measured, plays at its own level: \(error)")
            return 0
        }
        guard let reading else { return nil }
        guard let gain = target.gain(for: reading) else { return 0 }
        return min(max(gain, Self.gains.lowerBound), Self.gains.upperBound)
    }
}
