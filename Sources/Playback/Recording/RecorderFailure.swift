public import SamplerHost

/// A failure of a recorder to write something.
public enum RecorderFailure: Error, Sendable {
    /// The take cannot be written; it has ended.
    case take(HostError)
    /// Incoming messages are not stored for captures until they can be written again.
    case capture(HostError)

    /// The cause.
    public var error: HostError {
        switch self {
        case .take(let error), .capture(let error): error
        }
    }
}
