import MIDI

/// Reads the events of one track chunk.
///
/// Channel messages are read in a tight loop (`TrackReader+Channel`); everything else goes through
/// ``readEvent()``, which checks each byte. The destination of the events is the output's affair: a
/// ``TrackCollector`` keeps them for a file, an ``EventWindow`` holds a few for one pass.
struct TrackReader<Output: TrackOutput> {
    typealias Outcome = TrackOutcome

    /// The largest delta time or length that a file can have: 28 bits.
    static var largestQuantity: UInt32 { 0x0FFF_FFFF }
    /// The bytes of a quantity of 64 bits.
    private static var longestNumber: Int { 10 }

    let input: Input
    /// The chunk's end in the input, or the input's own.
    let end: Int
    /// The track's number, for messages.
    let track: Int
    /// Whether the chunk's length leads to no chunk, so that another track may start inside.
    let isSuspect: Bool

    /// The position of the next byte in the input.
    var position: Int
    /// The destination of the events.
    var output: Output
    /// The number of channel messages so far.
    var messageCount = 0
    /// The time of the last event.
    var tick: Int64 = 0
    /// The status of the last channel message; 0 before the first.
    var runningStatus: UInt8 = 0
    /// Whether an event has followed since, after which running status is not allowed.
    var isInterrupted = false
    /// Ticks of skipped events, which belong to the next one's delta.
    var carriedDelta: UInt32 = 0
    /// Whether the chunk ends inside the end-of-track event.
    var isEndOfTrackCut = false
    /// The encoding of the event that is being read.
    var encoding = EventEncoding.plain
    /// The SysEx message that waits for its F7.
    var openMessage: OpenMessage?
    var log = DiagnosticLog()
    /// The codes that are not to be repeated in this track.
    private var reportedOnce: [Diagnostic.Code] = []

    /// A SysEx message whose end has not come yet.
    struct OpenMessage {
        /// The offset of its last packet.
        var offset: Int
        var tick: Int64
        /// The number of channel messages before it.
        ///
        /// One more, and the message is closed.
        var messageCount: Int
        var isEmpty: Bool
    }

    /// Makes a reader for the events in a range of the input.
    init(_ input: Input, range: Range<Int>, track: Int, isSuspect: Bool, output: Output) {
        self.input = input
        self.output = output
        position = range.lowerBound
        end = range.upperBound
        self.track = track
        self.isSuspect = isSuspect
    }

    /// Reads on until the output is full, or to the track's end.
    ///
    /// Returns the reason why reading stopped, or `nil` if the output is full.
    mutating func read() -> Outcome? {
        repeat {
            readChannelMessages()
            guard !output.isFull else { break }
            if let outcome = readEvent() {
                closeMessage()
                return outcome
            }
        } while !output.isFull
        return nil
    }

    /// Adds the end-of-track event that the file has not.
    mutating func appendEndOfTrack() {
        encoding = .plain
        append(bits: 0x2FFF, delta: 0, payload: position..<position)
    }

    /// Reads one event of any kind.
    ///
    /// Returns why reading stops, or `nil` to continue.
    private mutating func readEvent() -> Outcome? {
        let start = position
        guard position < end else { return .exhausted }
        if isSuspect, isAtTrackHeader { return .anotherTrack }
        encoding = .plain
        guard let quantity = readQuantity() else { return truncated(at: start) }
        encoding.deltaPadding = padding(ofQuantityAt: start)
        guard let delta = readDelta(quantity, at: start) else {
            position = start
            return .broken
        }
        guard position < end else { return truncated(at: start) }
        let status = unsafe input.bytes[position]
        switch status {
        case 0x00...0xEF:
            return readChannelMessage(delta: delta, start: start)
        case 0xFF:
            position += 1
            return readMeta(delta: delta, start: start)
        case 0xF0, 0xF7:
            position += 1
            return readSystemExclusive(status: status, delta: delta, start: start)
        default:
            skipSystemMessage(status: status, delta: delta)
            return nil
        }
    }

    /// The delta time of a quantity, which ends at ``position``; `nil` if it cannot be one.
    ///
    /// Programs that write a delta time below zero write it as a 32-bit or 64-bit number, in five
    /// or ten bytes. It is a few ticks then, so 0 keeps the rest of the track in time.
    private mutating func readDelta(_ quantity: UInt64, at start: Int) -> UInt32? {
        if quantity <= UInt64(Self.largestQuantity) { return UInt32(quantity) }
        let isNumber = position - start <= Self.longestNumber
        report(
            .deltaRange,
            .error,
            at: start,
            "delta time above 0xFFFFFFF (\(isNumber ? "read as 0" : "rest of track skipped"))"
        )
        return isNumber ? 0 : nil
    }

    /// Whether the header of a track follows.
    private var isAtTrackHeader: Bool {
        unsafe input.id(at: position) == .track && position + 8 <= input.bytes.count
    }

    /// Reads a variable-length quantity; `nil` if the chunk ends before it does.
    ///
    /// Four bytes are the most that SMF 1.0 allows. Longer ones are read as well; a value that does
    /// not fit any more comes out as the largest there is.
    mutating func readQuantity() -> UInt64? {
        let start = position
        var value: UInt64 = 0
        while position < end {
            let byte = unsafe input.bytes[position]
            position += 1
            value = value >> 56 == 0 ? value << 7 | UInt64(byte & 0x7F) : .max
            guard byte < 0x80 else { continue }
            let count = position - start
            if count > 4, value <= UInt64(Self.largestQuantity) {
                report(
                    .quantityLong,
                    .warning,
                    at: start,
                    "variable-length quantity of \(count) bytes, expected at most 4 "
                        + "(read as \(value))"
                )
            }
            return value
        }
        return nil
    }

    /// The number of needless bytes at the start of the quantity between here and ``position``.
    func padding(ofQuantityAt start: Int) -> UInt8 {
        let quantity = unsafe input.bytes[start..<position].dropLast()
        return unsafe UInt8(min(quantity.prefix { $0 == 0x80 }.count, 3))
    }

    /// Skips a message that only has a meaning on a wire: system common and real-time.
    ///
    /// Its data bytes go with it (F1 and F3 have one, F2 two), as far as they are data bytes; its
    /// time goes to the next event.
    private mutating func skipSystemMessage(status: UInt8, delta: UInt32) {
        report(
            .statusIllegal,
            .warning,
            at: position,
            "status \(hexadecimal(Int(status))) not allowed in a file (skipped)"
        )
        position += 1
        let dataCount = status == 0xF2 ? 2 : (status == 0xF1 || status == 0xF3 ? 1 : 0)
        for _ in 0..<dataCount where unsafe position < end && input.bytes[position] < 0x80 {
            position += 1
        }
        carry(delta)
        isInterrupted = true
    }

    private mutating func carry(_ delta: UInt32) {
        // Both are at most 28 bits: the sum fits.
        carriedDelta += delta
        guard carriedDelta > Self.largestQuantity else { return }
        carriedDelta = Self.largestQuantity
        report(
            .deltaRange,
            .error,
            at: position,
            "delta times of skipped events add up to more than 0xFFFFFFF (clamped)"
        )
    }

    /// Adds an event with a payload, with the time of those skipped before it.
    mutating func append(bits: UInt32, delta: UInt32, payload: Range<Int>) {
        output.add(record(bits: bits, delta: delta), payload: payload, of: input)
    }

    /// Adds a channel message, with the time of those skipped before it.
    mutating func append(_ message: MIDIMessage, delta: UInt32) {
        unsafe output.room()[0] = record(bits: message.bits, delta: delta)
        output.add(1)
        messageCount += 1
    }

    private mutating func record(bits: UInt32, delta: UInt32) -> Track.Record {
        carry(delta)
        defer { carriedDelta = 0 }
        tick += Int64(carriedDelta)
        return Track.Record(delta: carriedDelta, bits: bits | encoding.bits)
    }

    /// Reports an event that the chunk's end cuts.
    mutating func truncated(at start: Int) -> Outcome {
        let count = end - start
        report(
            .trackTruncated,
            .error,
            at: start,
            "track ends in the middle of an event (\(count) byte\(count == 1 ? "" : "s") skipped)"
        )
        position = end
        return .broken
    }

    /// Reports a finding at an offset and at the time that has been reached.
    mutating func report(
        _ code: Diagnostic.Code,
        _ severity: Diagnostic.Severity,
        at offset: Int,
        _ detail: @autoclosure () -> String
    ) {
        log.report(
            code,
            severity,
            track: track,
            offset: offset,
            tick: tick + Int64(carriedDelta),
            detail()
        )
    }

    /// Reports something that would be said of half the events of a track if it were repeated.
    mutating func reportOnce(
        _ code: Diagnostic.Code,
        _ severity: Diagnostic.Severity,
        at offset: Int,
        _ detail: @autoclosure () -> String
    ) {
        guard !reportedOnce.contains(code) else { return }
        reportedOnce.append(code)
        report(code, severity, at: offset, detail())
    }
}
