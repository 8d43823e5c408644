package import Effects
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
    ///   - index: The index of the sequence among those of the file.
    ///   - file: The file.
    ///   - rack: The samplers and rules.
    ///   - transpose: The semitones by which it is transposed.
    ///   - effects: The effects; `nil` for those of the engine.
    ///   - isWanted: Asked meanwhile: whether the gain is still wanted.
    /// - Returns: The gain; 0 for silence, for what is too short for a loudness and for what cannot be
    ///   measured, which is reported; `nil` if it is not wanted any more.
    package func gain(
        ofSequence index: Int,
        of file: PieceFile,
        on rack: RackSettings,
        transpose: Int = 0,
        effects: EffectsSettings? = nil,
        isWanted: () -> Bool = { true }
    ) -> Double? {
        let reading: LoudnessMeter.Reading?
        do throws(PlaybackError) {
            reading = try loudness.reading(
                ofSequence: index,
                of: file,
                on: rack,
                transpose: transpose,
                effects: effects,
                isWanted: isWanted
            )
        } catch {
            loudness.onFailure("\(file.name): not measured, plays at its own level: \(error)")
            return 0
        }
        guard let reading else { return nil }
        guard let gain = target.gain(for: reading) else { return 0 }
        return min(max(gain, Self.gains.lowerBound), Self.gains.upperBound)
    }
}
