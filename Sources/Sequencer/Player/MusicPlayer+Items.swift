import Realtime

/// The items that a player plays.
extension MusicPlayer {
    /// Begins an item; what still sounds of the last one is released first.
    ///
    /// All that is sent first (releases, then what puts the channels into their state) comes at
    /// this very frame and before the first note, so no note waits for its channel and none is
    /// late. With a count-in this is the frame of the first click. To samplers whose state is known
    /// only what differs is sent; a channel whose parameters or resets differ is put into its state
    /// from the initial one, and a sampler too if System Exclusive messages differ: a host that has
    /// sent other messages, or changed the samplers, says so by ``forgetChannels()``.
    ///
    /// Not for the audio thread, where the last item would be freed.
    ///
    /// - Parameters:
    ///   - item: The item; the player keeps it alive until another takes its place.
    ///   - atFrame: The engine frame at which the item begins, not before the frame of the last
    ///     event that was handed out: its `startFrame` falls on it, or on the end of the count-in.
    public mutating func start(_ item: PlayItem, atFrame: Int64) {
        unsafe start(item.view, atFrame: atFrame)
        self.item = item
    }

    /// Continues with another item of the same sequence, without interrupting what sounds.
    ///
    /// The new item may differ in speed, loop, mutes, solos, transposition and the tempo that stands
    /// in for the sequence's own; it is to be made for the same rate, with the same `from`, `to`,
    /// `countIn` and `startsAnew`. The next event stays the next, and the musical position at the
    /// frame stays, but for the rounding to a frame of the new speed. Notes that are no longer to be
    /// heard end at once; pedals stay. All others continue and get their own note-offs, also under
    /// another transposition. A loop whose end lies behind the position has no effect until a
    /// ``start(_:atFrame:)``; passes of the same loop that are over count. A count-in continues
    /// with the beats that are left.
    ///
    /// To be called between two periods, after `nextEvent` has answered `nil`. Events that were due
    /// before the frame and have not been handed out come at the frame. With nothing playing, only
    /// the position and the item change.
    ///
    /// Not for the audio thread, where the last item would be freed.
    ///
    /// - Parameters:
    ///   - item: The item; the player keeps it alive until another takes its place.
    ///   - frame: An engine frame, not before that of the last event handed out.
    public mutating func updateItem(_ item: PlayItem, atFrame frame: Int64) {
        unsafe updateItem(item.view, atFrame: frame)
        self.item = item
    }

    /// The engine frame at which the present item reaches the position where another one begins.
    ///
    /// - Parameters:
    ///   - item: An item for ``replaceItem(_:atFrame:)``.
    ///   - frame: The frame before which nothing is changed any more.
    /// - Returns: That frame, not before `frame`; `frame` itself where the position is not ahead,
    ///   because a loop repeats before it or nothing plays.
    public func replacementFrame(for item: PlayItem, notBefore frame: Int64) -> Int64 {
        unsafe replacementFrame(for: item.view, notBefore: frame)
    }

    /// Continues with an item of another version of the sequence, at the item's start.
    ///
    /// Keys that sound and also sound at that position of the new version continue and get its
    /// note-offs; that needs an item made with `chaseNotes`, by which further notes that sound
    /// there begin. All other keys are released. The channels get the values in which the two
    /// versions differ. A channel or sampler that cannot be brought into its state by values (see
    /// ``start(_:atFrame:)``) has its keys released first. A count-in is not begun again; one in
    /// progress continues with the beats that are left. The same loop continues with the repeats
    /// that are left. With nothing playing, only the item and the position change.
    ///
    /// To be called between two periods, after `nextEvent` has answered `nil`; see
    /// ``replacementFrame(for:notBefore:)``.
    ///
    /// Not for the audio thread, where the last item would be freed.
    ///
    /// - Parameters:
    ///   - item: The item, for the same samplers; the player keeps it alive until another takes its
    ///     place.
    ///   - frame: The engine frame on which the item's `startFrame` falls, not before that of the
    ///     last event handed out.
    public mutating func replaceItem(_ item: PlayItem, atFrame frame: Int64) {
        unsafe replaceItem(item.view, atFrame: frame)
        self.item = item
    }

    // MARK: Items that their owner keeps until another has taken their place

    /// Notes that the events of some channels of a lane have new destinations from the next
    /// ``replaceItem(_:atFrame:)`` on.
    ///
    /// It begins with messages for these destinations alone (``isMoving``): a
    /// `PlayedEvent.Kind.restart` and the lane's System Exclusive messages, then what leads the channels
    /// from their initial state to that of the position. Keys that sound are held as those of other
    /// channels, but none begins there.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - channels: The channels, bit n for channel n.
    ///   - isNew: Whether the lane led nowhere before.
    @_noLocks
    package mutating func markMoved(lane: Int, channels: UInt16, isNew: Bool) {
        core.value.markMoved(lane: lane, channels: channels, isNew: isNew)
    }

    /// Forgets what ``markMoved(lane:channels:isNew:)`` noted.
    @_noLocks
    package mutating func forgetMoved() { core.value.forgetMoved() }

    /// Whether the event that was handed out last is for new destinations alone.
    package var isMoving: Bool { @_noLocks get { core.value.isMoving } }

    /// Begins an item, as ``start(_:atFrame:)`` does.
    @_noLocks
    package mutating func start(_ item: PlayItemView, atFrame frame: Int64) {
        core.value.start(item, atFrame: frame)
    }

    /// Continues with an item of the same sequence, as ``updateItem(_:atFrame:)`` does.
    ///
    /// The memory of the old one is not read any more once this has returned.
    @_noLocks
    package mutating func updateItem(_ item: PlayItemView, atFrame frame: Int64) {
        core.value.updateItem(item, atFrame: frame)
    }

    /// The engine frame at which the present item reaches the position where another one begins.
    @_noLocks
    package func replacementFrame(for item: PlayItemView, notBefore frame: Int64) -> Int64 {
        core.value.replacementFrame(for: item, notBefore: frame)
    }

    /// The engine frame at which the present item reaches one of its frames.
    ///
    /// - Parameters:
    ///   - position: The item frame.
    ///   - frame: The frame before which nothing is changed any more.
    /// - Returns: As ``replacementFrame(for:notBefore:)``.
    @_noLocks
    package func dueFrame(ofItemFrame position: Int64, notBefore frame: Int64) -> Int64 {
        core.value.dueFrame(ofItemFrame: position, notBefore: frame)
    }

    /// The item frame of one item at the musical position that an item frame of another one has.
    @_noLocks
    package func itemFrame(
        in item: PlayItemView,
        of frame: Int64,
        in old: PlayItemView
    ) -> Int64 {
        core.value.itemFrame(in: item, of: frame, in: old)
    }

    /// Continues with an item of another version, as ``replaceItem(_:atFrame:)`` does.
    ///
    /// The memory of the old one is not read any more once this has returned.
    @_noLocks
    package mutating func replaceItem(_ item: PlayItemView, atFrame frame: Int64) {
        core.value.replaceItem(item, atFrame: frame)
    }
}
