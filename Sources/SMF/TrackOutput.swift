/// The destination of the events of a ``TrackReader``.
protocol TrackOutput {
    /// Whether reading is to stop for now.
    var isFull: Bool { get }

    /// Room for at least one record; records that are written there count after ``add(_:)``.
    mutating func room() -> UnsafeMutableBufferPointer<Track.Record>

    /// Takes records that have been written to the ``room()``, by their number.
    mutating func add(_ count: Int)

    /// Takes an event with a payload, which has this range in the input.
    mutating func add(_ record: Track.Record, payload: Range<Int>, of input: Input)
}
