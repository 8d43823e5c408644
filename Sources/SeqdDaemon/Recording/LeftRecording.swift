import ControlProtocol
import Platform
import Playback
import SMF
import SamplerHost

/// A recording that was left by a daemon that was killed or could not complete it.
///
/// Making its file waits for the disk, so it is not for the event loop.
struct LeftRecording: Sendable {
    /// The result of an attempt to complete it.
    enum Outcome: Sendable {
        /// Its file is there now.
        case recovered(TakeSummary)
        /// Its file was there, and nothing else of it.
        case completed
        /// Its file cannot be made.
        case failed(RequestError)
    }

    /// The recording as the state has it.
    let left: DaemonState.Recording
    /// The folders below which it may be.
    let policy: PathPolicy

    /// Makes its file.
    ///
    /// A file that was created after the recording is never replaced.
    ///
    /// - Returns: The result.
    func recover() -> Outcome {
        do throws(RequestError) {
            let path = try policy.resolvedForWriting(left.path)
            let target = FileStatus(path)
            let journalPath = try policy.resolvedForWriting(left.journal)
            if FileStatus(journalPath, followsLinks: false) == nil, target != nil {
                return .completed
            }
            let journal = try policy.openWritten(left.journal)
            let isOlder = target.map { $0.modified <= journal.modified } ?? false
            return .recovered(
                try RequestError.catching { () throws(HostError) in
                    try TakeFile.recover(
                        path,
                        from: journal,
                        mayReplace: left.replaces && isOlder
                    ) { song throws(PlaybackError) in
                        // The daemon adds no recording to a file.
                        throw PlaybackError(
                            .notPermitted,
                            "\(left.journal): names \(song), which is not read"
                        )
                    }
                }
            )
        } catch {
            return .failed(error)
        }
    }

    /// The remedy that the user is told if the file cannot be made, in words.
    static func remedy(for left: DaemonState.Recording) -> String {
        let name = TakeFile.recoveryPath(of: left.path)
        let hint = left.journal == name ? "" : "renamed to \(name), "
        return "what was recorded is in \(left.journal); \(hint)"
            + "seqd record \(left.path) --recover makes the file of it"
    }
}
