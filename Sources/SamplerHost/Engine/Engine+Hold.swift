/// Standing still at a position until the controlling thread has playback go on.
///
/// The controlling thread's.
extension Engine {
    /// Has what plays stand still at a tick, before all that is on it, and go on from the tick that was
    /// set before.
    ///
    /// What sounds goes on sounding, and so do live inputs. The tick holds for all that plays from now
    /// on, until another is set; one that the present pass of a loop has passed is reached in the next.
    /// ``position`` says whether playback stands there.
    ///
    /// - Parameter hold: The tick.
    public func hold(_ hold: EngineHold) { give(.hold(hold)) }
}

/// The tick at which playback stands still.
public struct EngineHold: BitwiseCopyable, Sendable {
    /// The tick; `Int64.max` for none.
    let tick: Int64
    /// The number of the pass from which on it is meant, as `EnginePosition.pass` counts.
    let pass: Int64

    /// Names a tick.
    ///
    /// - Parameters:
    ///   - tick: The tick; `nil` for none.
    ///   - pass: The number of the pass of the loop from which on it is meant.
    @_noLocks
    public init(tick: Int64?, pass: Int64 = 0) {
        self.tick = tick ?? .max
        self.pass = pass
    }
}
