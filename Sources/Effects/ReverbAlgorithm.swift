/// The algorithms of a reverb.
public enum ReverbAlgorithm: Hashable, Sendable, BitwiseCopyable {
    /// The reverberation of a room.
    case room
    /// Echoes on both sides at once.
    case delay
    /// Echoes on the left side and on the right in turn.
    case panningDelay

    /// Whether it is that of a room; `==` is not for the audio thread.
    public var isRoom: Bool {
        @_noLocks get {
            switch self {
            case .room: true
            case .delay, .panningDelay: false
            }
        }
    }

    /// Whether echoes come on the sides in turn.
    var isPanning: Bool {
        @_noLocks get {
            switch self {
            case .room, .delay: false
            case .panningDelay: true
            }
        }
    }
}
