public import Sequencer

/// The versions of a file that changes while it plays: which one may take over, and when.
///
/// It reads and plays nothing, and has no clock: its owner reports changes, versions and the position.
public struct VersionFollower<Version> {
    /// A version that is to take over.
    public struct Candidate {
        /// The version.
        public let version: Version
        /// The file from which it was made.
        public let file: PieceFile
        /// The changes; `nil` if the version before is not known.
        public let changes: VersionChanges?
    }

    /// The decision about a version.
    public enum Verdict {
        /// It takes over at once.
        case takesOver(Candidate)
        /// It waits for the next bar.
        case waits
        /// It is the same as before: nothing changes.
        case isSame
        /// It has lost music that the version before has, which keeps playing.
        case isDamaged(PlaybackError)
    }

    /// The time at which a version takes over.
    public var time: VersionTime
    /// The version that waits for the next bar.
    public private(set) var waiting: Candidate?
    /// The files that play or follow, by path.
    private var files: [String: PieceFile] = [:]
    /// The number of first readings that are under way, by path.
    private var reads: [String: Int] = [:]
    /// The files that have changed while they were being read.
    private var changed: Set<String> = []
    private let onRelease: (Version) -> Void

    /// Makes a follower.
    ///
    /// - Parameters:
    ///   - time: The time at which a version takes over.
    ///   - onRelease: Gets versions that are not used any more.
    public init(_ time: VersionTime = .now, onRelease: @escaping (Version) -> Void) {
        self.time = time
        self.onRelease = onRelease
    }

    // MARK: Files

    /// The content of a file that was read last.
    public func file(at path: String) -> PieceFile? { files[path] }

    /// Keeps the content of a file, and that of some others.
    public mutating func keep(_ file: PieceFile, and others: Set<String>) {
        files = files.filter { others.contains($0.key) }
        files[file.path] = file
    }

    /// Forgets the content of all files.
    public mutating func forgetFiles() {
        files = [:]
    }

    /// Notes that a file is being read for the first time.
    public mutating func beginReading(_ path: String) {
        reads[path, default: 0] += 1
    }

    /// Notes that a file has been read.
    ///
    /// - Returns: Whether it is to be read again: it has changed, and this was the last reading.
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

    /// Whether a file has changed while it was being read; `true` once for each change.
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
    ///   - file: The file from which it was made.
    ///   - before: The file of the version that plays, if that is known.
    ///   - isArranged: Whether it has the arrangement of the version that plays.
    ///   - canWait: Whether a bar follows for which it can wait.
    /// - Returns: The decision.
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
        // A version that waits is older.
        dropWaiting()
        let changes = before.map { VersionChanges(from: $0, to: file) }
        // The file was written again with the same content.
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

    /// Takes the version that waits, if the next bar is near.
    ///
    /// - Parameter switchPoint: The next bar.
    /// - Returns: The version, and the nominal frame at which it takes over (`nil` for at once); `nil`
    ///   if none is due.
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
