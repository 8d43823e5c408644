/// A live source as the audio thread knows it.
package struct LiveSource: BitwiseCopyable {
    /// The input that it plays on.
    package private(set) var input = 0
    package private(set) var isOpen = false
    /// Its names, a bit each: the numbers that ``InputNames`` has for the patterns that match it.
    package var names: UInt32 = 0
    /// The channels on which anything has arrived from it, one bit each.
    package var played: UInt16 = 0
    /// Those of them on which it takes routes that are for its names.
    package var playedByName: UInt16 = 0

    /// Makes one that is closed.
    @_noLocks
    package init() {}

    /// The sources of both queues: the control socket's and the input thread's.
    package static var capacity: Int {
        @_noLocks get { 2 * LiveEvent.sourceCapacity }
    }

    /// Opens it.
    @_noLocks
    package mutating func open(input: Int) {
        self.input = input
        names = 0
        played = 0
        playedByName = 0
        isOpen = true
    }

    /// Closes it.
    @_noLocks
    package mutating func close() { isOpen = false }

    /// Whether a source plays by the control socket, whose queue is the first.
    @_noLocks
    package static func isOfSocket(_ source: Int) -> Bool { source < LiveEvent.sourceCapacity }
}
