/// Goes through a file once, event by event, without keeping any.
///
/// It reads what ``MIDIFile`` reads, by the same code, but where that holds a file in memory this
/// holds a thousand events: for counting, searching and converting files of any size.
///
/// ```swift
/// var scanner = try FileScanner(bytes.span.bytes)
/// var notes = 0
/// while try scanner.nextTrack() {
///     while let event = try scanner.nextEvent() {
///         if event.message?.isNoteOn == true { notes += 1 }
///     }
/// }
/// ```
public struct FileScanner: ~Copyable, ~Escapable {
    private var file: FileReader
    private let policy: ReadPolicy
    /// The track that is being read, with its chunk; `nil` between tracks.
    private var track: (chunk: TrackChunk, reader: TrackReader<EventWindow>)?
    /// The reason why reading the present track stopped, once it has.
    private var isTrackFinished = false
    private var isFinished = false
    @usableFromInline var window: EventWindow
    /// The time of the event that was taken last, in ticks since the track's start.
    @usableFromInline var tick: Int64 = 0

    /// Begins with a file's header.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - policy: The treatment of violations of the specification.
    /// - Throws: ``SMFError`` for a file that is not a MIDI file.
    @_lifetime(copy bytes)
    public init(_ bytes: RawSpan, policy: ReadPolicy = .tolerant) throws(SMFError) {
        self.policy = policy
        // The memory is there as long as the span is, which the scanner does not outlive.
        let input = unsafe bytes.withUnsafeBytes {
            unsafe Input(bytes: $0.assumingMemoryBound(to: UInt8.self))
        }
        file = try FileReader(input, keeping: .music)
        window = EventWindow()
    }

    deinit { unsafe window.deallocate() }

    /// The format as the header has it; a format that does not exist reads as 1.
    public var format: MIDIFile.Format { file.header.format }

    /// The unit of a tick.
    public var division: Division { file.header.division }

    /// The number of tracks that the header promises, which need not be true.
    public var promisedTrackCount: Int { file.header.trackCount }

    /// The diagnostics up to here; complete once ``nextTrack()`` has returned `false`.
    public var diagnostics: [Diagnostic] {
        var log = file.log
        if let track, !isTrackFinished { log.merge(track.reader.log) }
        return log.diagnostics
    }

    /// Goes to the next track and skips the rest of the present one.
    ///
    /// - Returns: Whether there is one.
    /// - Throws: With ``ReadPolicy/strict``, the first warning or error.
    public mutating func nextTrack() throws(SMFError) -> Bool {
        while track != nil, !isTrackFinished {
            window.removeAll()
            try fill()
        }
        window.removeAll()
        track = nil
        guard !isFinished else { return false }
        guard let chunk = file.nextTrackChunk() else {
            isFinished = true
            file.finish()
            try checkPolicy()
            return false
        }
        track = (
            chunk,
            TrackReader(
                file.input,
                range: chunk.events,
                track: file.trackCount,
                isSuspect: chunk.isSuspect,
                output: window
            )
        )
        isTrackFinished = false
        tick = 0
        try checkPolicy()
        return true
    }

    /// The next event of the present track, in file order; `nil` at its end.
    ///
    /// The last one is an end-of-track, whether the file has it or not.
    ///
    /// - Throws: With ``ReadPolicy/strict``, the first warning or error, when the events around it
    ///   are read: those just before it may not have been returned yet.
    @inlinable
    public mutating func nextEvent() throws(SMFError) -> ScannedEvent? {
        if window.taken == window.count, try !refill() { return nil }
        let record = unsafe window.records[window.taken]
        window.taken &+= 1
        tick &+= Int64(record.delta)
        var payload = (start: 0, end: 0)
        if record.hasPayload { payload = window.takePayload() }
        return ScannedEvent(
            tick: tick,
            delta: record.delta,
            content: record.content,
            payloadStart: payload.start,
            payloadEnd: payload.end
        )
    }

    /// The channel messages that come next in the present track, some or all of those before its
    /// next event of another kind; none where such an event is next, and at the track's end.
    ///
    /// For callers that need many events per second: most of a file is channel messages, and a loop
    /// over them takes a fraction of the time of asking for each.
    ///
    /// ```swift
    /// while try scanner.nextTrack() {
    ///     while true {
    ///         do {
    ///             let messages = try scanner.nextMessages()
    ///             for index in messages.indices where messages[index].message.isNoteOn { notes += 1 }
    ///             if !messages.isEmpty { continue }
    ///         }
    ///         guard let event = try scanner.nextEvent() else { break }
    ///         // An event that is not a channel message.
    ///     }
    /// }
    /// ```
    ///
    /// - Returns: The messages, each with its delta time; they are there until the scanner is used
    ///   again.
    /// - Throws: As ``nextEvent()``.
    @_lifetime(&self)
    public mutating func nextMessages() throws(SMFError) -> Span<Track.Record> {
        var messages = unsafe UnsafeBufferPointer<Track.Record>(start: nil, count: 0)
        let isFilled = window.taken < window.count
        if try isFilled ? true : refill() {
            unsafe messages = window.takeMessages()
            var rest = unsafe messages.makeIterator()
            while let message = unsafe rest.next() { tick &+= Int64(message.delta) }
        }
        return unsafe _overrideLifetime(Span(_unsafeElements: messages), mutating: &self)
    }

    /// Reads more events; `false` at the track's end.
    @usableFromInline
    mutating func refill() throws(SMFError) -> Bool {
        window.removeAll()
        guard track != nil, !isTrackFinished else { return false }
        try fill()
        return window.count > 0
    }

    /// Fills the empty window from the present track.
    private mutating func fill() throws(SMFError) {
        // Taken out and returned: the reader is changed in place, without a copy of its log.
        guard case (let chunk, var reader)? = track.take() else { return }
        reader.output = window
        if let outcome = reader.read() {
            isTrackFinished = true
            // The window is never quite full here: reading stops before the track's end if it is.
            let result = chunk.finish(&reader, outcome: outcome, end: file.end)
            file.take(result, reader.log)
        }
        window = reader.output
        if policy == .strict, let violation = reader.log.firstViolation {
            if !isTrackFinished { file.chunkLog.merge(reader.log) }
            isFinished = true
            throw SMFError(violation)
        }
        track = (chunk, reader)
    }

    private mutating func checkPolicy() throws(SMFError) {
        guard policy == .strict, let violation = file.log.firstViolation else { return }
        isFinished = true
        track = nil
        throw SMFError(violation)
    }
}
