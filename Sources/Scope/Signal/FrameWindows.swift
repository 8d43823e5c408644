/// Cuts a stream of stereo frames into windows of equal length that overlap.
struct FrameWindows: Sendable {
    /// The frames of a window.
    let length: Int
    /// The frames from the beginning of one window to that of the next.
    let hop: Int

    /// Interleaved samples that are not part of all their windows yet.
    private var pending: [Float] = []
    /// The index in `pending` of the next window.
    private var start = 0

    /// Makes a cutter.
    ///
    /// - Parameters:
    ///   - length: The frames of a window, 1 or more.
    ///   - hop: The frames from one window to the next, 1 or more.
    init(length: Int, hop: Int) {
        (self.length, self.hop) = (length, hop)
    }

    /// Adds frames.
    ///
    /// - Parameter samples: The interleaved samples of whole stereo frames.
    mutating func add(_ samples: Span<Float>) {
        pending.removeFirst(min(start, pending.count))
        start = 0
        for index in samples.indices { pending.append(samples[index]) }
    }

    /// The next window that is complete; `nil` where none is.
    mutating func next() -> [Float]? {
        guard start + 2 * length <= pending.count else { return nil }
        defer { start += 2 * hop }
        return Array(pending[start..<start + 2 * length])
    }

    /// The frames of which no window is complete, with silence behind them; `nil` without frames.
    var rest: [Float]? {
        let rest = pending.dropFirst(start)
        guard !rest.isEmpty, rest.count <= 2 * length else { return nil }
        return rest + Array(repeating: 0, count: 2 * length - rest.count)
    }

    /// Forgets all frames.
    mutating func reset() {
        (pending, start) = ([], 0)
    }
}
