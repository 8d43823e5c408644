import Glibc
import Platform

/// The system's notices of changes in folders; see inotify(7).
struct FolderNotices: ~Copyable, Sendable {
    /// A change in a folder.
    struct Notice {
        /// The number of the folder's watch.
        let watch: Int32
        /// The name of the file in the folder; empty for the folder itself.
        let name: String
        private let mask: UInt32

        fileprivate init(watch: Int32, name: String, mask: UInt32) {
            self.watch = watch
            self.name = name
            self.mask = mask
        }

        /// Whether notices were lost, which may have been about any file.
        var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
        /// Whether the folder is not where it was.
        var isLoss: Bool { mask & FolderNotices.removalEvents != 0 }
        /// Whether the folder was moved: it is still watched, under its new name.
        var isMove: Bool { mask & UInt32(IN_MOVE_SELF) != 0 }
        /// Whether a file was made, which may be empty so far.
        var isCreation: Bool { mask & UInt32(IN_CREATE) != 0 }
    }

    /// The descriptor to wait on for notices.
    let descriptor: Int32

    /// Bytes of notices that are read at once; one with the longest name needs 272.
    private static let bufferSize = 16_384
    private static let events =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_DELETE_SELF)
        | UInt32(IN_MOVE_SELF)
    private static let removalEvents =
        UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED) | UInt32(IN_UNMOUNT)

    /// Opens a source of notices; `nil` with `errno` set if the system has none left.
    init?() {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Watches a folder.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: The number of its watch; `nil` with `errno` set if it cannot be watched.
    func add(_ folder: String) -> Int32? {
        let watch = unsafe inotify_add_watch(descriptor, folder.systemPath, Self.events)
        return watch < 0 ? nil : watch
    }

    /// Ends a watch.
    func remove(_ watch: Int32) {
        _ = inotify_rm_watch(descriptor, watch)
    }

    /// The notices since the last call.
    func read() -> [Notice] {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.bufferSize) { buffer, count in
            count = unsafe max(Glibc.read(descriptor, buffer.baseAddress, buffer.count), 0)
        }
        return Self.notices(in: bytes)
    }

    private static func notices(in bytes: [UInt8]) -> [Notice] {
        func word(at offset: Int) -> UInt32 {
            unsafe bytes.withUnsafeBytes {
                unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            }
        }
        var notices: [Notice] = []
        // The number of the watch, the mask, a cookie, the length of the name.
        let header = 16
        var offset = 0
        while offset + header <= bytes.count {
            let end = min(offset + header + Int(word(at: offset + 12)), bytes.count)
            let name = bytes[offset + header..<end].prefix { $0 != 0 }
            notices.append(
                Notice(
                    watch: Int32(bitPattern: word(at: offset)),
                    name: String(systemPathBytes: name),
                    mask: word(at: offset + 4)
                )
            )
            offset = end
        }
        return notices
    }
}
