/// Writes a file while the music happens, in a few KiB of memory.
///
/// ```swift
/// var writer = try StreamingWriter(sink, format: .single, division: .ticksPerQuarter(480))
/// try writer.beginTrack()
/// try writer.append(TrackEvent(delta: 0, event: .channel(message)))
/// try writer.checkpoint()  // now and then
/// try writer.endTrack(after: 96)
/// let sink = try writer.finish()
/// ```
///
/// After ``checkpoint()`` the sink holds a complete file with all that has been appended, and each
/// later write leaves it so that a tolerant reader gets at least that much, wherever the process
/// ends.
public struct StreamingWriter<Sink: ByteSink & ~Copyable>: ~Copyable {
    /// The error of the writer.
    public typealias Failure = StreamingError<Sink.Failure>

    /// The number of bytes that are collected before they go to the sink.
    static var capacity: Int { 4096 }
    /// An end-of-track event, zero ticks after the event before it.
    static var end: [UInt8] { [0x00, 0xFF, 0x2F, 0x00] }

    /// The destination of the bytes.
    var sink: Sink
    /// The bytes that have not gone to the sink.
    var buffer: [UInt8] = []
    /// The number of bytes in the sink.
    var written = 0
    /// The start of the open track's content.
    var trackStart: Int?
    /// Whether the last four bytes in the sink are an end-of-track that holds until more comes.
    var hasProvisionalEnd = false
    var order = EventOrder()
    /// The status that the next message may leave out; 0 for none.
    var runningStatus: UInt8 = 0

    private let format: MIDIFile.Format
    /// Whether a status byte is left out that repeats the last.
    let usesRunningStatus: Bool
    /// The number of tracks that have begun.
    public private(set) var trackCount = 0
    /// The number of events of the open track, or else of the last.
    public internal(set) var eventCount = 0
    /// The time of the last event in the track, in ticks.
    public internal(set) var tick: Int64 = 0

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - sink: The destination of the bytes; empty.
    ///   - format: The relation between the tracks.
    ///   - division: The unit of a tick.
    ///   - usesRunningStatus: Whether status bytes are left out if possible.
    /// - Throws: An error for a division that a file cannot have, and the sink's error.
    public init(
        _ sink: consuming Sink,
        format: MIDIFile.Format,
        division: Division,
        usesRunningStatus: Bool = true
    ) throws(Failure) {
        self.sink = sink
        self.format = format
        self.usesRunningStatus = usesRunningStatus
        do throws(SMFWriteError) {
            buffer = try FileHeader.bytes(format: format, trackCount: 0, division: division)
        } catch {
            throw .refused(error)
        }
        try write(buffer)
        buffer = []
    }

    /// Looks at the sink.
    ///
    /// - Parameter body: Gets the sink.
    /// - Returns: The result of the body.
    public func withSink<Result>(_ body: (borrowing Sink) -> Result) -> Result { body(sink) }

    /// Begins a track, when the one before has ended.
    ///
    /// - Throws: An error for more tracks than the format allows, and the sink's error.
    public mutating func beginTrack() throws(Failure) {
        precondition(trackStart == nil, "the track before has not ended")
        guard trackCount < (format == .single ? 1 : Int(UInt16.max)) else {
            throw .refused(
                SMFWriteError(
                    code: format == .single ? .formatZeroTracks : .tracksTooMany,
                    detail: "more than \(trackCount) track\(trackCount == 1 ? "" : "s")"
                )
            )
        }
        try write(ChunkID.track.code.bigEndianBytes + [0, 0, 0, 0])
        trackStart = written
        trackCount += 1
        (order, runningStatus, eventCount, tick) = (EventOrder(), 0, 0, 0)
    }

    /// Adds an event to the open track.
    ///
    /// - Parameter event: The event; one that no file can have is refused.
    /// - Throws: The errors of ``MIDIFile/bytes(_:preparing:)``, and the sink's error.
    public mutating func append(_ event: TrackEvent) throws(Failure) {
        do throws(SMFWriteError) {
            try encode(event)
        } catch {
            throw .refused(error)
        }
        guard buffer.count >= Self.capacity else { return }
        if hasProvisionalEnd {
            try settle(isFinal: false)
        } else {
            try write(buffer)
            buffer.removeAll(keepingCapacity: true)
        }
    }

    /// Completes the file in the sink with all that was appended so far.
    ///
    /// The open track gets an end-of-track that the next events overwrite. Cheap enough for once a
    /// second.
    ///
    /// - Throws: The sink's error.
    public mutating func checkpoint() throws(Failure) {
        if trackStart != nil { try settle(isFinal: false) }
        do throws(Sink.Failure) { try sink.synchronize() } catch { throw .sink(error) }
    }

    /// Ends the open track.
    ///
    /// - Parameter delta: The number of ticks after its last event; ignored if end-of-track was
    ///   appended as an event.
    /// - Throws: An error for a delta time above 0x0FFFFFFF, and the sink's error.
    public mutating func endTrack(after delta: UInt32 = 0) throws(Failure) {
        if !order.hasEnded {
            do throws(SMFWriteError) {
                try encode(TrackEvent(delta: delta, event: .meta(.endOfTrack)))
            } catch {
                throw .refused(error)
            }
        }
        try settle(isFinal: true)
        trackStart = nil
    }

    /// Completes the file; an open track is ended.
    ///
    /// - Returns: The sink.
    /// - Throws: An error for a file of format 0 without a track, and the sink's error.
    public consuming func finish() throws(Failure) -> Sink {
        if trackStart != nil { try endTrack() }
        guard format != .single || trackCount == 1 else {
            throw .refused(
                SMFWriteError(
                    code: .formatZeroTracks,
                    detail: "format 0 with no track, expected 1"
                )
            )
        }
        return sink
    }
}
