package import ControlProtocol

/// Decides what a request gets: who may ask for it, and from which page.
package struct AccessPolicy: Sendable {
    /// The names by which the server may be called.
    let hosts: AllowedHosts
    /// The names of the page's files, without the slash.
    let files: Set<String>

    /// The rights of a browser.
    package struct Grant: Hashable, Sendable {
        /// The role.
        package var role: Permission
        /// Its token; `nil` for this user's own processes, which need none.
        package var token: AccessToken?

        package init(role: Permission, token: AccessToken?) {
            (self.role, self.token) = (role, token)
        }

        /// Whether it still holds: its token is one of a list, with the same role.
        ///
        /// The name of a token tells nothing: a new one may have it by now.
        package func isValid(in tokens: TokenList) -> Bool {
            guard let token else { return true }
            return tokens.entry(of: token)?.role == role
        }
    }

    /// The other end of a connection.
    package struct Client: Sendable {
        /// Whether it is a process of this user on this machine.
        package var isOwnUser: Bool
        /// The port at which it has connected.
        package var port: UInt16

        package init(isOwnUser: Bool, port: UInt16) {
            (self.isOwnUser, self.port) = (isOwnUser, port)
        }
    }

    /// The thing that a request gets.
    package enum Answer: Hashable, Sendable {
        /// A file of the page, which is no secret.
        case file(String)
        /// A text that has been decided already.
        case reply(WebReply)
        /// A cookie for the token in the body, which has so many bytes; for https only if the page
        /// came with it.
        case logIn(length: Int, isSecure: Bool)
        /// The WebSocket.
        case socket(Grant)
        /// The content of a piece.
        case piece(path: String, Grant)
        /// The content of a folder; `nil` for the list of folders.
        case folder(path: String?, Grant)
    }

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - hosts: The names by which the server may be called.
    ///   - files: The names of the page's files.
    package init(hosts: AllowedHosts, files: Set<String>) {
        (self.hosts, self.files) = (hosts, files)
    }

    /// Decides about a request.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - client: Where it comes from.
    ///   - tokens: The tokens that exist.
    /// - Returns: What it gets.
    /// - Throws: The refusal.
    package func answer(
        to head: RequestHead,
        of client: Client,
        _ tokens: TokenList
    ) throws(WebReply) -> Answer {
        guard let host = head["host"], hosts.allows(host) else {
            throw WebReply(
                421,
                "this server is not called by that name; --host allows further names"
            )
        }
        if let origin = head["origin"], !hosts.isOwn(origin: origin, host: host) {
            throw WebReply(403, "a page of another server may not use this one")
        }
        guard head["transfer-encoding"] == nil else {
            throw WebReply(400, "a body in chunks is not expected")
        }
        if let name = file(head.path) {
            guard head.method == "GET" || head.method == "HEAD" else {
                throw notAllowed("GET, HEAD")
            }
            try refuseBody(head)
            return .file(name)
        }
        if head.path == "/login" { return try logIn(head) }
        guard ["/session", "/socket", "/piece", "/folder", "/logout"].contains(head.path) else {
            throw WebReply(404, "no such page")
        }
        // Without this header the browser is older than the page's own script.
        if let site = head["sec-fetch-site"], site != "same-origin", site != "none" {
            throw WebReply(403, "a page of another server may not use this one")
        }
        try refuseBody(head)
        if head.path == "/logout" {
            guard head.method == "POST" else { throw notAllowed("POST") }
            try requireOrigin(head)
            let cookie = SessionCookie.removal(port: client.port)
            return .reply(WebReply(200, "logged out", headers: ["Set-Cookie": cookie]))
        }
        guard head.method == "GET" else { throw notAllowed("GET") }
        let grant = try grant(head, client, tokens)
        switch head.path {
        case "/socket":
            guard head["upgrade"]?.lowercased() == "websocket", head.lists("connection", "upgrade")
            else { throw WebReply(400, "a WebSocket is expected here") }
            // Browsers send it with every WebSocket; what is no browser has the daemon's socket.
            try requireOrigin(head)
            return .socket(grant)
        case "/piece":
            guard let path = head.parameter("path"), path.hasPrefix("/") else {
                throw WebReply(400, "path: expected an absolute path")
            }
            return .piece(path: path, grant)
        case "/folder":
            let path = head.parameter("path")
            guard path?.hasPrefix("/") != false else {
                throw WebReply(400, "path: expected an absolute path")
            }
            return .folder(path: path, grant)
        default:
            return .reply(WebReply(200, "role: \(grant.role.name)"))
        }
    }

    private func file(_ path: String) -> String? {
        let name = path == "/" ? "index.html" : String(path.dropFirst())
        return files.contains(name) ? name : nil
    }

    private func logIn(_ head: RequestHead) throws(WebReply) -> Answer {
        guard head.method == "POST" else { throw notAllowed("POST") }
        try requireOrigin(head)
        guard let text = head["content-length"], let length = Int(text), length > 0 else {
            throw WebReply(400, "expected a token")
        }
        guard length <= AccessToken.length else { throw WebReply(413, "expected a token") }
        let isSecure = head["origin"]?.lowercased().hasPrefix("https:") == true
        return .logIn(length: length, isSecure: isSecure)
    }

    private func grant(
        _ head: RequestHead,
        _ client: Client,
        _ tokens: TokenList
    ) throws(WebReply) -> Grant {
        if let cookie = head["cookie"],
            let token = SessionCookie.token(in: cookie, port: client.port),
            let entry = tokens.entry(of: token)
        {
            return Grant(role: entry.role, token: entry.token)
        }
        // The socket of the daemon gives this user's processes the same.
        guard client.isOwnUser else { throw WebReply(401, "a token is needed") }
        return Grant(role: .admin, token: nil)
    }

    private func requireOrigin(_ head: RequestHead) throws(WebReply) {
        guard head["origin"] != nil else { throw WebReply(403, "a header Origin is expected") }
    }

    private func refuseBody(_ head: RequestHead) throws(WebReply) {
        guard (head["content-length"] ?? "0") == "0" else {
            throw WebReply(413, "a body is not expected")
        }
    }

    private func notAllowed(_ methods: String) -> WebReply {
        WebReply(405, "expected \(methods)", headers: ["Allow": methods])
    }
}
