public import Sequencer

/// Which version of a file that changes while it plays may take over, and when.
///
/// It reads and plays nothing, and knows no clock: the owner tells it of changes and versions, and
/// where playing is.
public struct VersionFollower<Version> {
    /// A version that is to take over.
    public struct Candidate {
        /// The version.
        public let version: Version
        /// What was read of its file.
        public let file: PieceFile
        /// What has changed; `nil` where the version before is not known.
        public let changes: VersionChanges?
    }

    /// What becomes of a version.
    public enum Verdict {
        /// It takes over at once.
        case takesOver(Candidate)
        /// It waits for the next bar.
        case waits
        /// It is the same as before: nothing changes.
        case isSame
        /// It has lost music that the version before has, which plays on.
        case isDamaged(PlaybackError)
    }

    /// When a version takes over.
    public var time: VersionTime
    /// The version that waits for the next bar.
    public private(set) var waiting: Candidate?
    /// What was read of files that play or follow, by path.
    private var files: [String: PieceFile] = [:]
    /// How many times each file is being read for the first time.
    private var reads: [String: Int] = [:]
    /// Files that have changed while they were being read.
    private var changed: Set<String> = []
    private let onRelease: (Version) -> Void

    /// Makes a follower.
    ///
    /// - Parameters:
    ///   - time: When a version takes over.
    ///   - onRelease: Gets versions that are not used any more.
    public init(_ time: VersionTime = .now, onRelease: @escaping (Version) -> Void) {
        self.time = time
        self.onRelease = onRelease
    }

    // MARK: Files

    /// What was read last of a file.
    public func file(at path: String) -> PieceFile? { files[path] }

    /// Keeps what was read of a file, and of some others what is known.
    public mutating func keep(_ file: PieceFile, and others: Set<String>) {
        files = files.filter { others.contains($0.key) }
        files[file.path] = file
    }

    /// Forgets what was read of all files.
    public mutating func forgetFiles() {
        files = [:]
    }

    /// Notes that a file is being read for the first time.
    public mutating func beginReading(_ path: String) {
        reads[path, default: 0] += 1
    }

    /// Notes that a file has been read.
    ///
    /// - Returns: Whether it has changed meanwhile, and nobody else reads it: it is to be read again.
    public mutating func endReading(_ path: String) -> Bool {
        let left = (reads[path] ?? 1) - 1
        reads[path] = left > 0 ? left : nil
        return left <= 0 && takeChange(of: path)
    }

    /// Notes that files have changed.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - isHeld: Whether all count as being read now.
    public mutating func noteChanges(of paths: Set<String>, isHeld: Bool = false) {
        changed.formUnion(paths.filter { isHeld || reads[$0] != nil })
    }

    /// Whether a file has changed while it was being read; asked once.
    public mutating func takeChange(of path: String) -> Bool {
        changed.remove(path) != nil
    }

    /// Forgets which files have changed.
    public mutating func forgetChanges() {
        changed = []
    }

    // MARK: Versions

    /// Judges a version of what plays; one that does not take over or wait is released.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - file: What was read of its file.
    ///   - before: What was read of the version that plays, where that is known.
    ///   - isArranged: Whether what is changed in the music is the same as before, such as the click.
    ///   - canWait: Whether playing comes to a bar for which it can wait.
    /// - Returns: What becomes of it.
    public mutating func judge(
        _ version: Version,
        _ file: PieceFile,
        after before: PieceFile?,
        isArranged: Bool,
        canWait: @autoclosure () -> Bool
    ) -> Verdict {
        do throws(PlaybackError) {
            if let before { try file.checkVersion(after: before) }
        } catch {
            onRelease(version)
            return .isDamaged(error)
        }
        // Whatever waits is older.
        dropWaiting()
        let changes = before.map { VersionChanges(from: $0, to: file) }
        // Written anew with the same content.
        if let changes, changes.sentences.isEmpty, isArranged {
            onRelease(version)
            return .isSame
        }
        let candidate = Candidate(version: version, file: file, changes: changes)
        guard time == .bar, isArranged, canWait() else { return .takesOver(candidate) }
        waiting = candidate
        return .waits
    }

    /// Releases the version that waits.
    public mutating func dropWaiting() {
        if let waiting { onRelease(waiting.version) }
        waiting = nil
    }

    /// Takes the version that waits, where its turn has come.
    ///
    /// - Parameter switchPoint: Whether the next bar is near.
    /// - Returns: The version, and the nominal frame of what plays at which it takes over; `nil` for
    ///   at once.
    public mutating func takeDue(
        _ switchPoint: PiecePlayer.SwitchPoint
    ) -> (candidate: Candidate, frame: Int64?)? {
        guard let candidate = waiting else { return nil }
        switch switchPoint {
        case .waits:
            return nil
        case .at(let frame):
            waiting = nil
            return (candidate, frame)
        case .atOnce:
            waiting = nil
            return (candidate, nil)
        }
    }
}
