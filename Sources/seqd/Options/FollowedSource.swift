import ArgumentParser
import ControlProtocol
import Sequencer

/// Reads `--follow`, which has the arguments of the daemon's command `follow`.
enum FollowedSource {
    /// The settings; `nil` for `off`.
    ///
    /// - Throws: The fault of the text.
    static func settings(_ text: String) throws -> SyncSettings? {
        do throws(RequestError) {
            return try SyncSettings.following(words: text)
        } catch {
            throw ValidationError(error.message)
        }
    }
}
