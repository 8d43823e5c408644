/// The first line and the headers of a request of HTTP/1.1.
package struct RequestHead: Hashable, Sendable {
    /// The method, such as `GET`.
    package var method: String
    /// The path, without the query.
    package var path: String
    /// The part of the target behind `?`, without it.
    package var query: String
    /// The headers; names in lower case.
    private var headers: [String: String] = [:]

    /// The most bytes of a head.
    package static let limit = 8_192
    /// The most headers.
    static let headerLimit = 64

    /// The reason for which bytes are not the head of a request.
    package enum Fault: Error, Hashable, Sendable {
        /// Longer than the limit, or more headers than that.
        case tooLarge
        /// Not a request of HTTP/1.0 or 1.1.
        case malformed
    }

    /// Makes a head.
    init(_ method: String, _ path: String, query: String = "", headers: [String: String] = [:]) {
        (self.method, self.path, self.query, self.headers) = (method, path, query, headers)
    }

    /// Reads a head.
    ///
    /// It is strict: a header that a proxy in front might read otherwise is refused.
    ///
    /// - Parameter bytes: The bytes up to the empty line.
    /// - Throws: The reason.
    package init(_ bytes: some Collection<UInt8>) throws(Fault) {
        guard bytes.count <= Self.limit else { throw .tooLarge }
        guard
            bytes.allSatisfy({
                $0 < 0x80 && ($0 >= 0x20 && $0 != 0x7F || $0 == 0x0D || $0 == 0x0A || $0 == 0x09)
            })
        else { throw .malformed }
        var lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        guard
            let request = lines.popFirst()?.split(separator: " ", omittingEmptySubsequences: false),
            request.count == 3, request[2] == "HTTP/1.1" || request[2] == "HTTP/1.0",
            !request[0].isEmpty, request[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
            request[1].hasPrefix("/")
        else { throw .malformed }
        method = String(request[0])
        let target = request[1].split(
            separator: "?",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        path = String(target[0])
        query = target.count > 1 ? String(target[1]) : ""
        while lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count <= Self.headerLimit else { throw .tooLarge }
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
                line[..<colon].utf8.allSatisfy(Self.isNameByte)
            else { throw .malformed }
            let name = line[..<colon].lowercased()
            let value = Self.trimmed(line[line.index(after: colon)...])
            guard !value.contains("\n"), !value.contains("\r") else { throw .malformed }
            if let first = headers[name] {
                // Only lists may come in several headers.
                guard Self.lists.contains(name) else { throw .malformed }
                headers[name] = first + (name == "cookie" ? "; " : ", ") + value
            } else {
                headers[name] = value
            }
        }
    }

    private static let lists: Set = [
        "accept", "accept-encoding", "accept-language", "cache-control", "connection", "cookie",
        "sec-websocket-extensions", "sec-websocket-protocol", "via", "x-forwarded-for",
    ]

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }

    /// The value of a header, by its name in lower case.
    package subscript(name: String) -> String? {
        get { headers[name] }
        set { headers[name] = newValue }
    }

    /// Whether a header that is a list has an element.
    func lists(_ name: String, _ element: String) -> Bool {
        (self[name] ?? "").split(separator: ",").contains { part in
            Self.trimmed(part).lowercased() == element
        }
    }

    /// The value of a parameter of the query, decoded; `nil` if there is none, or it is not UTF-8.
    package func parameter(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0] == name else { continue }
            return parts.count > 1 ? Self.decoded(parts[1]) : ""
        }
        return nil
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
                continue
            }
            guard rest.count >= 2, let digits = String(rest.prefix(2)),
                digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
                let value = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(value)
            rest.removeFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
