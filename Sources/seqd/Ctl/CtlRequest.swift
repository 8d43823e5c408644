/// A request of `seqd ctl`, to be said in either dialect.
struct CtlRequest {
    private let line: String
    /// The command and its arguments; `nil` where the daemon will find a fault in them.
    private let parts: (command: Command, arguments: [(index: Int, text: String)])?
    private let name: String

    /// A request from the arguments of the command line, each of which is a word.
    init(arguments: [String]) {
        self.init(line: arguments.map(Words.word(for:)).joined(separator: " "))
    }

    /// A request from a line of words.
    ///
    /// Relative names of files mean those of this process's folder.
    init(line: String) {
        guard let words = try? Words(line), let name = words.words.first?.text,
            let command = try? CommandTable.command(name),
            let assigned = try? Arguments.assign(words, to: command)
        else {
            self.line = line
            name = line.split(separator: " ").first.map(String.init) ?? ""
            parts = nil
            return
        }
        self.name = name
        let arguments = assigned.map { index, text in
            (index, command.parameters[index].type.isPath ? AbsolutePath.of(text) : text)
        }
        parts = (command, arguments)
        let texts = arguments.map { index, text in
            let parameter = command.parameters[index]
            return parameter.use == .option ? "\(parameter.name)=\(text)" : Words.word(for: text)
        }
        self.line = ([name] + texts).joined(separator: " ")
    }

    /// Whether events follow the answer.
    var isSubscription: Bool { name == "subscribe" }

    /// The request in words.
    var words: String { line }

    /// The request in JSON-RPC.
    func json(id: Int) -> String {
        var request = JSONObject()
        request.set("jsonrpc", "2.0")
        request.set("id", id)
        request.set("method", name)
        if let parts, !parts.arguments.isEmpty { request.set("params", Self.parameters(parts)) }
        return JSONValue.object(request).text
    }

    private static func parameters(
        _ parts: (command: Command, arguments: [(index: Int, text: String)])
    ) -> JSONObject {
        var object = JSONObject()
        for (index, parameter) in parts.command.parameters.enumerated() {
            let values = parts.arguments.filter { $0.index == index }
                .map { parameter.type.json(for: $0.text) }
            guard let first = values.first else { continue }
            object.set(parameter.name, parameter.isPlural ? .array(values) : first)
        }
        return object
    }

    /// Whether a line of JSON gets an answer: all do but notifications.
    static func getsAnswer(json line: String) -> Bool {
        guard let value = try? JSONReader.read(line) else { return true }
        guard case .array(let requests) = value,
            (1...JSONRequest.batchLimit).contains(requests.count)
        else { return getsAnswer(value) }
        return requests.contains(where: getsAnswer)
    }

    private static func getsAnswer(_ value: JSONValue) -> Bool {
        guard case .success(let request) = JSONRequest.read(value) else { return true }
        return request.id != nil
    }
}

extension ArgumentType {
    /// Whether it names a file.
    fileprivate var isPath: Bool {
        switch self {
        case .path, .font: true
        default: false
        }
    }
}
