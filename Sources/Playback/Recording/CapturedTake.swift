import SMF
import Sequencer

/// The take that is made of captured messages: its range, and its tempo and bars.
struct CapturedTake {
    /// The take.
    private(set) var take: Take
    /// The tempo that was guessed; `nil` if it was known.
    private(set) var guessedTempo: Double?

    /// Makes a take; `nil` if there is no note in the range.
    ///
    /// Messages before the range are in the take, before its start: what they set holds in it.
    ///
    /// - Parameters:
    ///   - events: The messages, by time in nanoseconds since 1970.
    ///   - request: The range, the tempo and the tracks.
    ///   - offset: Nanoseconds since 1970 less those of the monotonic clock.
    init?(_ events: [RecordedEvent], _ request: CaptureRequest, offset: Int64) {
        guard let end = events.last?.time else { return nil }
        let begin = request.last.map { end - $0 } ?? .min
        let notes = events.lazy.filter { $0.time >= begin && $0.isNoteOn }.map(\.time)
        guard let first = notes.first else { return nil }
        var plan: TakePlan
        var origin = first
        if let beat = request.beat {
            plan = TakePlan(
                microsecondsPerQuarter: beat.microsecondsPerQuarter,
                meter: beat.meter
            )
            origin = Self.barLine(notAfter: first, beat, offset: offset)
        } else if let guess = TempoEstimate(noteTimes: Array(notes)) {
            guessedTempo = guess.beatsPerMinute
            plan = TakePlan(
                microsecondsPerQuarter: UInt32((60_000_000 / guess.beatsPerMinute).rounded())
            )
        } else {
            plan = TakePlan()
        }
        // The time of the take begins with the range, and bar 1 with its first note or before.
        let start = min(origin, first)
        plan.timing = .free(origin: origin - start)
        plan.split = request.split
        plan.grid = request.grid
        take = Take(
            plan,
            events: events.compactMap { event in
                // A note from before the range is not in it.
                guard event.time >= first || !event.isNoteOn else { return nil }
                var event = event
                event.time -= start
                return event
            }
        )
    }

    /// The last bar line that is not after a time.
    private static func barLine(
        notAfter time: Int64,
        _ beat: CaptureRequest.Beat,
        offset: Int64
    ) -> Int64 {
        let quarters = 4 * Int64(beat.meter.numerator)
        let bar =
            Int64(beat.microsecondsPerQuarter) * 1_000 * quarters
            / Int64(max(beat.meter.denominator, 1))
        let distance = time - (beat.barTime + offset)
        let bars = distance >= 0 ? distance / bar : -((bar - 1 - distance) / bar)
        return beat.barTime + offset + bars * bar
    }
}
