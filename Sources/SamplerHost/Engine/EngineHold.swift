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
