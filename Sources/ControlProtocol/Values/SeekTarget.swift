public import Sequencer

/// The destination of `seek`.
public enum SeekTarget: Hashable, Sendable, CustomStringConvertible {
    /// A position in the file.
    case position(Position)
    /// A distance from the playback position.
    case offset(PositionOffset)

    /// The destination as it is read.
    public var description: String {
        switch self {
        case .position(let position): position.description
        case .offset(let offset): offset.description
        }
    }
}
