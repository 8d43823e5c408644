/// The time that a plugin takes, as a part of the periods that it processes.
///
/// The audio thread's.
struct PluginMeter: BitwiseCopyable {
    private let rate: Int
    /// The nanoseconds of the current period, or of so many as have a block, and their frames.
    private var taken: Int64 = 0
    private var frames = 0
    /// The number of periods in which it ran, and the sum of their parts.
    private var periods = 0
    private var sum = 0.0
    /// The longest part of a period.
    private(set) var longest = 0.0
    /// The frames since it last took longer than a period, and since the time before that.
    private var sinceLate = Int.max / 2
    private var sinceLateBefore = Int.max / 2

    init(rate: Int) { self.rate = rate }

    /// The mean part of the periods in which it ran.
    var mean: Double { @_noLocks get { periods > 0 ? sum / Double(periods) : 0 } }

    /// Adds the nanoseconds of a call.
    @_noLocks
    mutating func add(_ nanoseconds: Int64) { taken &+= max(0, nanoseconds) }

    /// Ends a period of a number of frames.
    ///
    /// - Returns: Whether the plugin is too slow: within a second of sound it has taken longer than
    ///   a period three times.
    @_noLocks
    mutating func endPeriod(_ count: Int) -> Bool {
        sinceLate &+= count
        sinceLateBefore &+= count
        frames &+= count
        // Shorter periods have a whole block's time in one of several.
        guard frames >= Block.frames else { return false }
        let part = Double(taken) * Double(rate) / (Double(frames) * 1e9)
        frames = 0
        guard taken > 0 else { return false }
        taken = 0
        periods &+= 1
        sum += part
        longest = max(longest, part)
        guard part > 1 else { return false }
        let isThird = sinceLateBefore <= rate
        sinceLateBefore = sinceLate
        sinceLate = 0
        return isThird
    }
}
