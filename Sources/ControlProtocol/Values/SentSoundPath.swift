/// A path that names a sound in the daemon's memory in place of a file: `memory:ping`.
public struct SentSoundPath: Hashable, Sendable, CustomStringConvertible {
    /// The name of the sound.
    public let sound: String

    /// The beginning of each.
    package static let start = "memory:"

    /// Makes the path of a sound.
    ///
    /// - Parameter sound: The name of the sound.
    public init(_ sound: String) { self.sound = sound }

    /// Reads a path; `nil` for that of a file.
    public init?(parsing path: String) {
        guard path.hasPrefix(Self.start), path != Self.start else { return nil }
        sound = String(path.dropFirst(Self.start.count))
    }

    /// The path.
    public var description: String { "\(Self.start)\(sound)" }
}
