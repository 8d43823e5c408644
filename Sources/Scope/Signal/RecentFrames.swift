/// The last frames of a stereo stream, in their order.
struct RecentFrames: Sendable {
    /// The interleaved samples.
    private(set) var samples: [Float] = []
    /// The most frames that are held.
    let capacity: Int

    /// Makes an empty history.
    ///
    /// - Parameter capacity: The most frames, 1 or more.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The number of frames.
    var count: Int { min(samples.count / 2, capacity) }

    /// The index in ``samples`` of the first frame.
    private var start: Int { samples.count - 2 * count }

    /// The samples of the last frames.
    ///
    /// - Parameter frames: How many, at most ``count``.
    /// - Returns: The interleaved samples.
    func last(_ frames: Int) -> ArraySlice<Float> { samples.suffix(2 * min(frames, count)) }

    /// Adds frames.
    ///
    /// - Parameter new: The interleaved samples of whole frames.
    mutating func add(_ new: Span<Float>) {
        for index in new.indices { samples.append(new[index]) }
        // Moved rarely, so that adding costs the same however much is held.
        if samples.count > 4 * capacity { samples.removeFirst(start) }
    }

    /// Forgets all frames.
    mutating func reset() { samples = [] }
}
