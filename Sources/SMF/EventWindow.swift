/// The few events that a ``FileScanner`` has read ahead.
///
/// One piece of memory is reused, so that going through a file takes no memory that grows with it.
@usableFromInline
@safe
struct EventWindow: TrackOutput {
    /// The largest number of events that it holds.
    ///
    /// As many as stay in the processor's nearest cache.
    static let capacity = 1024

    /// The events.
    @usableFromInline let records: UnsafeMutablePointer<Track.Record>
    /// The events with a payload, in their order.
    private let payloads: UnsafeMutablePointer<Payload>
    /// The number of events.
    @usableFromInline private(set) var count = 0
    /// The number of events that have been taken.
    @usableFromInline var taken = 0
    private var payloadCount = 0
    private var takenPayloads = 0

    /// An event with a payload: its index here, and the position of the payload in the input.
    private struct Payload {
        var index: Int
        var range: Range<Int>
    }

    /// Allocates the memory, which ``deallocate()`` releases.
    init() {
        unsafe records = .allocate(capacity: Self.capacity)
        unsafe payloads = .allocate(capacity: Self.capacity)
    }

    /// Gives the memory back; nothing may follow.
    @unsafe
    func deallocate() {
        unsafe records.deallocate()
        unsafe payloads.deallocate()
    }

    /// Forgets all events.
    mutating func removeAll() {
        (count, taken, payloadCount, takenPayloads) = (0, 0, 0, 0)
    }

    /// The index of the payload of the next event that has one.
    @usableFromInline
    mutating func takePayload() -> (start: Int, end: Int) {
        assert(takenPayloads < payloadCount, "no payload is left")
        defer { takenPayloads += 1 }
        let range = unsafe payloads[takenPayloads].range
        return (range.lowerBound, range.upperBound)
    }

    /// Takes the channel messages that come next, up to an event with a payload.
    mutating func takeMessages() -> UnsafeBufferPointer<Track.Record> {
        let end = unsafe takenPayloads < payloadCount ? payloads[takenPayloads].index : count
        defer { taken = end }
        return unsafe UnsafeBufferPointer(start: records + taken, count: end - taken)
    }

    var isFull: Bool { count == Self.capacity }

    func room() -> UnsafeMutableBufferPointer<Track.Record> {
        unsafe UnsafeMutableBufferPointer(start: records + count, count: Self.capacity - count)
    }

    mutating func add(_ count: Int) {
        assert(count <= Self.capacity - self.count, "more events than there is room for")
        self.count += count
    }

    mutating func add(_ record: Track.Record, payload: Range<Int>, of input: Input) {
        assert(!isFull, "more events than there is room for")
        unsafe records[count] = record
        unsafe payloads[payloadCount] = Payload(index: count, range: payload)
        count += 1
        payloadCount += 1
    }
}
