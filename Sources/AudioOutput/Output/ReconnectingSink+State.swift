public import Platform

/// Whether an output's device sounds.
public enum OutputState: Hashable, Sendable {
    /// Nothing is to be heard, and the device is closed: others can use it.
    case idle
    /// The device takes the sound.
    case running
    /// There is no device; time continues without it, and seqd keeps trying to open it.
    case lost(OutputLoss)
}

/// The loss of a device: why, and since when.
public struct OutputLoss: Hashable, Sendable {
    /// The reason; the last one if attempts to open the device fail for others.
    public var reason: HostError
    /// The time at which the device failed.
    public var start: ContinuousClock.Instant

    /// Makes a loss.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - start: The time at which the device failed.
    public init(_ reason: HostError, since start: ContinuousClock.Instant = .now) {
        self.reason = reason
        self.start = start
    }
}
