/// The role that a client needs for a command; each includes those before it.
public enum Permission: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Sees and follows.
    case observer
    /// Controls playback and sound.
    case transport
    /// Changes what the daemon is made of, and shuts it down.
    case admin

    /// The name, as options and answers have it.
    public var name: String { "\(self)" }

    /// The role of a name; `nil` if there is none.
    public init?(named name: String) {
        guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = role
    }

    /// Whether a role allows less than another.
    public static func < (first: Permission, second: Permission) -> Bool {
        first.rawValue < second.rawValue
    }
}
