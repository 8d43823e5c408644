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
                let due = succession(before: limit)
                if let event = player.nextEvent(before: due ?? limit) { return event }
                if let due, succeed(atFrame: due) { continue }
                guard player.hasEnded else { return nil }
            }
            guard startNextItem(before: limit) else { return nil }
        }
    }

    /// The frame at which another version takes over, if that is before a limit.
    @_noLocks
    private func succession(before limit: Int64) -> Int64? {
        guard let successor else { return nil }
        let frame = player.replacementFrame(
            for: successor.view.pointee,
            notBefore: position &+ Int64(gridOffset(of: position &+ Int64(spanStart)))
        )
        return frame < limit ? frame : nil
    }

    /// Goes on with another version of what plays.
    ///
    /// - Returns: `false` when there is no room for the reports: it is tried again in the next
    ///   period.
    @_noLocks
    private mutating func succeed(atFrame frame: Int64) -> Bool {
        guard let successor, pendingCount < Self.pendingCapacity &- 2 else { return false }
        self.successor = nil
        guard let current = item, !player.hasEnded else {
            _ = addPending(.replaced(item: successor.number))
            return true
        }
        _ = addPending(.replaced(item: current.number))
        player.replaceItem(successor.view.pointee, atFrame: frame)
        item = QueuedItem(
            view: successor.view,
            rack: current.rack,
            number: successor.number,
            isLast: successor.isLast
        )
        _ = reports.pointee.push(.began(item: successor.number, frame: frame))
        return true
    }

    /// Gives back a version that was to take over.
    @_noLocks
    mutating func dropSuccessor() {
        guard let successor else { return }
        self.successor = nil
        _ = addPending(.replaced(item: successor.number))
    }

    /// Begins the next item on the grid frame at which the last one ended.
    @_noLocks
    private mutating func startNextItem(before limit: Int64) -> Bool {
        let endFrame = isStarted ? player.endFrame : position
        if let item {
            if pendingCount >= Self.pendingCapacity &- 1 {
                // Short periods: the next frame of the grid may lie in one to come.
                let last = max(0, limit &- 1 &- position)
                renderSpan(to: max(spanStart, Int(min(Int64(gridOffset(of: endFrame)), last))))
                // The reader of the reports is far behind: the rest waits for it.
                if pendingCount >= Self.pendingCapacity &- 1 { return false }
            }
            self.item = nil
            dropSuccessor()
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
        if let stage, stage != next.rack {
            retire(stage)
            // What the new ones have been sent is not known.
            player.forgetChannels()
        }
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
            guard port < stage.pointee.stripCount else { return true }
            return reset(stage.pointee.strips + port, offset: offset)
        }
    }
}
