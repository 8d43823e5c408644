/// The settings by which the daemon's state is stored.
package struct StateSettings: Hashable, Sendable {
    /// The folder; `nil` for a user without one.
    package var folder: String?
    /// The daemon's name, and that of the file.
    package var name: String
    /// Whether what played at the end plays again at the start.
    package var resumes: Bool

    /// Makes settings.
    package init(folder: String?, name: String, resumes: Bool) {
        self.folder = folder
        self.name = name
        self.resumes = resumes
    }
}
