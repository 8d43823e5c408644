/// Whether an output's device sounds.
public enum OutputState: Hashable, Sendable {
    /// Nothing is to be heard, and the device is closed: others can use it.
    case idle
    /// The device takes the sound.
    case running
    /// There is no device; time goes on without it, and it is tried again and again.
    case lost(HostError)
}

/// A device that a ``ReconnectingSink`` can open.
protocol ReconnectingDevice: PeriodSink {
    /// Frames per second.
    var rate: Int { get }
    /// Frames that its buffer holds.
    var bufferFrames: Int { get }
}

extension ALSASink: ReconnectingDevice {}
