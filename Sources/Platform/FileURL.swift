/// The `file:` URLs of paths (RFC 8089).
package enum FileURL {
    /// The URL of a path.
    ///
    /// - Parameter path: The absolute path.
    /// - Returns: The URL, in ASCII.
    package static func text(ofPath path: String) -> String {
        "file://" + path.systemPathBytes.map(escaped).joined()
    }

    /// The path of a URL.
    ///
    /// - Parameter text: The URL.
    /// - Returns: The path; `nil` for anything but a URL of a file of this machine, and for a name that
    ///   no file can have.
    package static func path(of text: String) -> String? {
        for prefix in ["file://localhost/", "file:///", "file:/"] where text.hasPrefix(prefix) {
            let path = text.dropFirst(prefix.count - 1)
            // Behind two slashes stands the name of a machine.
            guard prefix != "file:/" || !path.hasPrefix("//") else { return nil }
            let name = decoded(path)
            // A path ends at a zero for the system, but not for seqd.
            return name.utf8.contains(0) ? nil : name
        }
        return nil
    }

    /// A byte of a URL's path (RFC 3986).
    private static func escaped(_ byte: UInt8) -> String {
        let scalar = Unicode.Scalar(byte)
        let isPlain =
            scalar.isASCII && (scalar.properties.isAlphabetic || (48...57).contains(byte))
        if isPlain || "/-._~".unicodeScalars.contains(scalar) { return String(scalar) }
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "%0\(digits)" : "%\(digits)"
    }

    /// Decodes `%20` and the like.
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = String(text).systemPathBytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hexDigit),
                let low = rest.dropFirst().first.flatMap(hexDigit)
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(systemPathBytes: bytes)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
