/// The part of the available time that rendering takes, over some sixteen periods.
struct RenderLoad: BitwiseCopyable {
    /// In millionths.
    private(set) var millionths: Int64 = 0

    @_noLocks
    init() {}

    /// Takes a period.
    ///
    /// A thread that was stopped while it rendered, for hours or for days, has not been busy for as
    /// long: a period counts for a second at most.
    ///
    /// - Parameters:
    ///   - nanoseconds: How long it took to render, by the monotonic clock.
    ///   - frames: Its length.
    ///   - rate: Frames per second.
    @_noLocks
    mutating func note(_ nanoseconds: Int64, frames: Int, rate: Int) {
        let taken = min(max(nanoseconds, 0), 1_000_000_000)
        let available = max(Int64(frames) &* 1_000_000_000 / Int64(rate), 1)
        let now = taken &* 1_000_000 / available
        millionths &+= (now &- millionths) / 16
    }
}
