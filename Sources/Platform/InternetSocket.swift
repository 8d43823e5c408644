import Glibc

/// Sockets of TCP, with addresses as bytes: four of IPv4, or sixteen of IPv6.
package enum InternetSocket {
    /// An end of a connection.
    package struct End: Hashable, Sendable {
        /// The address, in network order.
        package var bytes: [UInt8]
        /// The port.
        package var port: UInt16

        package init(bytes: [UInt8], port: UInt16) {
            (self.bytes, self.port) = (bytes, port)
        }
    }

    /// The error number with which the system refused something.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// The error number.
        package let number: CInt

        package var description: String { SystemError.text(number) }
    }

    /// Listens at an address.
    ///
    /// - Parameters:
    ///   - end: The address; one of IPv6 does not stand for those of IPv4 too.
    ///   - backlog: The connections that wait to be taken.
    /// - Returns: The socket, which the caller closes.
    /// - Throws: The system's error; `EADDRINUSE` if another process listens there.
    package static func listen(at end: End, backlog: CInt) throws(Failure) -> CInt {
        let isIPv6 = end.bytes.count == 16
        let socket = Glibc.socket(
            isIPv6 ? AF_INET6 : AF_INET,
            CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue),
            0
        )
        guard socket >= 0 else { throw Failure(number: errno) }
        // A port of a process that has just ended.
        set(socket, SOL_SOCKET, SO_REUSEADDR, 1)
        if isIPv6 { set(socket, CInt(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
        guard bind(socket, end) == 0, Glibc.listen(socket, backlog) == 0 else {
            let number = errno
            close(socket)
            throw Failure(number: number)
        }
        return socket
    }

    /// The other end of a connection; `nil` if it has ended.
    package static func peer(of socket: CInt) -> End? {
        unsafe end { unsafe getpeername(socket, $0, $1) }
    }

    /// This end of a connection, or the address of a listening socket.
    package static func local(of socket: CInt) -> End? {
        unsafe end { unsafe getsockname(socket, $0, $1) }
    }

    /// Sets an option that is a number.
    package static func set(_ socket: CInt, _ level: CInt, _ name: CInt, _ value: CInt) {
        var value = value
        let size = socklen_t(MemoryLayout<CInt>.size)
        _ = unsafe setsockopt(socket, level, name, &value, size)
    }

    /// Sets the longest time for which sending may block, in seconds.
    package static func limitSending(_ socket: CInt, seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    /// Sends all bytes; it waits while the other end does not read.
    ///
    /// - Returns: `false` if the connection has ended, or the time of ``limitSending(_:seconds:)`` is
    ///   over.
    package static func send(_ bytes: some Collection<UInt8>, to socket: CInt) -> Bool {
        var bytes = Array(bytes)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Sends as many bytes as the other end has room for, without waiting.
    ///
    /// - Returns: The number of bytes; `nil` if the connection has ended.
    package static func sendPart(_ bytes: ArraySlice<UInt8>, to socket: CInt) -> Int? {
        while true {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(
                    socket,
                    $0.baseAddress,
                    $0.count,
                    CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
                )
            }
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            guard errno == EINTR else { return nil }
        }
    }

    /// Takes the bytes that are there, without waiting.
    ///
    /// - Parameters:
    ///   - socket: The connection.
    ///   - limit: The most bytes.
    /// - Returns: The bytes, none if there are none now; `nil` if the connection has ended.
    package static func receive(from socket: CInt, atMost limit: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: limit)
        while true {
            let count = unsafe recv(socket, &bytes, bytes.count, CInt(MSG_DONTWAIT))
            if count > 0 { return Array(bytes.prefix(count)) }
            if count == 0 { return nil }
            if errno == EAGAIN { return [] }
            guard errno == EINTR else { return nil }
        }
    }

    private static func bind(_ socket: CInt, _ end: End) -> CInt {
        guard end.bytes.count == 16 else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = end.port.bigEndian
            address.sin_addr.s_addr = end.bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }.bigEndian
            return unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe Glibc.bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = end.port.bigEndian
        unsafe withUnsafeMutableBytes(of: &address.sin6_addr) {
            unsafe $0.copyBytes(from: end.bytes)
        }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }

    private static func end(
        _ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
    ) -> End? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe ask($0, &length)
            }
        }
        guard status == 0 else { return nil }
        let family = CInt(storage.ss_family)
        return unsafe withUnsafeBytes(of: &storage) { bytes in
            let port = unsafe UInt16(bytes[2]) << 8 | UInt16(bytes[3])
            switch family {
            case AF_INET: return unsafe End(bytes: Array(bytes[4..<8]), port: port)
            case AF_INET6: return unsafe End(bytes: Array(bytes[8..<24]), port: port)
            default: return nil
            }
        }
    }
}
