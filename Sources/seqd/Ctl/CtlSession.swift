import ArgumentParser
import CommandSupport
import ControlProtocol
import JSON
import SeqdClient

/// The conversation of `seqd ctl` with a daemon.
struct CtlSession {
    private let connection: DaemonConnection
    private let isJSON: Bool
    /// The longest time to wait for an answer; `nil` for any.
    private let timeout: Duration?
    /// The limit of the answer that is waited for, and the time at which it begins.
    private var wait: (limit: Duration?, start: ContinuousClock.Instant)
    private var lastID = 0
    /// The exit status of the process.
    private(set) var status: Int32 = 0

    /// Begins a conversation.
    ///
    /// - Parameters:
    ///   - connection: The connection to the daemon.
    ///   - isJSON: Whether results are printed as JSON.
    ///   - timeout: The longest time to wait for an answer; `nil` for any.
    init(_ connection: DaemonConnection, isJSON: Bool, timeout: Duration?) {
        self.connection = connection
        self.timeout = timeout
        wait = (timeout, .now)
        self.isJSON = isJSON
    }

    /// Sends one request and prints its answer; after a subscription the events too, until the
    /// daemon ends.
    mutating func run(_ request: CtlRequest) throws(CommandFailure) {
        try exchange(request)
        guard request.isSubscription, status == 0 else { return }
        while let line = try receiveLine(within: nil) { try print(event: line) }
        throw CommandFailure(.unavailable, "the daemon was shut down")
    }

    /// Asks for the status, and prints it in three lines.
    mutating func runSummary() throws(CommandFailure) {
        let request = Request(Command.Status())
        guard let result = try result(of: { request.json(id: $0) }) else { return }
        guard let status = try? Command.Status.declaration.answer.read(result) else {
            throw CommandFailure(.internal, "not a status: \(result)")
        }
        for line in StatusSummary(status).lines { try Console.write(line + "\n") }
    }

    /// Sends the lines of standard input, each when the one before has been answered.
    mutating func runInput() throws(CommandFailure) {
        while let line = readLine() {
            switch line.utf8.first {
            case nil: continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): try exchange(json: line)
            default: try exchange(CtlRequest(line: line))
            }
        }
    }

    private mutating func exchange(_ request: CtlRequest) throws(CommandFailure) {
        let extra = request.waitingTime
        guard isJSON else {
            try send(request.words, waiting: extra)
            return try printWords()
        }
        try request.check(isJSON: true)
        guard let result = try result(waiting: extra, of: { request.json(id: $0) }) else { return }
        if case .string(let warning) = result["warning"] { Console.report("warning: \(warning)") }
        try print(result)
    }

    /// Sends a line of JSON as it is, and prints its answer as it is.
    private mutating func exchange(json line: String) throws(CommandFailure) {
        try send(line, waiting: CtlRequest.waitingTime(json: line))
        guard CtlRequest.getsAnswer(json: line) else { return }
        let answer = try receive()
        try Console.write(answer + "\n")
        if let failure = Self.failure(in: answer) { note(failure.number) }
    }

    private mutating func printWords() throws(CommandFailure) {
        while true {
            let line = try receive()
            if line == "OK" { return }
            guard let failure = DaemonAnswer.error(inWords: line) else {
                if let warning = Self.warning(inWords: line) {
                    Console.report("warning: \(warning)")
                } else {
                    try Console.write(line + "\n")
                }
                continue
            }
            Console.report(failure.message)
            return note(failure.number)
        }
    }

    /// Sends a request in JSON.
    ///
    /// - Parameters:
    ///   - extra: The time for which the request itself waits.
    ///   - request: Makes it with a number.
    /// - Returns: The result; `nil` for an error, which is reported.
    /// - Throws: Status 69 for a connection that is lost, 70 for something that is not an answer, 124
    ///   for an answer that does not come in time.
    private mutating func result(
        waiting extra: Duration = .zero,
        of request: (Int) -> String
    ) throws(CommandFailure) -> JSONObject? {
        lastID += 1
        try send(request(lastID), waiting: extra)
        let answer = try receive()
        if let failure = Self.failure(in: answer) {
            Console.report(failure.message)
            note(failure.number)
            return nil
        }
        guard case .object(let response) = try? JSONReader.read(answer),
            case .object(let result) = response["result"]
        else { throw CommandFailure(.internal, "not an answer: \(answer.prefix(200))") }
        return result
    }

    /// The next line that is part of an answer; events before it are printed.
    private func receive() throws(CommandFailure) -> String {
        while let line = try receiveLine(within: wait.limit) {
            guard EventMessage.isEvent(line) else { return line }
            try print(event: line)
        }
        throw CommandFailure(.unavailable, "the daemon closed the connection without an answer")
    }

    private func print(event line: String) throws(CommandFailure) {
        guard isJSON, case .object(let event) = try? JSONReader.read(line),
            case .object(let parameters) = event["params"]
        else { return try Console.write(line + "\n") }
        try print(parameters)
    }

    private func print(_ object: JSONObject) throws(CommandFailure) {
        var document = JSONObject()
        document.set("schema", 1)
        for member in object.members { document.set(member.key, member.value) }
        try Console.write(JSONValue.object(document).text + "\n")
    }

    /// The error in a line of either dialect, also of a refused connection.
    private static func failure(in answer: String) -> RequestError? {
        if let failure = DaemonAnswer.error(inWords: answer) { return failure }
        guard let value = try? JSONReader.read(answer) else { return nil }
        let responses: [JSONValue]
        if case .array(let all) = value { responses = all } else { responses = [value] }
        for response in responses {
            if case .object(let object) = response, let error = DaemonAnswer.error(in: object) {
                return error
            }
        }
        return nil
    }

    /// The warning in a line of an answer in words; `nil` for any other line.
    private static func warning(inWords line: String) -> String? {
        let key = "warning: "
        guard line.hasPrefix(key) else { return nil }
        let value = String(line.dropFirst(key.count))
        // A value that begins with a quotation mark is a JSON string.
        if case .string(let text) = try? JSONReader.read(value) { return text }
        return value
    }

    /// Sends a line, from which on its answer is waited for.
    private mutating func send(
        _ line: String,
        waiting extra: Duration = .zero
    ) throws(CommandFailure) {
        wait = (timeout.map { $0 + extra }, .now)
        try CommandFailure.catching { () throws(RequestError) in try connection.send(line) }
    }

    private func receiveLine(within limit: Duration?) throws(CommandFailure) -> String? {
        try CommandFailure.catching { () throws(RequestError) in
            try connection.receive(within: limit, since: wait.start)
        }
    }

    /// Keeps the status of the first error: 64 for an invalid request.
    private mutating func note(_ number: Int) {
        guard status == 0 else { return }
        switch number {
        case 1...255: status = Int32(number)
        case -32_603: status = ExitStatus.internal.rawValue
        default: status = ExitStatus.usage.rawValue
        }
    }
}
