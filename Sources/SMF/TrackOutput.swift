/// Where a ``TrackReader`` puts what it reads.
protocol TrackOutput {
    /// Whether reading is to stop for now.
    var isFull: Bool { get }

    /// Room for one record at least; what is written there counts once ``add(_:)`` says so.
    mutating func room() -> UnsafeMutableBufferPointer<Track.Record>

    /// Takes so many records that have been written to the ``room()``.
    mutating func add(_ count: Int)

    /// Takes an event with a payload, which stands in this range of the input.
    mutating func add(_ record: Track.Record, payload: Range<Int>, of input: Input)
}
