/// The version of the program.
package enum ProgramVersion {
    /// The number that `--version` prints after the name.
    package static let number = "0.1.0"
    /// The date of its release, in the form of man pages.
    package static let releaseDate = "November 21, 2026"
}
