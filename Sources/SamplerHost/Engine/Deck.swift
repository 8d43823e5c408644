import Realtime
import Sequencer

/// The deck: the player, its item, and the version that is to replace it.
///
/// The audio thread's.
struct Deck: ~Copyable {
    /// Items that follow.
    private let waiting: Loan<RingBuffer<QueuedItem>>
    var player: MusicPlayer
    /// The destinations at which the lanes of the item hold keys and pedals.
    var links: SourceLinks
    /// The parts that a change of routes has replaced.
    var fresh: NewRoutes
    /// The player's item; `nil` once it has ended.
    private(set) var item: QueuedItem?
    /// The replacement of the item, once playback reaches its start.
    private(set) var replacement: QueuedItem?
    /// The rack that is to take over, once playback reaches its position.
    private(set) var swap: RackSwap?
    /// The changes that wait for positions of the item.
    var moves = ScheduledMoves()
    /// The samplers that the player plays on, or did last.
    var rack: Loan<Rack>?
    /// The end of the last item, from which the tail is counted.
    ///
    /// `nil` while something plays.
    private(set) var tailStart: Int64?
    /// The number of the routes that were used last.
    private var routesNumber: Int?
    /// Whether an item was ever begun.
    private(set) var isStarted = false

    /// Makes a deck on which nothing plays.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - waiting: Items to come.
    ///   - samplers: The most lanes that an item may have.
    init(_ waiting: Loan<RingBuffer<QueuedItem>>, samplers: Int) {
        self.waiting = waiting
        player = MusicPlayer(samplers: samplers)
        links = SourceLinks(lanes: samplers)
        fresh = NewRoutes(lanes: samplers)
    }

    /// The routes of the item's lanes; `nil` once it has ended.
    var routes: RoutingView? { @_noLocks get { item?.routes } }

    /// The item that is played, and its number; `nil` for none.
    var played: (view: LoanTicket<PlayItemView>, number: Int)? {
        @_noLocks get {
            guard isStarted, let item else { return nil }
            return (item.view, item.number)
        }
    }

    /// The item that is played, if MIDI clock and time code follow it.
    var clocked: (view: LoanTicket<PlayItemView>, number: Int)? {
        @_noLocks get {
            guard let played, unsafe played.view.loan.value.sendsSync else { return nil }
            return played
        }
    }

    /// Whether an item waits.
    var hasWaiting: Bool { @_noLocks get { waiting.value.peek() != nil } }

    /// Whether an item plays or waits.
    var isPlaying: Bool { @_noLocks get { item != nil || hasWaiting } }

    /// Whether an item plays that has not been played to its end.
    var isAdvancing: Bool { @_noLocks get { item != nil && isStarted && !player.hasEnded } }

    /// The item frames that are played from an engine frame on, as far as they are consecutive.
    ///
    /// - Parameters:
    ///   - frame: The engine frame.
    ///   - limit: The engine frame before which it ends.
    /// - Returns: What is played; `nil` for nothing, and for how long.
    @_noLocks
    func stretch(from frame: Int64, to limit: Int64) -> (played: PlayedStretch?, frames: Int64) {
        guard item != nil, isStarted else { return (nil, limit &- frame) }
        return player.stretch(from: frame, to: limit)
    }

    // MARK: Items

    /// Begins an item.
    @_noLocks
    mutating func begin(_ next: QueuedItem, atFrame frame: Int64, _ outbox: inout Outbox) {
        if let rack, rack.ticket != next.rack { links.removeAll() }
        // What was sent to other destinations says nothing about the channels of these.
        if let routesNumber, routesNumber != next.routes.number { player.forgetChannels() }
        player.forgetMoved()
        routesNumber = next.routes.number
        rack = unsafe next.rack.loan
        item = next
        isStarted = true
        player.start(next.view.value, atFrame: frame)
        outbox.send(.began(item: next.number, frame: frame))
    }

    /// Removes the item and reports it as replaced.
    @_noLocks
    mutating func replaceItem(_ outbox: inout Outbox) {
        if let item { outbox.add(.replaced(item: item.number)) }
        item = nil
        tailStart = nil
    }

    /// Removes the item, reporting how far it got.
    @_noLocks
    mutating func haltItem(at position: Int64, _ outbox: inout Outbox) {
        if let item { outbox.add(.halted(item: item.number, position: position)) }
        item = nil
    }

    /// Removes the item, reporting that it was played to its end.
    @_noLocks
    mutating func endItem(atFrame frame: Int64, _ outbox: inout Outbox) {
        guard let item else { return }
        self.item = nil
        dropReplacement(&outbox)
        dropSwap(&outbox)
        outbox.add(.ended(item: item.number, frame: frame))
        if item.isLast { tailStart = frame }
    }

    /// Notes that playing continues after what was to be the last item.
    @_noLocks
    mutating func cancelTail() { tailStart = nil }

    /// Notes where the last item ends: at its exact frame, which the player reaches only on the next
    /// frame of the grid.
    @_noLocks
    mutating func noteTailStart(before end: Int64) {
        guard tailStart == nil, let item, item.isLast, player.endFrame < end else { return }
        tailStart = player.endFrame
    }

    /// Plays the item on another rack.
    @_noLocks
    mutating func moveItem(to rack: Loan<Rack>) {
        self.rack = rack
        player.noteCopiedChannels()
        item?.rack = rack.ticket
    }

    /// Makes it ready for an item that begins on samplers of its own.
    @_noLocks
    mutating func clear() {
        item = nil
        rack = nil
        tailStart = nil
        routesNumber = nil
        links.removeAll()
    }

    // MARK: Versions

    /// Continues with an item in the place of the one that plays: the same sequence, played
    /// differently.
    @_noLocks
    mutating func updateItem(_ next: QueuedItem, atFrame frame: Int64, _ outbox: inout Outbox) {
        // The item that was meant may have ended meanwhile, and the next one begun.
        guard let current = item, isAdvancing,
            current.view.value.hasSameEvents(as: next.view.value),
            current.routes.number == next.routes.number
        else {
            outbox.add(.replaced(item: next.number))
            return
        }
        // It was made for what was set before.
        dropReplacement(&outbox)
        outbox.add(.replaced(item: current.number))
        transferSwap(from: current, to: next)
        moves.transfer(from: current, to: next, player)
        player.updateItem(next.view.value, atFrame: frame)
        item = next.on(current.rack)
    }

    /// Schedules another version of what plays, to take over where playing reaches its start.
    @_noLocks
    mutating func scheduleReplacement(
        _ next: QueuedItem,
        atFrame frame: Int64,
        _ outbox: inout Outbox
    ) {
        dropReplacement(&outbox)
        guard let item, isAdvancing, isOnSamplers(of: item, next) else {
            outbox.add(.replaced(item: next.number))
            return
        }
        // Of the same music nothing is played twice, nor left out, where the position has passed.
        let due = player.replacementFrame(for: next.view.value, notBefore: .min)
        if due < frame, item.view.value.hasSameEvents(as: next.view.value),
            item.routes.number == next.routes.number
        {
            updateItem(next, atFrame: frame, &outbox)
            outbox.add(.began(item: next.number, frame: frame))
            return
        }
        replacement = next
    }

    /// The frame at which the replacement takes over; `nil` where there is none.
    @_noLocks
    func replacementFrame(notBefore earliest: Int64) -> Int64? {
        guard let replacement else { return nil }
        return player.replacementFrame(for: replacement.view.value, notBefore: earliest)
    }

    /// The routes of the replacement, if they are others than those of the item that plays.
    var otherRoutes: RoutingView? {
        @_noLocks get {
            guard let item, let replacement, !player.hasEnded,
                item.routes.number != replacement.routes.number
            else { return nil }
            return replacement.routes
        }
    }

    /// Continues with the replacement.
    ///
    /// - Returns: `false` when there is no room for the reports: it is tried again in the next
    ///   period.
    @_noLocks
    mutating func takeReplacement(atFrame frame: Int64, _ outbox: inout Outbox) -> Bool {
        guard let next = replacement, outbox.room > 2 else { return false }
        replacement = nil
        guard let current = item, !player.hasEnded else {
            outbox.add(.replaced(item: next.number))
            return true
        }
        outbox.add(.replaced(item: current.number))
        transferSwap(from: current, to: next)
        moves.transfer(from: current, to: next, player)
        routesNumber = next.routes.number
        player.replaceItem(next.view.value, atFrame: frame)
        item = next.on(current.rack)
        outbox.send(.began(item: next.number, frame: frame))
        return true
    }

    /// Returns a version that was to take over.
    @_noLocks
    mutating func dropReplacement(_ outbox: inout Outbox) {
        guard let next = replacement else { return }
        replacement = nil
        outbox.add(.replaced(item: next.number))
    }

    /// Whether an item was made for the samplers that another plays on, or will from a position on.
    @_noLocks
    private func isOnSamplers(of item: QueuedItem, _ next: QueuedItem) -> Bool {
        if let swap, swap.rack == next.rack { return true }
        return item.rack == next.rack
    }

    // MARK: Racks

    /// Whether the replacement takes other routes, to samplers of the rack that is to take over.
    var isReplacementForSwap: Bool {
        @_noLocks get {
            guard let swap, let replacement, let _ = otherRoutes else { return false }
            return swap.rack == replacement.rack
        }
    }

    /// Schedules a rack, to take over from the one that plays where playback reaches its position.
    ///
    /// - Returns: `false` where that one was removed, or the item that the position belongs to.
    @_noLocks
    mutating func scheduleSwap(_ next: RackSwap) -> Bool {
        guard let item, isAdvancing, let rack, rack.value.number == next.old else { return false }
        swap = next
        guard next.item != item.number else { return true }
        guard let replacement, replacement.number == next.item else {
            swap = nil
            return false
        }
        transferSwap(from: replacement, to: item)
        return true
    }

    /// Keeps the position of the rack that is to take over in the frames of another item.
    @_noLocks
    private mutating func transferSwap(from old: QueuedItem, to next: QueuedItem) {
        guard let swap, swap.item == old.number else { return }
        self.swap?.item = next.number
        self.swap?.frame = player.itemFrame(
            in: next.view.value,
            of: swap.frame,
            in: old.view.value
        )
    }

    /// The frame at which the rack that is to take over does so; `nil` where there is none.
    @_noLocks
    func swapFrame(notBefore earliest: Int64) -> Int64? {
        guard let swap else { return nil }
        return player.dueFrame(ofItemFrame: swap.frame, notBefore: earliest)
    }

    /// Takes the rack that is to take over.
    @_noLocks
    mutating func takeSwap() -> Loan<Rack>? {
        guard let swap else { return nil }
        self.swap = nil
        return unsafe swap.rack.loan
    }

    /// Whether the rack with this number is to take over.
    @_noLocks
    func hasSwap(toRack number: Int) -> Bool {
        guard let swap else { return false }
        return unsafe swap.rack.loan.value.number == number
    }

    /// Schedules a move for a position of the item, or of the version that is to replace it.
    ///
    /// - Returns: `false` where neither plays, and if too many wait.
    @_noLocks
    mutating func schedule(_ move: ScheduledMove) -> Bool {
        guard let item, isAdvancing else { return false }
        guard move.item != item.number else { return moves.add(move) }
        guard let replacement, replacement.number == move.item else { return false }
        var move = move
        move.item = item.number
        move.frame = player.itemFrame(
            in: item.view.value,
            of: move.frame,
            in: replacement.view.value
        )
        return moves.add(move)
    }

    /// Returns the rack that was to take over.
    @_noLocks
    mutating func dropSwap(_ outbox: inout Outbox) {
        guard let swap else { return }
        self.swap = nil
        outbox.add(.rackReturned(rack: unsafe swap.rack.loan.value.number))
    }

    // MARK: Items that wait

    /// The item that follows.
    @_noLocks
    func nextWaiting() -> QueuedItem? { waiting.value.peek() }

    /// Removes the item that follows.
    @_noLocks
    func removeWaiting() { _ = waiting.value.pop() }

    /// Returns the items that wait and whose number is below this.
    ///
    /// - Returns: `false` when there is no room for the reports: it is tried again.
    @_noLocks
    func dropWaiting(before number: Int, _ outbox: borrowing Outbox) -> Bool {
        while let next = nextWaiting(), next.number < number {
            guard outbox.send(.replaced(item: next.number)) else { return false }
            removeWaiting()
        }
        return true
    }
}
