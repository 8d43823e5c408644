/// Collects the events of a track for a ``MIDIFile``.
struct TrackCollector: TrackOutput {
    private let arena: RecordArena
    private var payloads: [Track.Payload] = []
    private var bytes: [UInt8] = []

    /// Makes a collector for the next track in an arena.
    init(_ arena: RecordArena) { self.arena = arena }

    var isFull: Bool { false }

    mutating func room() -> UnsafeMutableBufferPointer<Track.Record> { unsafe arena.room() }

    mutating func add(_ count: Int) { arena.add(count) }

    mutating func add(_ record: Track.Record, payload: Range<Int>, of input: Input) {
        payloads.append(
            Track.Payload(
                event: UInt32(truncatingIfNeeded: arena.count),
                start: UInt32(truncatingIfNeeded: bytes.count)
            )
        )
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: input.bytes[payload]))
        unsafe arena.room()[0] = record
        arena.add(1)
    }

    /// The track; `endTick` is the sum of its deltas.
    consuming func finish(endTick: Int64) -> Track {
        Track(records: arena.finishTrack(), payloads: payloads, bytes: bytes, endTick: endTick)
    }
}
