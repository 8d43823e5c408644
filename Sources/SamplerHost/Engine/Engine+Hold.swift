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
    /// - Parameters:
    ///   - tick: The tick; `nil` for none.
    ///   - inNextPass: Whether the tick is meant in the next pass of the loop.
    public func hold(atTick tick: Int64?, inNextPass: Bool = false) {
        give(.hold(tick: tick ?? .max, inNextPass: inNextPass))
    }
}
