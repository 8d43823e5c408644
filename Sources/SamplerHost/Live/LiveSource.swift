/// A live source as the audio thread knows it.
struct LiveSource: BitwiseCopyable {
    /// The input that it plays on.
    private(set) var input = 0
    private(set) var isOpen = false
    /// Its names, a bit each: the numbers that ``InputNames`` has for the patterns that match it.
    var names: UInt32 = 0

    /// The sources of both queues: the control socket's and the input thread's.
    static var capacity: Int {
        @_noLocks get { 2 * LiveEvent.sourceCapacity }
    }

    /// Opens it.
    @_noLocks
    mutating func open(input: Int) {
        self.input = input
        names = 0
        isOpen = true
    }

    /// Closes it.
    @_noLocks
    mutating func close() { isOpen = false }

    /// Whether a source plays by the control socket, whose queue is the first.
    @_noLocks
    static func isOfSocket(_ source: Int) -> Bool { source < LiveEvent.sourceCapacity }
}
