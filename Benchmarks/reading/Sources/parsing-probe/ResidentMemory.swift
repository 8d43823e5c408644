import Glibc

/// The memory that this process has in use.
enum ResidentMemory {
    /// In bytes, the second field of /proc/self/statm; 0 where that cannot be read.
    static var size: Int {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let count = read(file, &text, text.count)
        guard count > 0 else { return 0 }
        let fields = text[..<count].split(separator: UInt8(ascii: " "))
        guard fields.count > 1 else { return 0 }
        let pages = fields[1].reduce(0) { $0 * 10 + Int($1) - 48 }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
