/// Holding playback at a position until the controlling thread releases it.
///
/// The controlling thread's.
extension Engine {
    /// Holds playback at a tick, before all events on it, and releases it from the tick that was
    /// set before.
    ///
    /// Notes that sound continue to sound, and so do live inputs. The tick applies to all that
    /// plays from now on, until another is set; one that the present pass of a loop has passed is
    /// reached in the next. ``position`` says whether playback is held there.
    ///
    /// - Parameter hold: The tick.
    public func hold(_ hold: EngineHold) { give(.hold(hold)) }
}

/// The tick at which playback is held.
public struct EngineHold: BitwiseCopyable, Sendable {
    /// The tick; `Int64.max` for none.
    let tick: Int64
    /// The number of the first pass to which it applies, as `EnginePosition.pass` counts.
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
