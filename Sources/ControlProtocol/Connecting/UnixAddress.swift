package import Glibc
import Platform

/// Calls of unix(7) with a path.
package enum UnixAddress {
    /// Binds a socket to a path; 0 or an errno.
    package static func bind(_ socket: CInt, to path: String) -> CInt {
        unsafe with(path) { unsafe Glibc.bind(socket, $0, $1) == 0 ? 0 : errno }
    }

    /// Connects a socket to a path; 0 or an errno.
    package static func connect(_ socket: CInt, to path: String) -> CInt {
        unsafe with(path) { unsafe Glibc.connect(socket, $0, $1) == 0 ? 0 : errno }
    }

    /// A new stream socket that children do not inherit; −1 with errno.
    package static func socket() -> CInt {
        Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    }

    /// The path to which a socket is bound; for one in the abstract namespace, its name after `@`.
    package static func path(of socket: CInt) -> String {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(socket, $0, &length)
            }
        }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        guard status == 0, Int(length) > offset else { return "" }
        let bytes = unsafe withUnsafeBytes(of: &address.sun_path) {
            unsafe Array($0.prefix(Int(length) - offset))
        }
        guard bytes.first != 0 else {
            return "@" + String(decoding: bytes.dropFirst(), as: UTF8.self)
        }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Calls with the address of a path; one that begins with `@` is in Linux's abstract namespace
    /// when `isAbstract`.
    package static func with<Result>(
        _ path: String,
        isAbstract: Bool = false,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.systemPathBytes.prefix(SocketPath.limit))
        if isAbstract, !bytes.isEmpty { bytes[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        // An abstract name ends with its length, a path with a NUL.
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let length = socklen_t(offset + bytes.count + (isAbstract ? 0 : 1))
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, length)
            }
        }
    }
}
