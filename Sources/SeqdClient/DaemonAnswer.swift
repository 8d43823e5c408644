package import ControlProtocol
package import JSON

/// The errors in the lines of a daemon.
package enum DaemonAnswer {
    /// The error of a line `ERR NUMBER MESSAGE`; `nil` for any other line.
    package static func error(inWords line: String) -> RequestError? {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "ERR", let number = Int(parts[1]) else { return nil }
        return RequestError(number: number, String(parts[2]))
    }

    /// The error of a response of JSON-RPC; `nil` if it has a result.
    package static func error(in response: JSONObject) -> RequestError? {
        guard case .object(let error)? = response["error"],
            case .integer(let code)? = error["code"],
            case .string(let message)? = error["message"]
        else { return nil }
        return RequestError(number: Int(clamping: code), message)
    }

    /// Whether a line ends an answer in words.
    package static func isEnd(ofWords line: String) -> Bool {
        line == "OK" || error(inWords: line) != nil
    }
}

extension DaemonAnswer {
    /// Reads the line of an answer in JSON.
    ///
    /// - Throws: The error that the daemon answered; −32603 for a line that is not an answer.
    package static func result(ofLine line: String) throws(RequestError) -> JSONObject {
        guard case .object(let response)? = try? JSONReader.read(line) else {
            throw error(inWords: line)
                ?? RequestError(.internalError, "not an answer: \(line.prefix(200))")
        }
        if let error = error(in: response) { throw error }
        guard case .object(let result)? = response["result"] else {
            throw RequestError(.internalError, "not an answer: \(line.prefix(200))")
        }
        return result
    }
}

extension ControlCommand {
    /// Reads the line of the answer to this command.
    ///
    /// - Throws: The error that the daemon answered; −32603 for a line that is not an answer to it.
    package static func answer(fromLine line: String) throws(RequestError) -> Answer {
        try declaration.answer.read(try DaemonAnswer.result(ofLine: line))
    }
}

extension ScheduledAction {
    /// Reads the line of the answer to a command that waits for a position.
    ///
    /// - Throws: As `ControlCommand.answer(fromLine:)`.
    init(fromLine line: String) throws(RequestError) {
        try self.init(JSONFields(try DaemonAnswer.result(ofLine: line)))
    }
}
