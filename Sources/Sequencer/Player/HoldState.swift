/// The tick at which a player holds until it is released.
struct HoldState: BitwiseCopyable {
    /// The tick that was set; `Int64.max` for none.
    private(set) var tick = Int64.max
    /// The number of times that playing has returned to a loop's start since the item was begun.
    private(set) var pass: Int64 = 0
    /// The number of the pass from which on the tick is meant.
    private var firstPass: Int64 = 0
    /// The tick if playing is on the way to it; `Int64.max` otherwise.
    private(set) var comingTick = Int64.max
    /// The engine frame from which on the player stands there; `Int64.max` if playing is not on the
    /// way to it.
    private(set) var frame = Int64.max

    @_noLocks
    init() {}

    /// Whether playing is on the way to the tick, or stands there.
    var isComing: Bool { @_noLocks get { comingTick != .max } }

    /// Whether only a later pass of the loop leads to the tick.
    var isInLaterPass: Bool { @_noLocks get { firstPass > pass } }

    /// Sets the tick, and the number of the pass from which on it is meant.
    @_noLocks
    mutating func set(_ tick: Int64, pass: Int64) {
        self.tick = tick
        firstPass = pass
    }

    /// Notes that an item begins, which counts its passes anew.
    @_noLocks
    mutating func beginItem() {
        pass = 0
        firstPass = 0
    }

    /// Notes that a pass of the loop begins but the first.
    @_noLocks
    mutating func beginPass() { pass += 1 }

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
