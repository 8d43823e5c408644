/// The commands of a line, or of a command list.
package struct MPDBatch: Hashable, Sendable {
    /// The answer to all commands.
    package struct Answer: Hashable, Sendable {
        /// The text to send.
        package var text: String
        /// Whether the connection ends after it.
        package var closes: Bool
    }

    /// The lines of the commands.
    package var lines: [String]
    /// Whether each command of the list is answered by `list_OK`.
    private let saysListOK: Bool
    private let isList: Bool

    /// Makes a command list without commands.
    package init(saysListOK: Bool) {
        lines = []
        self.saysListOK = saysListOK
        isList = true
    }

    /// Makes the commands of a single line.
    package init(line: String) {
        lines = [line]
        saysListOK = false
        isList = false
    }

    /// Performs the commands in their order, up to the first that fails.
    ///
    /// - Parameter perform: Performs a command with a number of arguments that it takes.
    /// - Returns: The answer.
    package func answer(
        _ perform: (MPDCommandName, [String]) throws(MPDFault) -> MPDReply
    ) -> Answer {
        var text = ""
        for (index, line) in lines.enumerated() {
            var name = ""
            do throws(MPDFault) {
                let request: MPDRequest
                do throws(MPDRequest.Malformed) {
                    request = try MPDRequest(parsing: line)
                } catch {
                    name = error.command
                    throw error.fault
                }
                let command = try MPDCommandName.named(request.name, in: &name)
                if command == .close { return Answer(text: text, closes: true) }
                if isList, command == .idle || command == .noidle {
                    throw MPDFault(.notList, "not allowed in a command list")
                }
                try command.check(request.arguments)
                text += try perform(command, request.arguments).text
                guard text.utf8.count <= MPDReply.limit else {
                    text = ""
                    throw MPDFault(.system, "the answer is longer than \(MPDReply.limit) bytes")
                }
                if saysListOK { text += "list_OK\n" }
            } catch {
                return Answer(text: text + error.line(at: index, of: name), closes: false)
            }
        }
        return Answer(text: text + "OK\n", closes: false)
    }
}
