import Glibc

/// The resources of the system that this process uses.
package enum ProcessUse {
    /// The resident memory in bytes, proc(5); `nil` if the system does not tell it.
    package static var memory: Int? {
        guard let file = unsafe fopen("/proc/self/statm", "re") else { return nil }
        defer { unsafe fclose(file) }
        var buffer = [CChar](repeating: 0, count: 128)
        guard unsafe fgets(&buffer, CInt(buffer.count), file) != nil else { return nil }
        let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * sysconf(CInt(_SC_PAGESIZE))
    }

    /// The open file descriptors; `nil` if the system does not tell it.
    package static var descriptors: Int? {
        // The folder itself is open while it is read.
        FolderListing("/proc/self/fd").map { $0.names.count - 1 }
    }
}
