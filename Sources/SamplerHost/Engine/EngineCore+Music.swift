import MIDI
import Realtime
import Sequencer

/// The player's events: taken from it, handed to the shards.
extension EngineCore {
    /// Hands the period's events to the shards and renders; in several spans where there are more
    /// events than a queue holds.
    @_noLocks
    mutating func renderSpans(_ frames: Int) {
        let end = position &+ Int64(frames)
        // The last frame of the grid within the period: what is due after it waits for the next.
        let lastOnGrid = (end &- 1) & ~(Shard.grid - 1)
        while let event = nextEvent(before: lastOnGrid &+ 1) {
            let offset = gridOffset(of: event.frame)
            while !route(event, offset: offset) {
                renderSpan(to: Int(offset))
            }
        }
        renderSpan(to: frames)
        noteTailStart(before: end)
    }

    /// The last item's end counts from its exact frame, which the player reaches only on the next
    /// frame of the grid.
    @_noLocks
    private mutating func noteTailStart(before end: Int64) {
        guard tailStart == nil, let item, item.isLast, player.endFrame < end else { return }
        tailStart = player.endFrame
    }

    /// The next event of the current item, or of the one after it.
    @_noLocks
    private mutating func nextEvent(before limit: Int64) -> PlayedEvent? {
        while true {
            if isStarted {
                if let event = player.nextEvent(before: limit) { return event }
                guard player.hasEnded else { return nil }
            }
            guard startNextItem(before: limit) else { return nil }
        }
    }

    /// Begins the next item on the grid frame at which the last one ended.
    @_noLocks
    private mutating func startNextItem(before limit: Int64) -> Bool {
        let endFrame = isStarted ? player.endFrame : position
        if let item {
            if pendingCount == Self.pendingCapacity {
                // Short periods: the next frame of the grid may lie in one to come.
                let last = max(0, limit &- 1 &- position)
                renderSpan(to: max(spanStart, Int(min(Int64(gridOffset(of: endFrame)), last))))
                // The reader of the reports is far behind: the rest waits for it.
                if pendingCount == Self.pendingCapacity { return false }
            }
            self.item = nil
            _ = addPending(.ended(item: item.number, frame: endFrame))
            if item.isLast { tailStart = endFrame }
        }
        guard tailStart == nil, let next = items.pointee.peek() else { return false }
        let due = max(endFrame, position)
        let start = (due &+ Shard.grid &- 1) & ~(Shard.grid &- 1)
        guard start < limit else { return false }
        _ = items.pointee.pop()
        begin(next, atFrame: start)
        return true
    }

    /// Begins an item on a frame of the grid within this period; the samplers of the one before it
    /// retire if they are others.
    @_noLocks
    mutating func begin(_ next: QueuedItem, atFrame start: Int64) {
        guard !next.rack.pointee.hasLeft else {
            _ = addPending(.refused(item: next.number))
            return
        }
        if let stage, stage != next.rack { retire(stage) }
        stage = next.rack
        add(next.rack, offset: Int(start &- position))
        item = next
        isStarted = true
        player.start(next.view.pointee, atFrame: start)
        _ = reports.pointee.push(.began(item: next.number, frame: start))
    }

    /// Puts an event into the queues of the shards that it concerns.
    ///
    /// - Returns: `false` when a queue is full: render up to the offset and call again.
    @_noLocks
    mutating func route(_ event: PlayedEvent, offset: Int32) -> Bool {
        guard let stage else { return true }
        let port = Int(event.port)
        switch event.kind {
        case .channel:
            guard port < stage.pointee.stripCount else { return true }
            return send(event.message, to: stage, strip: port, offset: offset)
        case .systemExclusive:
            guard let item, port < stage.pointee.stripCount else { return true }
            let message = item.view.pointee.systemExclusive(of: event)
            guard let bytes = message.baseAddress, message.count > 0 else { return true }
            return sendExclusive(
                bytes,
                count: message.count,
                to: stage,
                strip: port,
                offset: offset
            )
        case .restart:
            return resetStrips(of: stage, offset: offset)
        }
    }
}
