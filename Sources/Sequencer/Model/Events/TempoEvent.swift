public import SMF

/// What happens in a ``TempoTrack``.
public enum TempoEvent: Hashable, Sendable {
    /// A tempo, 1 … 0xFFFFFF µs per quarter note; another is neither played nor saved.
    case tempo(microsecondsPerQuarter: UInt32)
    /// A tempo that changes little by little.
    case ramp(TempoRamp)
    /// A meter.
    case timeSignature(TimeSignature)
    /// A key.
    case keySignature(KeySignature)
    /// A named place.
    case marker(SequenceText)
    /// Another meta event of a track that has no music.
    indirect case meta(MetaEvent)

    /// A tempo in quarter notes per minute, rounded to whole microseconds per quarter note.
    ///
    /// - Parameter beatsPerMinute: About 3.6 … 60,000,000; what is outside is cut.
    /// - Returns: The tempo.
    public static func tempo(beatsPerMinute: Double) -> TempoEvent {
        let period = 60_000_000 / beatsPerMinute
        guard period >= 1 else { return .tempo(microsecondsPerQuarter: 1) }
        guard period < 0xFF_FFFF else { return .tempo(microsecondsPerQuarter: 0xFF_FFFF) }
        return .tempo(microsecondsPerQuarter: UInt32(period.rounded()))
    }
}
