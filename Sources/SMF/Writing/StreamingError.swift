/// The reason why a ``StreamingWriter`` did not write.
public enum StreamingError<Failure: Error>: Error {
    /// The event, track or division is none that a file can have; nothing was written, and writing
    /// can continue.
    case refused(SMFWriteError)
    /// The sink has failed; its content is valid up to its last checkpoint.
    case sink(Failure)
}

extension StreamingError: Equatable where Failure: Equatable {}

extension StreamingError: CustomStringConvertible {
    /// The words of the error inside.
    public var description: String {
        switch self {
        case .refused(let error): error.description
        case .sink(let failure): "\(failure)"
        }
    }
}
