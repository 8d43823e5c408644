import Dispatch
import Glibc
import Platform
import SamplerHost
import Synchronization

/// A watch that reports when files have been written or replaced.
///
/// It watches their folders, since editors write another file and rename it, and the folders of the
/// files that symbolic links lead to. A file has changed when its writer has closed it
/// (IN_CLOSE_WRITE) or when it was moved there (IN_MOVED_TO), so half-written files are not
/// reported. A file without content has changed as soon as it is made (IN_CREATE): a link, or a
/// folder or a FIFO in place of a file. Changes that follow each other closely are reported
/// together. A folder that is deleted or moved away is looked for until there is one of its name
/// again.
public final class FileWatch: Sendable {
    /// The time without changes after which they are reported.
    ///
    /// Many programs write a file in several steps.
    private static let quiet: Duration = .milliseconds(60)
    /// The longest time between a change and its report: a file may be written repeatedly.
    private static let longestWait: Duration = .seconds(1)
    /// The time between two searches for a missing folder, in milliseconds.
    private static let retry: Int32 = 500

    private let notices: FolderNotices
    /// The two ends of a pipe: a byte in it ends the wait for notices.
    private let ending: (read: Int32, write: Int32)
    private let thread = Mutex<SystemThread?>(nil)
    private let onChange: @Sendable (Set<String>) -> Void
    private let onLoss: @Sendable (PlaybackError) -> Void
    private let folders = Mutex(WatchedFolders())

    /// Makes a watch of no files yet.
    ///
    /// - Parameters:
    ///   - onLoss: Gets the reason why a folder is not watched any more, until it is there again; on
    ///     a thread of the watch's own.
    ///   - onChange: Gets the paths of files that have changed, as they were added; on the same
    ///     thread.
    /// - Throws: `unavailable` if the system has no watch left to give.
    public init(
        onLoss: @escaping @Sendable (PlaybackError) -> Void,
        onChange: @escaping @Sendable (Set<String>) -> Void
    ) throws(PlaybackError) {
        self.onLoss = onLoss
        self.onChange = onChange
        guard let notices = FolderNotices() else { throw Self.failure("inotify") }
        self.notices = notices
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Self.failure("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        ending = (ends[0], ends[1])
    }

    private static func failure(_ call: String) -> PlaybackError {
        PlaybackError(
            .unavailable,
            "cannot watch files: \(call): \(SystemError.text())"
        )
    }

    deinit {
        close(ending.read)
        close(ending.write)
    }

    /// Watches a file, whether it exists or not.
    ///
    /// Any thread.
    ///
    /// - Parameter path: The file.
    /// - Throws: `unavailable` if its folder cannot be watched; it is, once that is possible.
    public func add(_ path: String) throws(PlaybackError) {
        try add(path, at: path)
        try add(path, at: ClipFile.path(for: path))
        if let target = RealPath.of(path) { try add(path, at: target) }
    }

    private func add(_ path: String, at name: String) throws(PlaybackError) {
        guard let location = WatchedFolders.split(name) else { return }
        try folders.withLock { (folders) throws(PlaybackError) in
            guard folders.add(path, at: location) else { return }
            folders.setNumber(try number(ofFolder: location.folder), of: location.folder)
        }
    }

    /// Watches the file that a changed path leads to now, instead of the one before.
    private func follow(_ path: String) {
        // Without a target it is between two versions, and changes again.
        guard let target = RealPath.of(path) else { return }
        let kept = [path, ClipFile.path(for: path), target].compactMap { WatchedFolders.split($0) }
        folders.withLock { folders in
            for number in folders.drop(path, except: kept) { notices.remove(number) }
        }
        do throws(PlaybackError) {
            try add(path)
        } catch {
            onLoss(error)
        }
    }

    /// Watches a folder.
    private func number(ofFolder folder: String) throws(PlaybackError) -> Int32 {
        guard let number = notices.add(folder) else {
            throw PlaybackError(
                .unavailable,
                "\(folder): cannot be watched: \(SystemError.text())"
            )
        }
        return number
    }

    /// Looks for missing folders.
    ///
    /// - Parameter isFirst: Whether they have just gone missing, which is reported.
    /// - Returns: The files in those that are there again.
    private func findMissing(isFirst: Bool) -> Set<String> {
        var found: Set<String> = []
        var failures: [PlaybackError] = []
        folders.withLock { folders in
            for folder in folders.missing {
                do throws(PlaybackError) {
                    folders.setNumber(try number(ofFolder: folder), of: folder)
                    found.formUnion(folders.paths(in: folder))
                } catch {
                    failures.append(error)
                }
            }
        }
        if isFirst {
            for failure in failures { onLoss(failure) }
        }
        // Those that do not exist yet are reported when they are written.
        return found.filter { FileStatus($0) != nil }
    }

    /// Starts the thread.
    ///
    /// Call it after the process watches signals; otherwise the thread would get them.
    ///
    /// - Throws: `internal` if the system has no thread to give.
    public func start() throws(PlaybackError) {
        do {
            let started = try SystemThread("seqd-watch") { [self] in wait() }
            thread.withLock { $0 = started }
        } catch {
            throw PlaybackError(.internal, "cannot watch files: threads: \(error)")
        }
    }

    /// Ends the thread; a change that is being reported may still be.
    ///
    /// - Parameter onEnd: Called on another thread once it has ended.
    public func end(_ onEnd: @escaping @Sendable () -> Void = {}) {
        guard let thread = thread.withLock({ $0.take() }) else { return onEnd() }
        _ = unsafe write(ending.write, [0] as [UInt8], 1)
        DispatchQueue.global(qos: .utility).async {
            thread.join()
            onEnd()
        }
    }

    /// Waits for notices until it is ended.
    private func wait() {
        var changed: Set<String> = []
        let clock = ContinuousClock()
        var (due, latest) = (clock.now, clock.now)
        /// Notes changes, and the time of their report.
        func note(_ paths: Set<String>) {
            guard !paths.isEmpty else { return }
            if changed.isEmpty { latest = clock.now + Self.longestWait }
            due = min(clock.now + Self.quiet, latest)
            changed.formUnion(paths)
        }
        while true {
            var polled = [
                pollfd(fd: notices.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: ending.read, events: Int16(POLLIN), revents: 0),
            ]
            let isMissing = folders.withLock { !$0.missing.isEmpty }
            let patience =
                changed.isEmpty
                ? isMissing ? Self.retry : -1 : Self.milliseconds(until: due, clock)
            let count = unsafe poll(&polled, 2, patience)
            if polled[1].revents != 0 { return }
            if count > 0 {
                let (paths, hasLost) = takeNotices()
                note(paths)
                if hasLost { note(findMissing(isFirst: true)) }
            } else if count < 0, errno != EINTR {
                return
            } else if isMissing {
                note(findMissing(isFirst: false))
            }
            // Other changes in the folder do not delay the report.
            if !changed.isEmpty, clock.now >= due {
                // Links may lead elsewhere now.
                for path in changed { follow(path) }
                onChange(changed)
                changed = []
            }
        }
    }

    /// The time until an instant in whole milliseconds, rounded up.
    private static func milliseconds(
        until instant: ContinuousClock.Instant,
        _ clock: ContinuousClock
    ) -> Int32 {
        let left = (instant - clock.now) / Duration.milliseconds(1)
        return Int32(max(0, left.rounded(.up)))
    }

    /// Takes notices: the files that they are about, and whether a folder has disappeared.
    private func takeNotices() -> (paths: Set<String>, hasLost: Bool) {
        var paths: Set<String> = []
        var hasLost = false
        for notice in notices.read() {
            folders.withLock { folders in
                if notice.isOverflow { paths.formUnion(folders.paths) }
                if notice.isLoss, folders.lose(notice.watch) {
                    hasLost = true
                    // A folder that was moved is still watched under a name that was not requested.
                    if notice.isMove { notices.remove(notice.watch) }
                }
                guard !notice.isCreation || folders.isUnwritten(notice.name, in: notice.watch)
                else { return }
                paths.formUnion(folders.paths(of: notice.name, in: notice.watch))
            }
        }
        return (paths, hasLost)
    }
}
