import Dispatch
import Glibc
import Platform
import SamplerHost
import Synchronization

/// Tells when files have been written or replaced.
///
/// It watches their folders, since editors write another file and rename it, and the folders of
/// what symbolic links lead to. A file counts as changed when whoever wrote it has closed it
/// (IN_CLOSE_WRITE) or when it was moved there (IN_MOVED_TO), so a half-written one is not read.
/// What nobody writes counts as soon as it is made (IN_CREATE): a link, and a folder or a FIFO in the
/// place of a file. Changes that follow each other closely are told together. A folder that is deleted or moved away
/// is looked for until there is one of its name again.
public final class FileWatch: Sendable {
    /// How long nothing may happen before a change is told, in milliseconds.
    ///
    /// Many programs write a file in several steps.
    private static let quiet: Duration = .milliseconds(60)
    /// The longest that a change waits for that: a file may be written again and again.
    private static let longestWait: Duration = .seconds(1)
    /// How often a folder that has gone is looked for, in milliseconds.
    private static let retry: Int32 = 500
    /// Bytes of events that are read at once; one with the longest name needs 272.
    private static let bufferSize = 16_384
    private static let events =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_DELETE_SELF)
        | UInt32(IN_MOVE_SELF)
    /// What says that a folder is not where it was.
    private static let removalEvents =
        UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED) | UInt32(IN_UNMOUNT)

    private let descriptor: Int32
    /// The two ends of a pipe: a byte in it ends the wait for events.
    private let ending: (read: Int32, write: Int32)
    private let thread = Mutex<SystemThread?>(nil)
    private let onChange: @Sendable (Set<String>) -> Void
    private let onLoss: @Sendable (PlaybackError) -> Void
    private let folders = Mutex(Folders())

    /// What is watched.
    private struct Folders {
        /// The number of each folder's watch; none while it is not there.
        ///
        /// A folder may have several names, and one number.
        var numbers: [String: Int32] = [:]
        /// The paths that were asked for, by folder and name in it.
        var files: [String: [String: Set<String>]] = [:]

        /// The folders that are not there.
        var missing: [String] { files.keys.filter { numbers[$0] == nil } }

        /// Whether what stands under a name in the folder with a number is no file that is written.
        func isUnwritten(_ name: String, in number: Int32) -> Bool {
            guard let folder = numbers.first(where: { $0.value == number })?.key else {
                return false
            }
            var status = stat()
            return lstat("\(folder)/\(name)", &status) == 0
                && status.st_mode & S_IFMT != S_IFREG
        }

        /// Forgets a path wherever it is watched but at some places.
        ///
        /// - Returns: The numbers of folders in which nothing is watched any more.
        mutating func drop(_ path: String, except kept: [(folder: String, name: String)]) -> [Int32]
        {
            var unused: [Int32] = []
            for (folder, names) in files {
                for (name, paths) in names where paths.contains(path) {
                    guard !kept.contains(where: { $0 == (folder, name) }) else { continue }
                    let others = paths.subtracting([path])
                    files[folder]?[name] = others.isEmpty ? nil : others
                }
                guard files[folder]?.isEmpty ?? false else { continue }
                files[folder] = nil
                guard let number = numbers.removeValue(forKey: folder) else { continue }
                // The same folder may be watched by another of its names.
                if !numbers.values.contains(number) { unused.append(number) }
            }
            return unused
        }

        /// The paths that were asked for of a name in the folder with a number.
        func paths(of name: String, in number: Int32) -> Set<String> {
            numbers.reduce(into: []) { paths, folder in
                guard folder.value == number else { return }
                paths.formUnion(files[folder.key]?[name] ?? [])
            }
        }
    }

    /// Makes a watch of no files yet.
    ///
    /// - Parameters:
    ///   - onLoss: Gets why a folder is not watched any more, until it is there again; on a thread
    ///     of the watch's own.
    ///   - onChange: Gets the paths of files that have changed, as they were asked for; on the
    ///     same thread.
    /// - Throws: Status 69 where the system has none left to give.
    public init(
        onLoss: @escaping @Sendable (PlaybackError) -> Void,
        onChange: @escaping @Sendable (Set<String>) -> Void
    ) throws(PlaybackError) {
        self.onLoss = onLoss
        self.onChange = onChange
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { throw Self.failure("inotify") }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            let failure = Self.failure("pipe")
            close(descriptor)
            throw failure
        }
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
        close(descriptor)
        close(ending.read)
        close(ending.write)
    }

    /// Watches a file, whether it is there or not.
    ///
    /// Any thread.
    ///
    /// - Parameter path: The file.
    /// - Throws: Status 69 where its folder cannot be watched; it is, once that can be.
    public func add(_ path: String) throws(PlaybackError) {
        try add(place: path, for: path)
        guard let target = realpath(path, nil) else { return }
        defer { free(target) }
        try add(place: String(cString: target), for: path)
    }

    private static func split(_ place: String) -> (folder: String, name: String)? {
        let parts = place.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last, !name.isEmpty else { return nil }
        let start = parts.dropLast().joined(separator: "/")
        return (parts.count == 1 ? "." : start.isEmpty ? "/" : start, String(name))
    }

    private func add(place: String, for path: String) throws(PlaybackError) {
        guard let (folder, name) = Self.split(place) else { return }
        try folders.withLock { (folders) throws(PlaybackError) in
            folders.files[folder, default: [:]][name, default: []].insert(path)
            if folders.numbers[folder] == nil {
                folders.numbers[folder] = try number(ofFolder: folder)
            }
        }
    }

    /// Watches what a path that has changed leads to now, and what it led to before no more.
    private func follow(_ path: String) {
        let target = realpath(path, nil)
        defer { free(target) }
        // It is between two versions, and changes again.
        guard let target else { return }
        let kept = [path, String(cString: target)].compactMap { Self.split($0) }
        folders.withLock { folders in
            for number in folders.drop(path, except: kept) {
                _ = inotify_rm_watch(descriptor, number)
            }
        }
        do throws(PlaybackError) {
            try add(path)
        } catch {
            onLoss(error)
        }
    }

    /// Asks for a folder's events.
    private func number(ofFolder folder: String) throws(PlaybackError) -> Int32 {
        let number = inotify_add_watch(descriptor, folder, Self.events)
        guard number >= 0 else {
            throw PlaybackError(
                .unavailable,
                "\(folder): cannot be watched: \(SystemError.text())"
            )
        }
        return number
    }

    /// Looks for the folders that are not there.
    ///
    /// - Parameter isFirst: Whether they have just gone: it is told that they have.
    /// - Returns: The files in those that are there again.
    private func findMissing(isFirst: Bool) -> Set<String> {
        var found: Set<String> = []
        var failures: [PlaybackError] = []
        folders.withLock { folders in
            for folder in folders.missing {
                do throws(PlaybackError) {
                    folders.numbers[folder] = try number(ofFolder: folder)
                    for paths in (folders.files[folder] ?? [:]).values { found.formUnion(paths) }
                } catch {
                    failures.append(error)
                }
            }
        }
        if isFirst {
            for failure in failures { onLoss(failure) }
        }
        // Those that are not there yet are told of when they are written.
        return found.filter { access($0, F_OK) == 0 }
    }

    /// Starts the thread: not before the process watches signals, or the thread would get them.
    ///
    /// - Throws: `internal` when the system has no thread to give.
    public func start() throws(PlaybackError) {
        do {
            let started = try SystemThread("seqd-watch") { [self] in wait() }
            thread.withLock { $0 = started }
        } catch {
            throw PlaybackError(.internal, "cannot watch files: threads: \(error)")
        }
    }

    /// Ends the thread; soon nothing is reported any more.
    ///
    /// - Parameter onEnd: Called on another thread once it has ended.
    public func end(_ onEnd: @escaping @Sendable () -> Void = {}) {
        guard let thread = thread.withLock({ $0.take() }) else { return onEnd() }
        var byte: UInt8 = 0
        _ = write(ending.write, &byte, 1)
        DispatchQueue.global(qos: .utility).async {
            thread.join()
            onEnd()
        }
    }

    /// Waits for events until it is ended.
    private func wait() {
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.bufferSize, alignment: 8)
        defer { buffer.deallocate() }
        var changed: Set<String> = []
        let clock = ContinuousClock()
        var (due, latest) = (clock.now, clock.now)
        /// Notes changes, and when they are to be told.
        func note(_ paths: Set<String>) {
            guard !paths.isEmpty else { return }
            if changed.isEmpty { latest = clock.now + Self.longestWait }
            due = min(clock.now + Self.quiet, latest)
            changed.formUnion(paths)
        }
        while true {
            var polled = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: ending.read, events: Int16(POLLIN), revents: 0),
            ]
            let isMissing = folders.withLock { !$0.missing.isEmpty }
            let patience =
                changed.isEmpty
                ? isMissing ? Self.retry : -1 : Self.milliseconds(until: due, clock)
            let count = poll(&polled, 2, patience)
            if polled[1].revents != 0 { return }
            if count > 0 {
                let bytes = read(descriptor, buffer, Self.bufferSize)
                if bytes > 0 {
                    let events = UnsafeRawBufferPointer(start: buffer, count: bytes)
                    let (paths, hasLost) = take(events)
                    note(paths)
                    if hasLost { note(findMissing(isFirst: true)) }
                }
            } else if count < 0, errno != EINTR {
                return
            } else if isMissing {
                note(findMissing(isFirst: false))
            }
            // What else happens in the folder does not put it off.
            if !changed.isEmpty, clock.now >= due {
                // Links may lead elsewhere now.
                for path in changed { follow(path) }
                onChange(changed)
                changed = []
            }
        }
    }

    /// The time until then in whole milliseconds, rounded up.
    private static func milliseconds(
        until instant: ContinuousClock.Instant,
        _ clock: ContinuousClock
    ) -> Int32 {
        let left = (instant - clock.now) / Duration.milliseconds(1)
        return Int32(max(0, left.rounded(.up)))
    }

    /// Takes events: the files that they are about, and whether a folder has gone.
    private func take(_ events: UnsafeRawBufferPointer) -> (paths: Set<String>, hasLost: Bool) {
        folders.withLock { folders in
            var paths: Set<String> = []
            var hasLost = false
            // The number of the watch, what happened, a cookie, the length of the name (inotify(7)).
            let header = 16
            var offset = 0
            while offset + header <= events.count {
                let number = events.loadUnaligned(fromByteOffset: offset, as: Int32.self)
                let mask = events.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                let length = Int(events.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                let end = min(offset + header + length, events.count)
                if mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    // Some were lost: it may have been any.
                    for files in folders.files.values {
                        for named in files.values { paths.formUnion(named) }
                    }
                }
                if mask & Self.removalEvents != 0 {
                    let gone = folders.numbers.filter { $0.value == number }
                    for folder in gone.keys { folders.numbers[folder] = nil }
                    // One that was moved is still watched, at a place where nobody wants it.
                    if mask & UInt32(IN_MOVE_SELF) != 0, !gone.isEmpty {
                        _ = inotify_rm_watch(descriptor, number)
                    }
                    hasLost = hasLost || !gone.isEmpty
                }
                let bytes = events[offset + header..<end].prefix { $0 != 0 }
                let name = String(decoding: bytes, as: UTF8.self)
                let named = folders.paths(of: name, in: number)
                if !named.isEmpty,
                    mask & UInt32(IN_CREATE) == 0 || folders.isUnwritten(name, in: number)
                {
                    paths.formUnion(named)
                }
                offset = end
            }
            return (paths, hasLost)
        }
    }
}
