import Realtime
import Sequencer

/// Clock and time code for what plays.
extension EngineCore {
    /// Sends clock and time code for the frames of the period, after its events.
    @_noLocks
    mutating func sendSync(_ frames: Int) {
        guard sync.isUsed else { return }
        let end = position &+ Int64(frames)
        guard deck.isStarted, let item = deck.item else {
            sync.stop(atFrame: position)
            return
        }
        var frame = position
        while frame < end {
            let first = deck.player.position(atFrame: frame)
            let count = evenFrames(from: frame, to: end, first)
            if count > 0 {
                sync.run(
                    item.view.value,
                    number: item.number,
                    from: first,
                    count: count,
                    atFrame: frame
                )
                frame &+= count
            } else {
                // A count-in, or the end.
                sync.stop(atFrame: frame)
                frame = movingFrame(from: frame, to: end, first)
            }
        }
    }

    /// The number of frames from one on, at most up to an end, in which the position moves by one with
    /// each.
    @_noLocks
    private func evenFrames(from frame: Int64, to end: Int64, _ first: Int64) -> Int64 {
        if deck.player.position(atFrame: end) == first &+ end &- frame { return end &- frame }
        // Frames up to `low` are even, and not all up to `high`.
        var (low, high) = (Int64(0), end &- frame)
        while high &- low > 1 {
            let middle = (low &+ high) / 2
            if deck.player.position(atFrame: frame &+ middle) == first &+ middle {
                low = middle
            } else {
                high = middle
            }
        }
        return low
    }

    /// The first frame from one on, at most an end, before which the position is held.
    @_noLocks
    private func movingFrame(from frame: Int64, to end: Int64, _ first: Int64) -> Int64 {
        if deck.player.position(atFrame: end) == first { return end }
        var (low, high) = (frame, end)
        while high &- low > 1 {
            let middle = (low &+ high) / 2
            if deck.player.position(atFrame: middle) == first {
                low = middle
            } else {
                high = middle
            }
        }
        // Where it begins to move it has been there for the frame before.
        return max(low, frame &+ 1)
    }
}
