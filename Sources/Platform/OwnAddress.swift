import Glibc

/// The addresses of this machine.
package enum OwnAddress {
    /// The address by which other machines of its network most likely reach it: the first one of IPv4
    /// that is not a loopback one; `nil` if there is none.
    package static var first: [UInt8]? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return nil }
        defer { unsafe freeifaddrs(list) }
        var next = unsafe list
        while let entry = unsafe next {
            unsafe next = entry.pointee.ifa_next
            let flags = unsafe entry.pointee.ifa_flags
            guard flags & UInt32(IFF_UP) != 0,
                flags & UInt32(IFF_LOOPBACK) == 0,
                let address = unsafe entry.pointee.ifa_addr,
                unsafe CInt(address.pointee.sa_family) == AF_INET
            else { continue }
            return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                let number = unsafe UInt32(bigEndian: address.pointee.sin_addr.s_addr)
                return (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
            }
        }
        return nil
    }
}
