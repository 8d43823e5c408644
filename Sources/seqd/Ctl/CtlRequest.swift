import CommandSupport
import Configuration
import ControlProtocol
import JSON

/// A request of `seqd ctl`, for either dialect.
struct CtlRequest {
    private let line: String
    /// The command and its arguments; `nil` if they are faulty.
    private let parts: (command: CommandDetails, arguments: [(index: Int, text: String)])?
    /// The fault in the command or its arguments.
    ///
    /// In words the daemon finds it too. A request in JSON cannot carry arguments without a name.
    private let fault: RequestError?
    private let name: String

    /// A request from the arguments of the command line.
    ///
    /// Each is a word, and a path of its own if the command takes paths. Words behind `--` are not
    /// options.
    init(arguments: [String]) {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let words = arguments[..<end] + arguments[end...].dropFirst()
        let command = words.first.flatMap { try? CommandTable.command($0).details }
        let takesPaths = command?.parameters.contains(where: \.takesPaths) ?? false
        let options = command?.options.map { "\($0)=" } ?? []
        let line = words.enumerated().map { index, word in
            guard index > 0 else { return Words.word(for: word) }
            if index < end, let option = options.first(where: word.hasPrefix) {
                return option + Words.word(for: String(word.dropFirst(option.count)))
            }
            let isQuoted = index >= max(end, 1) || takesPaths
            return isQuoted ? Words.quoted(word) : Words.word(for: word)
        }.joined(separator: " ")
        self.init(line: line)
    }

    /// A request from a line of words.
    ///
    /// Relative file names are relative to the working folder of this process.
    init(line: String) {
        let command: CommandDetails
        let assigned: [Arguments.Assignment]
        do throws(RequestError) {
            let words = try Words(line)
            command = try CommandTable.command(words.words.first?.text ?? "").details
            assigned = try Arguments.assign(words, to: command)
        } catch {
            self.line = line
            name = line.split(separator: " ").first.map(String.init) ?? ""
            parts = nil
            fault = error
            return
        }
        name = command.name
        fault = nil
        let arguments = assigned.flatMap { argument -> [(index: Int, text: String)] in
            let parameter = command.parameters[argument.index]
            if case .route = parameter.type.content {
                let folder = AbsolutePath.of(".")
                return [(argument.index, RouteFonts.resolved(argument.text, in: folder))]
            }
            guard parameter.type.isPath(argument.text) else {
                return [(argument.index, argument.text)]
            }
            let source = SourcePath(
                AbsolutePath.of(argument.text),
                isRest: argument.isRest && parameter.isPlural
            )
            return source.paths().map { (argument.index, $0) }
        }
        parts = (command, arguments)
        let texts = arguments.map { index, text in
            let parameter = command.parameters[index]
            return switch parameter.use {
            case .option: "\(parameter.name)=\(Words.word(for: text))"
            case _ where parameter.takesPaths: Words.quoted(text)
            default: Words.word(for: text)
            }
        }
        self.line = ([name] + texts).joined(separator: " ")
    }

    /// Refuses a request that is longer than a line of the protocol may be, one in JSON whose
    /// arguments do not fit the command, and a speed that is rather a percentage.
    ///
    /// - Throws: Status 64.
    func check(isJSON: Bool) throws(CommandFailure) {
        if isJSON, let fault { throw CommandFailure(.usage, fault.message) }
        if let parts, parts.command.name == Command.SetSpeed.name,
            let speed = parts.arguments.first?.text,
            let question = TypedSpeed.question(about: speed)
        {
            throw CommandFailure(.usage, "speed: \(question), not \(speed)")
        }
        let length = (isJSON ? json(id: 1) : line).utf8.count
        guard length > Request.maximumLength else { return }
        let remedy =
            name == Command.SendSound.name
            ? "send it in parts, with append=on" : "use a folder or playlist"
        throw CommandFailure(
            .usage,
            "\(name): request too long (\(length) bytes, at most \(Request.maximumLength)); "
                + remedy
        )
    }

    /// Whether events follow its answer.
    var isSubscription: Bool { parts?.command.name == Command.Subscribe.name }

    /// The time for which the request itself waits for a player.
    var waitingTime: Duration {
        guard let parts, parts.command.name == Command.Learn.name else { return .zero }
        let seconds = parts.arguments.first { parts.command.parameters[$0.index].name == "timeout" }
            .flatMap { Double($0.text) }
        return .seconds(seconds ?? Command.Learn.usualSeconds)
    }

    /// The time for which a request in JSON itself waits for a player.
    static func waitingTime(json line: String) -> Duration {
        guard let value = try? JSONReader.read(line),
            case .success(let request) = JSONRequest.read(value),
            request.method == Command.Learn.name
        else { return .zero }
        guard case .object(let parameters) = request.params else {
            return .seconds(Command.Learn.usualSeconds)
        }
        return switch parameters["timeout"] {
        case .integer(let seconds): .seconds(min(max(seconds, 0), 86_400))
        case .number(let seconds): .seconds(min(max(seconds, 0), 86_400))
        default: .seconds(Command.Learn.usualSeconds)
        }
    }

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
        _ parts: (command: CommandDetails, arguments: [(index: Int, text: String)])
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

    /// Whether a line of JSON gets an answer: all but notifications do.
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

extension Parameter {
    /// Whether it takes several values, each of which may be the rest of a line.
    fileprivate var takesPaths: Bool { isPlural && takesRest }
}

extension ArgumentType {
    /// Whether a text is the name of a file.
    fileprivate func isPath(_ text: String) -> Bool {
        switch content {
        case .path, .font: true
        case .sound: !text.hasPrefix(SentSoundPath.start)
        default: false
        }
    }
}
