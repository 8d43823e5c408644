import Glibc
import NIOPosix
import SamplerHost
import Synchronization

/// Tells when files have been written or replaced.
///
/// It watches their folders, since editors write another file and rename it, and the folders of
/// what symbolic links lead to. A file counts as changed when whoever wrote it has closed it
/// (IN_CLOSE_WRITE) or when it was moved there (IN_MOVED_TO), so a half-written one is not read;
/// changes that follow each other closely are told together.
final class FileWatch: Sendable {
    /// How long nothing may happen before a change is told, in milliseconds.
    ///
    /// Many programs write a file in several steps.
    private static let quiet: Int32 = 60
    /// Bytes of events that are read at once; one with the longest name needs 272.
    private static let bufferSize = 16_384
    private static let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)

    private let descriptor: Int32
    /// The two ends of a pipe: a byte in it ends the wait for events.
    private let ending: (read: Int32, write: Int32)
    private let thread = NIOThreadPool(numberOfThreads: 1)
    private let whenChanged: @Sendable (Set<String>) -> Void
    private let folders = Mutex(Folders())

    /// What is watched.
    private struct Folders {
        /// The number of each folder's watch.
        var numbers: [String: Int32] = [:]
        /// The paths that were asked for, by folder's number and name in it.
        var files: [Int32: [String: Set<String>]] = [:]
    }

    /// Makes a watch of no files yet.
    ///
    /// - Parameter whenChanged: Gets the paths of files that have changed, as they were asked for;
    ///   on a thread of the watch's own.
    /// - Throws: Status 69 where the system has none left to give.
    init(_ whenChanged: @escaping @Sendable (Set<String>) -> Void) throws(CommandFailure) {
        self.whenChanged = whenChanged
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

    private static func failure(_ call: String) -> CommandFailure {
        CommandFailure(
            .unavailable,
            "files cannot be watched: \(call): \(String(cString: strerror(errno)))"
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
    /// - Throws: Status 69 where its folder cannot be watched.
    func add(_ path: String) throws(CommandFailure) {
        try add(place: path, for: path)
        guard let target = realpath(path, nil) else { return }
        defer { free(target) }
        try add(place: String(cString: target), for: path)
    }

    private func add(place: String, for path: String) throws(CommandFailure) {
        let parts = place.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last, !name.isEmpty else { return }
        let start = parts.dropLast().joined(separator: "/")
        let folder = parts.count == 1 ? "." : start.isEmpty ? "/" : start
        try folders.withLock { (folders) throws(CommandFailure) in
            var number = folders.numbers[folder]
            if number == nil {
                let added = inotify_add_watch(descriptor, folder, Self.events)
                guard added >= 0 else {
                    throw CommandFailure(
                        .unavailable,
                        "\(folder) cannot be watched: \(String(cString: strerror(errno)))"
                    )
                }
                number = added
                folders.numbers[folder] = added
            }
            guard let number else { return }
            folders.files[number, default: [:]][String(name), default: []].insert(path)
        }
    }

    /// Starts the thread: not before signals are watched, or it would get them.
    func start() {
        thread.start()
        thread.submit { [self] state in
            guard state == .active else { return }
            wait()
        }
    }

    /// Ends the thread; nothing is told any more soon.
    func end() {
        var byte: UInt8 = 0
        _ = write(ending.write, &byte, 1)
        thread.shutdownGracefully { _ in }
    }

    /// Waits for events until it is ended.
    private func wait() {
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.bufferSize, alignment: 8)
        defer { buffer.deallocate() }
        var changed: Set<String> = []
        while true {
            var polled = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: ending.read, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&polled, 2, changed.isEmpty ? -1 : Self.quiet)
            if polled[1].revents != 0 { return }
            if count > 0 {
                let bytes = read(descriptor, buffer, Self.bufferSize)
                if bytes > 0 {
                    changed.formUnion(paths(UnsafeRawBufferPointer(start: buffer, count: bytes)))
                }
            } else if count == 0 {
                whenChanged(changed)
                changed = []
            } else if errno != EINTR {
                return
            }
        }
    }

    /// The files that events are about.
    private func paths(_ events: UnsafeRawBufferPointer) -> Set<String> {
        folders.withLock { folders in
            var paths: Set<String> = []
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
                let name = events[offset + header..<end].prefix { $0 != 0 }
                if let files = folders.files[number]?[String(decoding: name, as: UTF8.self)] {
                    paths.formUnion(files)
                }
                offset = end
            }
            return paths
        }
    }
}
