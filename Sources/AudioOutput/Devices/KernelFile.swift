import Glibc
import Platform

/// The small texts of `/proc` and `/sys`.
public enum KernelFile {
    /// The text of a file, without blanks and line ends at its end.
    ///
    /// - Parameter path: The file.
    /// - Returns: The text, of which 64 KiB are read; `nil` where there is none to read.
    public static func text(_ path: String) -> String? {
        let descriptor = unsafe open(path.systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < 1 << 16 {
            let count = unsafe read(descriptor, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        while let last = bytes.last, last == 0x20 || last == 0x0A { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
