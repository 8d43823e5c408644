import Glibc
import Wording

/// Paths of the system as text, without loss.
///
/// A path of Linux is bytes, most often UTF-8. Each byte that is not is a scalar of its own
/// (`Unicode.Scalar.undecodedByte`), so that a path can be shown, sent, saved and compared like any
/// text, and still opens its file. Every path that comes from the system is made by one of these
/// initializers, and every path that goes to it is a ``systemPath``.
extension String {
    /// Decodes a path of the system.
    package init(systemPath path: UnsafePointer<CChar>) {
        let bytes = unsafe UnsafeBufferPointer(start: path, count: strlen(path))
        self.init(systemPathBytes: unsafe bytes.map(UInt8.init(bitPattern:)))
    }

    /// Decodes the bytes of a path, or of any text that has paths in it.
    package init(systemPathBytes bytes: some Collection<UInt8>) {
        if let text = String(validating: bytes, as: UTF8.self), !text.hasUndecodedBytes {
            self = text
            return
        }
        self.init()
        var rest = Array(bytes)[...]
        while let byte = rest.first {
            // The first scalar, if its bytes are right.
            let scalar = (1...4).lazy.compactMap { count in
                String(validating: rest.prefix(count), as: UTF8.self)?.unicodeScalars.first
            }.first
            // A scalar in the file's name that stands for a byte would be read as that byte.
            if let scalar, scalar.undecodedByte == nil {
                unicodeScalars.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                unicodeScalars.append(Unicode.Scalar(undecoded: byte))
                rest = rest.dropFirst()
            }
        }
    }

    /// The bytes of the path.
    package var systemPathBytes: [UInt8] {
        guard hasUndecodedBytes else { return Array(utf8) }
        return unicodeScalars.flatMap { scalar in
            scalar.undecodedByte.map { [$0] } ?? Array(UTF8.encode(scalar) ?? .init())
        }
    }

    /// The bytes of the path and a final 0, for a function of C.
    package var systemPath: [CChar] { systemPathBytes.map { CChar(bitPattern: $0) } + [0] }

    /// Whether the path is not UTF-8.
    package var hasUndecodedBytes: Bool {
        // The first byte of all scalars that stand for a byte.
        utf8.contains(0xF4) && unicodeScalars.contains { $0.undecodedByte != nil }
    }
}
