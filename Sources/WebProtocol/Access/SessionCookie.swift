/// The cookie that a browser gets for its token.
package enum SessionCookie {
    /// The name: cookies are for all ports of a machine, and there may be several servers.
    static func name(port: UInt16) -> String { "seqd-\(port)" }

    /// The longest time for which a browser stores it, in seconds: 400 days, the most that browsers
    /// allow.
    static let lifetime = 400 * 86_400

    /// The header `Set-Cookie`.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - port: The port of the server.
    ///   - isSecure: Whether the browser may send it with https only, as one does that has it from a
    ///     page with https.
    /// - Returns: The value of the header.
    package static func header(_ token: AccessToken, port: UInt16, isSecure: Bool) -> String {
        "\(name(port: port))=\(token.text); Path=/; Max-Age=\(lifetime); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }

    /// The header `Set-Cookie` that removes it.
    package static func removal(port: UInt16) -> String {
        "\(name(port: port))=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"
    }

    /// The token in a header `Cookie`; `nil` if there is none.
    package static func token(in header: String, port: UInt16) -> AccessToken? {
        let name = name(port: port)
        for part in header.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].drop(while: { $0 == " " }) == name else { continue }
            return AccessToken(pair[1])
        }
        return nil
    }
}
