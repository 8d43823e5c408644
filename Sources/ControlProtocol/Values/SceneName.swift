/// The name of a scene.
public struct SceneName: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let description: String

    /// Makes a name; `nil` for one that a playlist cannot have either.
    ///
    /// - Parameter text: 1 to ``PlaylistName/limit`` bytes without slashes and control characters, not
    ///   beginning with a full stop.
    public init?(_ text: String) {
        guard let name = PlaylistName(text) else { return nil }
        description = name.description
    }

    private init() { description = "" }

    /// A name that is still to be read.
    static let blank = SceneName()
}
