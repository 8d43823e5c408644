import FlyingFox

/// The frames that go to a browser; who adds one waits while the browser does not take them.
actor FrameQueue {
    private var frames: [WSFrame] = []
    private var isClosed = false
    private var isFinished = false
    private var taker: CheckedContinuation<Void, Never>?
    private var givers: [CheckedContinuation<Void, Never>] = []

    /// The most frames that wait.
    private static let limit = 8

    /// Adds a frame, unless the queue is closed.
    func add(_ frame: WSFrame) async {
        while frames.count >= Self.limit, !isClosed {
            await withCheckedContinuation { givers.append($0) }
        }
        guard !isClosed else { return }
        frames.append(frame)
        taker?.resume()
        taker = nil
    }

    /// Takes no further frames; nobody waits to add one then.
    func close() {
        isClosed = true
        release()
    }

    /// Ends the queue; a last frame may follow those that wait.
    func finish(_ last: WSFrame? = nil) {
        guard !isFinished else { return }
        if let last { frames.append(last) }
        isClosed = true
        isFinished = true
        taker?.resume()
        taker = nil
        release()
    }

    /// The next frame; `nil` at the end.
    ///
    /// One task at a time waits for it.
    func next() async -> WSFrame? {
        while frames.isEmpty, !isFinished {
            await withCheckedContinuation { taker = $0 }
        }
        guard !frames.isEmpty else { return nil }
        release()
        return frames.removeFirst()
    }

    private func release() {
        for giver in givers { giver.resume() }
        givers = []
    }
}
