public import SMF

/// Writes a take step by step, as a MIDI file that is complete after each ``checkpoint()``.
///
/// The file has one track with a constant tempo, and a tick lasts 20 µs, so any player plays what
/// was played. The settings and the positions of playback are user events in it; ``Take`` reads
/// it, and ``TakeArrangement`` makes the recording of that.
public struct TakeJournal<Sink: ByteSink & ~Copyable>: ~Copyable {
    /// The error of the writer.
    public typealias Failure = StreamingError<Sink.Failure>

    private var writer: StreamingWriter<Sink>
    /// The input of the last message.
    private var input = 0
    /// Whether anything was added since the last checkpoint.
    public private(set) var hasChanges = false
    /// The number of notes.
    public private(set) var noteCount = 0

    /// Begins a journal.
    ///
    /// - Parameters:
    ///   - sink: The destination of the bytes; empty.
    ///   - plan: The settings of the take.
    /// - Throws: The sink's error.
    public init(_ sink: consuming Sink, plan: TakePlan) throws(Failure) {
        writer = try Self.begin(sink, plan)
    }

    private static func begin(
        _ sink: consuming Sink,
        _ plan: TakePlan
    ) throws(Failure) -> StreamingWriter<Sink> {
        var writer = try StreamingWriter(
            sink,
            format: .single,
            division: .ticksPerQuarter(JournalTime.ticksPerQuarter)
        )
        try writer.beginTrack()
        try writer.append(
            TrackEvent(delta: 0, event: .meta(.tempo(JournalTime.microsecondsPerQuarter)))
        )
        try writer.append(TrackEvent(delta: 0, event: .meta(.user(Array(plan.text.utf8)))))
        try writer.checkpoint()
        return writer
    }

    /// Looks at the sink.
    ///
    /// - Parameter body: Gets the sink.
    /// - Returns: The result of the body.
    public func withSink<Result>(_ body: (borrowing Sink) -> Result) -> Result {
        writer.withSink(body)
    }

    /// The time of the last event, in nanoseconds of the take.
    public var endTime: Int64 { JournalTime.nanoseconds(ofTick: writer.tick) }

    /// Adds a message.
    ///
    /// - Parameter event: The message; its time is in nanoseconds of the take. One that is earlier
    ///   than the last is written at the time of that.
    /// - Throws: As `StreamingWriter.append(_:)`.
    public mutating func append(_ event: RecordedEvent) throws(Failure) {
        if event.input != input {
            input = event.input
            let port = UInt8(clamping: input)
            try append(.meta(MetaEvent(type: 0x21, bytes: [port])), at: event.time)
        }
        switch event.content {
        case .message(let message): try append(.channel(message), at: event.time)
        case .exclusive(let bytes):
            let packet = SystemExclusivePacket(form: .start, bytes: (bytes + [0xF7])[...])
            try append(.systemExclusive(packet), at: event.time)
        }
        if event.isNoteOn { noteCount += 1 }
    }

    /// Adds a position of playback.
    ///
    /// - Parameter mark: The position. Its time may be before that of the last event, and after that
    ///   of the next: what is rendered is heard later.
    /// - Throws: The sink's error.
    public mutating func append(_ mark: TakeMark) throws(Failure) {
        // It has its time in it, and must not delay the events behind it.
        try append(.meta(.user(Array(mark.text.utf8))), at: 0)
    }

    /// Writes that the take continued up to a time, for a reader of a journal that is cut off.
    ///
    /// - Parameter time: The time in nanoseconds of the take; nothing is written if it is not after
    ///   the last event.
    /// - Throws: The sink's error.
    public mutating func advance(to time: Int64) throws(Failure) {
        guard JournalTime.tick(at: time) > writer.tick else { return }
        try append(.meta(MetaEvent(type: 0x01, bytes: [])), at: time)
    }

    private mutating func append(_ event: Event, at time: Int64) throws(Failure) {
        var delta = max(JournalTime.tick(at: time) - writer.tick, 0)
        while delta > JournalTime.longestDelta {
            let filler = MetaEvent(type: 0x01, bytes: [])
            try writer.append(
                TrackEvent(delta: UInt32(JournalTime.longestDelta), event: .meta(filler))
            )
            delta -= JournalTime.longestDelta
        }
        try writer.append(TrackEvent(delta: UInt32(delta), event: event))
        hasChanges = true
    }

    /// Completes the file in the sink with all that was added, and has the sink keep it.
    ///
    /// - Throws: The sink's error.
    public mutating func checkpoint() throws(Failure) {
        try writer.checkpoint()
        hasChanges = false
    }

    /// Ends the take.
    ///
    /// - Parameter time: Its end, in nanoseconds of the take.
    /// - Returns: The sink.
    /// - Throws: The sink's error.
    public consuming func finish(at time: Int64) throws(Failure) -> Sink {
        // A text, so that the end is not too far from the event before it.
        try advance(to: time)
        try checkpoint()
        return try writer.finish()
    }
}

/// The time of a journal: constant ticks of 20 µs.
enum JournalTime {
    static let ticksPerQuarter: UInt16 = 25_000
    static let microsecondsPerQuarter: UInt32 = 500_000
    /// The largest distance of two events in a file.
    static let longestDelta: Int64 = 0x0FFF_FFFF
    private static let nanosecondsPerTick: Int64 = 20_000

    /// The nearest tick; 0 before the start.
    static func tick(at time: Int64) -> Int64 {
        max(time, 0).addingClamped(nanosecondsPerTick / 2) / nanosecondsPerTick
    }

    static func nanoseconds(ofTick tick: Int64) -> Int64 {
        tick.multipliedReportingOverflow(by: nanosecondsPerTick).overflow
            ? .max : tick * nanosecondsPerTick
    }
}
