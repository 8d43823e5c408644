public import SMF

/// An event of a ``TempoTrack``.
public enum TempoEvent: Hashable, Sendable {
    /// A tempo, 1 … 0xFFFFFF µs per quarter note; another is neither played nor saved.
    case tempo(microsecondsPerQuarter: UInt32)
    /// A tempo that changes little by little.
    case ramp(TempoRamp)
    /// A meter; one that no file can have (0 beats) is not saved.
    case timeSignature(TimeSignature)
    /// A key; one that no file can have (more than 7 signs) is not saved.
    case keySignature(KeySignature)
    /// A named position.
    case marker(SequenceText)
    /// Another meta event of a track that has no music; a tempo, meter, key or marker as such is
    /// neither played nor saved.
    indirect case meta(MetaEvent)

    /// A tempo in quarter notes per minute, rounded to whole microseconds per quarter note.
    ///
    /// - Parameter beatsPerMinute: The tempo, cut to about 3.6 … 60,000,000; the slowest for a
    ///   value that is not a number.
    /// - Returns: The tempo.
    public static func tempo(beatsPerMinute: Double) -> TempoEvent {
        guard beatsPerMinute > 60_000_000 / 0xFF_FFFF else {
            return .tempo(microsecondsPerQuarter: 0xFF_FFFF)
        }
        let period = max((60_000_000 / beatsPerMinute).rounded(), 1)
        return .tempo(microsecondsPerQuarter: UInt32(min(period, 0xFF_FFFF)))
    }
}
