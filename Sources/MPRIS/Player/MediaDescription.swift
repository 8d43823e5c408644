/// The properties of a player that do not change while it runs.
package struct MediaDescription: Hashable, Sendable {
    /// The name that people see.
    package var identity: String
    /// Whether it is the only one of its kind: then it has the plain name on the bus if that is free.
    package var isMain: Bool
    /// Whether it can be ended from the desktop.
    package var canQuit: Bool
    /// Whether it opens files that the desktop names.
    package var opensFiles: Bool
    /// The speeds that it takes.
    static let speeds = 0.01...100.0

    /// The name of the desktop entry, without its extension.
    static let desktopEntry = "seqd"

    /// The MIME types that the desktop entry has.
    static let types = ["audio/midi", "audio/x-midi", "audio/mobile-xmf", "audio/x-xmf"]

    /// Makes a description.
    ///
    /// - Parameters:
    ///   - identity: The name that people see.
    ///   - isMain: Whether it has the plain name on the bus if that is free.
    ///   - canQuit: Whether it can be ended from the desktop.
    ///   - opensFiles: Whether it opens files that the desktop names.
    package init(identity: String, isMain: Bool, canQuit: Bool, opensFiles: Bool) {
        self.identity = identity
        self.isMain = isMain
        self.canQuit = canQuit
        self.opensFiles = opensFiles
    }
}
