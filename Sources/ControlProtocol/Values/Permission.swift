/// The role that a client needs for a command; each includes those before it.
public enum Permission: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Sees and follows.
    case observer
    /// Controls playback and sound.
    case transport
    /// Changes what the daemon is made of, and shuts it down.
    case admin

    /// Whether a role allows less than another.
    public static func < (first: Permission, second: Permission) -> Bool {
        first.rawValue < second.rawValue
    }
}
