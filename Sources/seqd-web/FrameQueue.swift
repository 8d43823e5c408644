import FlyingFox

/// The frames that go to a browser; who adds one waits while the browser does not take them.
actor FrameQueue {
    private var frames: [WSFrame] = []
    private var isClosed = false
    private var isFinished = false
    private var taker: CheckedContinuation<Void, Never>?
    private var givers: [CheckedContinuation<Void, Never>] = []

    /// The bytes of the frames that wait.
    private var size = 0

    /// The most frames that wait.
    private static let limit = 8
    /// The most bytes that wait, unless they are of one frame.
    private static let sizeLimit = 1 << 20

    /// Adds a frame, unless the queue is closed.
    func add(_ frame: WSFrame) async {
        while !hasRoom(for: frame), !isClosed {
            await withCheckedContinuation { givers.append($0) }
        }
        guard !isClosed else { return }
        frames.append(frame)
        size += frame.payload.count
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
        if let last {
            frames.append(last)
            size += last.payload.count
        }
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
        let frame = frames.removeFirst()
        size -= frame.payload.count
        return frame
    }

    private func hasRoom(for frame: WSFrame) -> Bool {
        frames.isEmpty
            || frames.count < Self.limit && size + frame.payload.count <= Self.sizeLimit
    }

    private func release() {
        for giver in givers { giver.resume() }
        givers = []
    }
}
