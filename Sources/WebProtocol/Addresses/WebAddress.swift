import Glibc

/// An address and port at which browsers connect.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address in network order: four bytes of IPv4, or sixteen of IPv6.
    package let bytes: [UInt8]
    /// The port.
    package let port: UInt16

    /// The port of the page.
    package static let usualPort: UInt16 = 8_310

    /// The address of this machine alone, with the usual port.
    package static let usual = WebAddress(bytes: [127, 0, 0, 1], port: usualPort)

    /// The error of a text that is not such an address.
    package struct Invalid: Error, Hashable, Sendable {
        /// The message.
        package var message: String
    }

    package init(bytes: [UInt8], port: UInt16) {
        (self.bytes, self.port) = (bytes, port)
    }

    /// Reads an address with or without a port: `192.168.1.5`, `[::1]:8310`, `localhost`.
    ///
    /// - Throws: The reason.
    package init(parsing text: String) throws(Invalid) {
        let parts = try Self.parts(of: text)
        port = parts.port ?? Self.usualPort
        if parts.host.lowercased() == "localhost" {
            bytes = [127, 0, 0, 1]
        } else if let found = Self.bytes(of: parts.host) {
            bytes = found
        } else {
            throw Self.invalid(text)
        }
    }

    /// Splits a text into a host and a port; brackets are removed.
    static func parts(of text: String) throws(Invalid) -> (host: String, port: UInt16?) {
        var (host, portText) = (text[...], Substring?.none)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw invalid(text) }
            portText = rest.isEmpty ? nil : rest.dropFirst()
            // Only an address of IPv6 has brackets.
            guard host.contains(":") else { throw invalid(text) }
        } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
            (host, portText) = (text[..<colon], text[text.index(after: colon)...])
        }
        guard let portText else { return (String(host), nil) }
        guard portText.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt16(portText), number > 0
        else { throw Invalid(message: "\(text): expected a port from 1 to 65535") }
        return (String(host), number)
    }

    /// The bytes of an address in digits; `nil` for any other text.
    static func bytes(of text: String) -> [UInt8]? {
        // What inet_pton takes, and no zones: `%` is for the addresses of one link.
        guard text.utf8.count <= 45 else { return nil }
        var found = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, text, &found) == 1 { return Array(found.prefix(4)) }
        if unsafe inet_pton(AF_INET6, text, &found) == 1 { return found }
        return nil
    }

    private static func invalid(_ text: String) -> Invalid {
        Invalid(
            message: "\(text): not an address; expected one of this machine in digits, such as "
                + "127.0.0.1, 192.168.1.5 or [::1], with or without :PORT"
        )
    }

    /// Whether the address is one of IPv6.
    package var isIPv6: Bool { bytes.count == 16 }

    /// Whether only this machine can reach the address.
    package var isLoopback: Bool {
        isIPv6 ? bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1 : bytes[0] == 127
    }

    /// Whether it stands for all addresses of the machine.
    package var isAny: Bool { bytes.allSatisfy { $0 == 0 } }

    /// The address in digits, without the port.
    package var host: String {
        var text = [CChar](repeating: 0, count: 64)
        let family = isIPv6 ? AF_INET6 : AF_INET
        _ = unsafe inet_ntop(family, bytes, &text, socklen_t(text.count))
        let digits = String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        return isIPv6 ? "[\(digits)]" : digits
    }

    /// The address as browsers have it, with the port.
    package var description: String { "\(host):\(port)" }

    /// The link to the page; with a secret, which is behind `#`: browsers send that part to nobody.
    package func link(secret: String? = nil) -> String {
        let port = port == 80 ? "" : ":\(port)"
        return "http://\(host)\(port)/" + (secret.map { "#\($0)" } ?? "")
    }
}
