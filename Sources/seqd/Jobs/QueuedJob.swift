/// One file of a command that works on several files at once.
protocol QueuedJob: AnyObject, Sendable {
    /// The seconds of sound that are done so far; those of the whole file when it has ended.
    var secondsDone: Double { get }

    /// The share of the work that is done, 0 to 1; 0 while that is not known, and when it has ended.
    var fractionDone: Double { get }

    /// Whether there was nothing to do.
    var isSkipped: Bool { get }

    /// Ends the job soon and without an output.
    ///
    /// Any thread.
    func cancel()
}
