import ArgumentParser

/// The amount of messages: `--quiet` and `--verbose`.
enum Verbosity {
    /// Refuses both options at once.
    static func check(quiet: Bool, verbose: Bool) throws {
        guard !quiet || !verbose else {
            throw ValidationError("--quiet prints less, --verbose prints more: not both")
        }
    }
}
