/// The repeats of a loop: those that are over, and those to come.
struct LoopProgress: BitwiseCopyable {
    /// The number of times that playing still goes back at the loop's end; `Int64.max` for ever.
    private(set) var remaining: Int64 = 0
    /// The number of times that it has returned to the start of the present loop.
    private(set) var played: Int64 = 0

    @_noLocks
    init() {}

    /// Counts the passes of another loop.
    @_noLocks
    mutating func reset() { played = 0 }

    /// Works out how often an item's loop still repeats; what has been played counts.
    @_noLocks
    mutating func update(_ item: PlayItemView, isReached: Bool) {
        remaining = 0
        guard item.hasLoop, isReached else { return }
        remaining = item.loop.repeats == .max ? .max : max(item.loop.repeats - played, 0)
    }

    /// Counts a pass that begins.
    @_noLocks
    mutating func beginPass() {
        if remaining < .max { remaining -= 1 }
        played += 1
    }
}
