import Dispatch
import Playback
import Synchronization

/// Reads the tracks of files on a thread of its own, which wakes the main thread.
final class MonitorFiles: Sendable {
    /// The tracks of a file, or the reason why they are not known.
    struct Outcome {
        var path: String
        var result: Result<MonitorTracks, MonitorFault>
    }

    private let queue = DispatchQueue(label: "seqd monitor files")
    private let outcomes = Mutex<[Outcome]>([])

    /// Begins to read a file.
    func read(_ path: String) {
        queue.async { [self] in
            let result: Result<MonitorTracks, MonitorFault>
            do throws(PlaybackError) {
                result = .success(try MonitorTracks(path: path))
            } catch {
                result = .failure(MonitorFault(message: error.message))
            }
            outcomes.withLock { $0.append(Outcome(path: path, result: result)) }
            Signals.wake()
        }
    }

    /// The outcomes since the last call.
    func take() -> [Outcome] {
        outcomes.withLock { outcomes in
            defer { outcomes = [] }
            return outcomes
        }
    }
}
