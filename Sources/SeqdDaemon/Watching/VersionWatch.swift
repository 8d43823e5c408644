import ControlProtocol
import Playback
import Sequencer

/// The versions of the files that play and follow: watches the files for changes, and keeps the
/// version that waits for the next bar.
@EventLoop
final class VersionWatch {
    private var follower: VersionFollower<LoadedPiece>
    private var fileWatch: FileWatch?
    private let timer = LoopTimer(every: .milliseconds(10))
    /// Called with the error of a file or folder that cannot be watched.
    private let onFailure: (RequestError, _ path: String?) -> Void
    /// Called with the paths of files that have changed, after the caller has returned.
    var onChange: (Set<String>) -> Void = { _ in }

    /// Makes a watch that is off.
    init(
        onRelease: @escaping (LoadedPiece) -> Void,
        onFailure: @escaping (RequestError, _ path: String?) -> Void
    ) {
        follower = VersionFollower(onRelease: onRelease)
        self.onFailure = onFailure
    }

    // MARK: Watching

    /// Whether files are watched.
    var isOn: Bool { fileWatch != nil }

    /// When a changed file takes over.
    var time: VersionTime {
        get { follower.time }
        set { follower.time = newValue }
    }

    /// Starts watching files; see ``add(_:)``.
    ///
    /// - Throws: Status 69 if the system cannot watch files.
    func start() throws(RequestError) {
        fileWatch = try RequestError.catching { () throws(PlaybackError) in
            let watch = try FileWatch { [weak self] failure in
                EventLoop.execute { [weak self] in self?.onFailure(RequestError(failure), nil) }
            } onChange: { [weak self] paths in
                EventLoop.execute { [weak self] in self?.onChange(paths) }
            }
            try watch.start()
            return watch
        }
    }

    /// Stops watching files, and forgets what is known of them.
    func stop() {
        fileWatch?.end()
        fileWatch = nil
        follower.forgetFiles()
        dropWaiting()
    }

    /// Ends watching for good, and waits until its thread has ended.
    func end() async {
        dropWaiting()
        guard let fileWatch else { return }
        self.fileWatch = nil
        await EventLoop.value { (settle: @escaping @Sendable (()) -> Void) in
            fileWatch.end { settle(()) }
        }
    }

    /// Watches a file, if it is on.
    func add(_ path: String) {
        guard let fileWatch else { return }
        do throws(PlaybackError) {
            try fileWatch.add(path)
        } catch {
            onFailure(RequestError(error), path)
        }
    }

    // MARK: Files

    /// The content that was last read of a file, if it is stored.
    func file(at path: String) -> PieceFile? { follower.file(at: path) }

    /// Keeps the content of a file, if it is on.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - others: The paths of other files to keep.
    func keep(_ file: PieceFile, and others: Set<String>) {
        if isOn { follower.keep(file, and: others) }
    }

    /// Reads a file for the first time; if it changes meanwhile, ``onChange`` is called afterwards.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - read: Reads it.
    /// - Returns: The result of reading.
    /// - Throws: Its error.
    func reading<Value: Sendable>(
        _ path: String,
        _ read: @EventLoop () async throws -> Value
    ) async throws -> Value {
        add(path)
        follower.beginReading(path)
        defer {
            if follower.endReading(path) {
                // After the result has been taken.
                EventLoop.execute { [self] in onChange([path]) }
            }
        }
        return try await read()
    }

    /// Notes that files have changed; those that are being read are reported again afterwards.
    func noteChanges(of paths: Set<String>) {
        follower.noteChanges(of: paths)
    }

    // MARK: Versions

    /// The version that waits for the next bar.
    var waiting: VersionFollower<LoadedPiece>.Candidate? { follower.waiting }

    /// Judges a version of the piece that plays; one that does not take over or wait is released.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - file: The content of its file.
    ///   - isArranged: Whether the changes to the sequence are the same as before.
    ///   - canWait: Whether playback comes to a bar for which it can wait.
    /// - Returns: The verdict.
    func judge(
        _ version: LoadedPiece,
        _ file: PieceFile,
        isArranged: Bool,
        canWait: @autoclosure () -> Bool
    ) -> VersionFollower<LoadedPiece>.Verdict {
        follower.judge(
            version,
            file,
            after: follower.file(at: file.path),
            isArranged: isArranged,
            canWait: canWait()
        )
    }

    /// Takes the version that waits, if its bar is near.
    ///
    /// - Parameter switchPoint: Whether the next bar is near.
    /// - Returns: The version, and the nominal frame at which it takes over; `nil` for at once.
    func takeDue(
        _ switchPoint: PiecePlayer.SwitchPoint
    ) -> (candidate: VersionFollower<LoadedPiece>.Candidate, frame: Int64?)? {
        follower.takeDue(switchPoint)
    }

    /// Releases the version that waits.
    func dropWaiting() {
        follower.dropWaiting()
        timer.stop()
    }

    /// Starts or stops looking for the next bar.
    ///
    /// - Parameter look: Called repeatedly while a version waits.
    func watchWaiting(_ look: @escaping () -> Void) {
        timer.run(follower.waiting != nil, look)
    }
}
