/// The names by which browsers may call the server.
///
/// A page of another server can have its name point to this machine (DNS rebinding), and then
/// speaks to it as to its own. It cannot do that with an address in digits, so these are always
/// allowed; names only if they are known.
package struct AllowedHosts: Sendable {
    private let names: Set<String>

    /// Names what is allowed.
    ///
    /// - Parameters:
    ///   - hostName: The name of this machine; with it, `NAME.local` is allowed.
    ///   - further: Further names, such as the one of a proxy.
    package init(hostName: String, further: [String] = []) {
        var names: Set<String> = ["localhost"]
        let own = hostName.lowercased()
        if !own.isEmpty { names.formUnion([own, "\(own).local"]) }
        names.formUnion(further.map { $0.lowercased() })
        self.names = names
    }

    /// Whether a header `Host` is allowed.
    package func allows(_ host: String) -> Bool {
        guard let (name, _) = try? WebAddress.parts(of: host), !name.isEmpty else { return false }
        if WebAddress.bytes(of: name) != nil { return true }
        // A name may end with a full stop.
        let plain = name.hasSuffix(".") ? String(name.dropLast()) : name
        return names.contains(plain.lowercased())
    }

    /// Whether a header `Origin` is that of the page which this server sends.
    ///
    /// - Parameters:
    ///   - origin: The header.
    ///   - host: The header `Host` of the same request.
    /// - Returns: Whether it is.
    package func isOwn(origin: String, host: String) -> Bool {
        // With https where a proxy has a certificate.
        let origin = origin.lowercased()
        return ["http://", "https://"].contains { origin == $0 + host.lowercased() }
    }

    /// Whether a text can be a name of `--host`.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 253
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
