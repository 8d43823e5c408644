public import Sequencer

/// The changes in a sequence before it is played.
public struct Arrangement: Hashable, Sendable {
    /// One tempo for all of it; `nil` for its own.
    public var tempo: Tempo?

    /// Makes an arrangement.
    public init(tempo: Tempo? = nil) {
        self.tempo = tempo
    }

    /// A sequence at its own tempo, and at that of the arrangement.
    ///
    /// - Parameter sequence: The sequence as the file has it.
    /// - Returns: The sequence and the arranged one, with the same ticks.
    public func applied(
        to sequence: PreparedSequence
    ) -> (base: PreparedSequence, arranged: PreparedSequence) {
        (sequence, tempo.map { sequence.withTempo($0.microsecondsPerQuarter) } ?? sequence)
    }
}
