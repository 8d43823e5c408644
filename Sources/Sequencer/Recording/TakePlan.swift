public import SMF

/// The settings of a take: its tempo and meter, and the tracks that are made of it.
public struct TakePlan: Hashable, Sendable {
    /// The relation between the time of a message and its position.
    public enum Timing: Hashable, Sendable {
        /// Time runs without a break from the time of tick 0, in nanoseconds of the take.
        case free(origin: Int64)
        /// Time runs without a break from the first note, which is on tick 0.
        case firstNote
        /// Positions are those of playback, see ``TakeMark``.
        case transport
    }

    /// The messages that share a track.
    public enum Split: String, Hashable, Sendable, CaseIterable {
        /// A track for each input.
        case input
        /// A track for each channel of each input.
        case channel
    }

    /// The ticks of a quarter note that a recording has where nothing asks for others: 0.5 ms at
    /// 120 quarter notes a minute.
    public static let defaultTicks: UInt16 = 960

    /// Ticks per quarter note.
    public var ticksPerQuarter: UInt16
    /// The tempos.
    public var tempos: [TempoMap.Change]
    /// The meters.
    public var meters: [MeterMap.Change]
    /// The positions of messages.
    public var timing: Timing
    /// The tracks.
    public var split = Split.input
    /// The grid of notes; `nil` leaves them where they were played.
    public var grid: NoteValue?
    /// The ticks that are recorded; `nil` for all.
    public var punch: Range<Int64>?
    /// The path of the file to whose tracks those of the take are added; `nil` for none.
    public var accompaniment: String?
    /// The time of the start, in nanoseconds since 1970 (UTC); 0 if it does not matter.
    public var startedAt: Int64 = 0

    /// Makes a plan with one tempo and one meter, which begins at once.
    ///
    /// - Parameters:
    ///   - microsecondsPerQuarter: The tempo.
    ///   - meter: The meter.
    public init(
        microsecondsPerQuarter: UInt32 = TempoMap.defaultTempo,
        meter: TimeSignature = TimeSignature(numerator: 4, denominatorPower: 2)
    ) {
        ticksPerQuarter = Self.defaultTicks
        tempos = [TempoMap.Change(tick: 0, microsecondsPerQuarter: microsecondsPerQuarter)]
        meters = [MeterMap.Change(tick: 0, signature: meter)]
        timing = .free(origin: 0)
    }

    /// Makes a plan for messages that are played along with a sequence.
    ///
    /// The ticks are those of the sequence, or parts of them where they are coarser than
    /// ``defaultTicks``.
    ///
    /// - Parameter sequence: The sequence; `nil` is returned for one that counts SMPTE frames.
    public init?(along sequence: PreparedSequence) {
        guard case .ticksPerQuarter(let ticks) = sequence.division, ticks > 0 else { return nil }
        let factor = ticks < Self.defaultTicks ? (Self.defaultTicks + ticks - 1) / ticks : 1
        ticksPerQuarter = ticks * factor
        tempos = sequence.tempoMap.changes.map { change in
            TempoMap.Change(
                tick: change.tick * Int64(factor),
                microsecondsPerQuarter: change.microsecondsPerQuarter
            )
        }
        if let tempo = sequence.tempoOverride {
            tempos = [TempoMap.Change(tick: 0, microsecondsPerQuarter: tempo)]
        }
        meters = sequence.meterMap.changes.map { change in
            MeterMap.Change(tick: change.tick * Int64(factor), signature: change.signature)
        }
        timing = .transport
    }

    /// A file with tempo and meter and without a note, as long as a day at least: for a metronome.
    public var emptyFile: MIDIFile {
        var events = meters.map { ($0.tick, MetaEvent.timeSignature($0.signature)) }
        events += tempos.map { ($0.tick, .tempo($0.microsecondsPerQuarter)) }
        events.sort { $0.0 < $1.0 }
        var track = Track()
        var tick: Int64 = 0
        for (next, event) in events {
            track.append(TrackEvent(delta: UInt32(clamping: next - tick), event: .meta(event)))
            tick = next
        }
        track.append(TrackEvent(delta: Self.longestDelta, event: .meta(.endOfTrack)))
        return MIDIFile(format: .simultaneous, division: division, tracks: [track])
    }

    /// The largest distance of two events in a file.
    private static let longestDelta: UInt32 = 0x0FFF_FFFF

    /// The tick of a position in the sequence that is played along with, or in an empty one.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - sequence: The sequence.
    /// - Returns: The tick.
    /// - Throws: `PositionError` if there is no such position.
    public func tick(
        of position: Position,
        in sequence: PreparedSequence
    ) throws(PositionError) -> Int64 {
        try tick(sequence.tick(of: position), of: sequence)
    }

    /// The tick of a recording at a tick of the sequence that is played along with.
    package func tick(_ tick: Int64, of sequence: PreparedSequence) -> Int64 {
        guard case .ticksPerQuarter(let ticks) = sequence.division, ticks > 0 else { return tick }
        return tick * Int64(ticksPerQuarter / ticks)
    }

    /// The unit of a tick.
    public var division: Division { .ticksPerQuarter(ticksPerQuarter) }
    /// Musical time to real time.
    public var tempoMap: TempoMap { TempoMap(division: division, changes: tempos) }
    /// Bars and beats.
    public var meterMap: MeterMap { MeterMap(division: division, changes: meters) }
}
