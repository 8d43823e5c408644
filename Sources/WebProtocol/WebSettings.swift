import JSON

/// The settings with which `seqd web` starts its server.
package struct WebSettings: Hashable, Sendable {
    /// The addresses at which browsers connect.
    package var listen: [WebAddress]
    /// Further names of the server.
    package var hosts: [String]
    /// The folders that browsers can see, without links.
    package var folders: [String]
    /// The endings of the names of MIDI files, with the full stop.
    package var endings: [String]
    /// The path of the daemon's socket, if an option or the environment sets it.
    package var socket: String?
    /// The daemon's name.
    package var name: String
    /// The file of the tokens.
    package var tokens: String
    /// The program `seqd`, which reads MIDI files.
    package var program: String
    /// The path of the socket between the gate and the library behind it.
    package var inner: String

    /// Makes settings.
    package init(
        listen: [WebAddress],
        hosts: [String],
        folders: [String],
        endings: [String],
        socket: String?,
        name: String,
        tokens: String,
        program: String,
        inner: String
    ) {
        (self.listen, self.hosts, self.folders) = (listen, hosts, folders)
        (self.endings, self.socket, self.name) = (endings, socket, name)
        (self.tokens, self.program, self.inner) = (tokens, program, inner)
    }

    /// The settings as the server's only argument.
    package var text: String {
        var object = JSONObject()
        object.set("listen", listen.map(\.description))
        object.set("hosts", hosts)
        object.set("folders", folders)
        object.set("endings", endings)
        object.set("socket", socket)
        object.set("name", name)
        object.set("tokens", tokens)
        object.set("program", program)
        object.set("inner", inner)
        return object.json.text
    }

    /// Reads the argument; `nil` if it is not one of `seqd web`.
    package init?(text: String) {
        guard let value = try? JSONReader.read(text), case .object(let object) = value,
            case .string(let name) = object["name"], case .string(let tokens) = object["tokens"],
            case .string(let program) = object["program"],
            case .string(let inner) = object["inner"],
            let listen = Self.strings(object["listen"]), let hosts = Self.strings(object["hosts"]),
            let folders = Self.strings(object["folders"]),
            let endings = Self.strings(object["endings"])
        else { return nil }
        var socket: String?
        if case .string(let path) = object["socket"] { socket = path }
        let addresses = listen.compactMap { try? WebAddress(parsing: $0) }
        guard addresses.count == listen.count, !addresses.isEmpty else { return nil }
        self.init(
            listen: addresses,
            hosts: hosts,
            folders: folders,
            endings: endings,
            socket: socket,
            name: name,
            tokens: tokens,
            program: program,
            inner: inner
        )
    }

    private static func strings(_ value: JSONValue?) -> [String]? {
        guard case .array(let elements) = value else { return nil }
        let strings = elements.compactMap { element -> String? in
            guard case .string(let text) = element else { return nil }
            return text
        }
        return strings.count == elements.count ? strings : nil
    }
}
