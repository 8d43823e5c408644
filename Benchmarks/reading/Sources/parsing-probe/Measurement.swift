/// What came of some runs of the same work.
struct Measurement {
    /// Of each run, in order.
    var seconds: [Double] = []
    /// Events of the file, those that only end a track included.
    var events = 0
    /// Bytes that were read or written.
    var bytes = 0
    /// Bytes of memory that the first run's result takes.
    var memory = 0

    /// Prints it as a line of JSON.
    func print() {
        let times = seconds.map { "\($0)" }.joined(separator: ", ")
        Swift.print(
            """
            {"seconds": [\(times)], "events": \(events), "bytes": \(bytes), "memory": \(memory)}
            """
        )
    }
}
