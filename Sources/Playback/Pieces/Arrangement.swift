public import Sequencer

/// What is changed in a sequence before it is played.
public struct Arrangement: Hashable, Sendable {
    /// One tempo for all of it; `nil` for its own.
    public var tempo: Tempo?
    /// Whether it has a sampler and a track for clicks, heard or not.
    public var hasMetronome = false

    /// Makes an arrangement.
    public init(tempo: Tempo? = nil, hasMetronome: Bool = false) {
        self.tempo = tempo
        self.hasMetronome = hasMetronome
    }

    /// A sequence as it is to be played, at its own tempo and at that of the arrangement.
    ///
    /// - Parameter sequence: The sequence as the file has it.
    /// - Returns: Others, with the same ticks.
    public func applied(
        to sequence: PreparedSequence
    ) -> (base: PreparedSequence, arranged: PreparedSequence) {
        let base = hasMetronome ? sequence.withMetronome() : sequence
        return (base, tempo.map { base.withTempo($0.microsecondsPerQuarter) } ?? base)
    }
}
