/// An answer of HTTP that needs no page: an error, or a short text.
package struct WebReply: Hashable, Sendable, Error {
    /// The status, such as 404.
    package var status: Int
    /// The text of the answer.
    package var text: String
    /// Headers beside those that every answer has.
    package var headers: [String: String] = [:]

    /// Makes an answer.
    package init(_ status: Int, _ text: String, headers: [String: String] = [:]) {
        (self.status, self.text, self.headers) = (status, text, headers)
    }

    /// The headers that every answer has.
    ///
    /// The page loads nothing from other servers, has no inline script, is in no frame of another
    /// page, and is stored nowhere without asking again.
    package static let security: [(String, String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                + "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
        ("Cache-Control", "no-cache"),
    ]

    private static let reasons = [
        200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 408: "Request Timeout", 413: "Content Too Large",
        421: "Misdirected Request", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 502: "Bad Gateway", 503: "Service Unavailable",
    ]

    /// The bytes to send, with an end of the connection.
    package var bytes: [UInt8] {
        let body = Array((text + "\n").utf8)
        var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Error")\r\n"
        for (name, value) in Self.security { head += "\(name): \(value)\r\n" }
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            head += "\(name): \(value)\r\n"
        }
        head += "Content-Type: text/plain; charset=utf-8\r\nContent-Length: \(body.count)\r\n"
        head += "Connection: close\r\n\r\n"
        return Array(head.utf8) + body
    }
}
