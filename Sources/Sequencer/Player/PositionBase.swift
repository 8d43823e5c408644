/// The origin of positions: an item's start, or its last update.
struct PositionBase: BitwiseCopyable {
    /// The engine frame on which ``itemFrame`` falls.
    var engineFrame: Int64 = 0
    var itemFrame: Int64 = 0
    /// The number of repeats of the loop from here on; `Int64.max` for ever.
    var repeats: Int64 = 0
    /// The number of times that playing had returned to a loop's start there since the item was
    /// begun.
    var pass: Int64 = 0

    @_noLocks
    init() {}

    /// The item frame that falls on an engine frame, between the item's ends; a loop is followed.
    ///
    /// - Parameters:
    ///   - frame: The engine frame; one before the base counts as the base.
    ///   - loop: The item's loop; not looked at without repeats.
    ///   - lastFrame: The item frame of the end that there is without a loop.
    /// - Returns: The item frame.
    @_noLocks
    func position(atFrame frame: Int64, in loop: LoopView, lastFrame: Int64) -> Int64 {
        // So far ahead the sums below would overflow.
        let position = itemFrame + (max(min(frame, 1 << 62), engineFrame) - engineFrame)
        guard repeats > 0 else { return min(position, lastFrame) }
        guard position >= loop.end else { return position }
        let length = loop.end - loop.start
        let behind = position - loop.end
        guard behind / length < repeats else { return min(position - repeats * length, lastFrame) }
        return loop.start + behind % length
    }

    /// The number of times that the loop has begun again from the base up to an engine frame.
    @_noLocks
    func turns(atFrame frame: Int64, in loop: LoopView) -> Int64 {
        let position = itemFrame + (max(min(frame, 1 << 62), engineFrame) - engineFrame)
        guard repeats > 0, position >= loop.end else { return 0 }
        return min((position - loop.end) / (loop.end - loop.start) + 1, repeats)
    }
}
