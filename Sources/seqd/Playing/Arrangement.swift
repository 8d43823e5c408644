import Sequencer

/// What is changed in a sequence before it is played.
struct Arrangement: Hashable, Sendable {
    /// One tempo for all of it; `nil` for its own.
    var tempo: Tempo?
    /// Whether it has a sampler and a track for clicks, heard or not.
    var hasMetronome = false

    /// A sequence as it is to be played, at its own tempo and at that of the arrangement.
    ///
    /// - Parameter sequence: The sequence as the file has it.
    /// - Returns: Others, with the same ticks.
    func applied(
        to sequence: PreparedSequence
    ) -> (base: PreparedSequence, arranged: PreparedSequence) {
        let base = hasMetronome ? sequence.withMetronome() : sequence
        return (base, tempo.map { base.withTempo($0.microsecondsPerQuarter) } ?? base)
    }
}
