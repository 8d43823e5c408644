/// An address at which clients connect: a Unix socket, or a port of this machine.
package enum MPDAddress: Hashable, Sendable {
    /// The path of a Unix socket.
    case path(String)
    /// An address of IPv4 in 127.0.0.0/8, as its four bytes.
    case loopback4([UInt8], port: UInt16)
    /// The address `::1`.
    case loopback6(port: UInt16)
    /// The addresses 127.0.0.1 and, where there is IPv6, `::1`.
    case localhost(port: UInt16)

    /// The port that MPD's clients expect.
    package static let usualPort: UInt16 = 6_600

    /// The error of a text that is not such an address.
    package struct Invalid: Error, Hashable, Sendable {
        /// The message.
        package var message: String
    }

    /// Reads a path, which has a slash, or an address with or without a port.
    ///
    /// - Throws: The reason; also for an address that other machines could reach.
    package init(parsing text: String) throws(Invalid) {
        if text.contains("/") {
            self = .path(text)
            return
        }
        var (host, portText) = (text[...], Substring?.none)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw Self.invalid(text) }
            portText = rest.isEmpty ? nil : rest.dropFirst()
        } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
            (host, portText) = (text[..<colon], text[text.index(after: colon)...])
        }
        var port = Self.usualPort
        if let portText {
            guard let number = UInt16(portText), number > 0 else {
                throw Invalid(message: "\(text): expected a port from 1 to 65535")
            }
            port = number
        }
        if host.lowercased() == "localhost" {
            self = .localhost(port: port)
        } else if host == "::1" {
            self = .loopback6(port: port)
        } else if let bytes = Self.bytes(host), bytes[0] == 127 {
            self = .loopback4(bytes, port: port)
        } else {
            throw Self.invalid(text)
        }
    }

    private static func invalid(_ text: String) -> Invalid {
        Invalid(
            message: "\(text): not an address of this machine alone; expected localhost, "
                + "127.0.0.1 or [::1], each with or without :PORT, or a path with a slash"
        )
    }

    private static func bytes(_ host: Substring) -> [UInt8]? {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt8(part) : nil
        }
        return bytes.count == 4 && parts.count == 4 ? bytes : nil
    }
}
