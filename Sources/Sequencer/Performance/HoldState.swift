/// The tick at which a player stands still until it is released.
struct HoldState: BitwiseCopyable {
    /// The tick that was set; `Int64.max` for none.
    private(set) var tick = Int64.max
    /// Whether only the next pass of the loop leads to it.
    private(set) var isInNextPass = false
    /// The tick if playing is on the way to it; `Int64.max` otherwise.
    private(set) var comingTick = Int64.max
    /// The engine frame from which on the player stands there; `Int64.max` if playing is not on the
    /// way to it.
    private(set) var frame = Int64.max

    @_noLocks
    init() {}

    /// Whether playing is on the way to the tick, or stands there.
    var isComing: Bool { @_noLocks get { comingTick != .max } }

    /// Sets the tick.
    @_noLocks
    mutating func set(_ tick: Int64, inNextPass isInNextPass: Bool) {
        self.tick = tick
        self.isInNextPass = isInNextPass
        forget()
    }

    /// Notes that a pass of the loop begins.
    @_noLocks
    mutating func beginPass() { isInNextPass = false }

    /// Notes that playing is on the way to the tick, and when it comes there.
    @_noLocks
    mutating func expect(atFrame frame: Int64) {
        comingTick = tick
        self.frame = frame
    }

    /// Notes that playing is not on the way to the tick.
    @_noLocks
    mutating func forget() {
        comingTick = .max
        frame = .max
    }
}
