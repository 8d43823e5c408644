import ControlProtocol
import SeqdClient

/// The conversation with a daemon over one connection: requests in the order of their answers.
///
/// It has no clock and no connection: it makes the lines that are sent, and takes those that come.
struct MonitorSession {
    /// The answer that a line has completed.
    enum Answer: Hashable, Sendable {
        case reply(MonitorReply)
        case failure(RequestError, of: Request)
        /// The lines of an answer to a typed command, without the last, and its error.
        case text([String], error: RequestError?, command: String)
        case event(DaemonEvent)
    }

    private enum Waiting {
        case request(Request)
        case command(String, lines: [String])
    }

    /// The requests without an answer, in the order in which they were sent.
    private var waiting: [Waiting] = []
    /// The last error that came without a request: the reason for which the daemon hangs up.
    private(set) var refusal: String?

    /// The most requests that wait for an answer.
    private static let limit = 32

    /// The events that the monitor follows.
    static let events: Set<EventType> = [
        .transport, .lyric, .error, .output, .reload, .action, .rack,
    ]

    /// The events of levels, and of what is shown with them; older daemons do not have them.
    static let levelEvents = Command.Subscribe([.levels, .setting], levelsRate: 20)

    /// The number of requests without an answer.
    var waitingCount: Int { waiting.count }

    /// Whether a command of a type has no answer yet.
    func isWaiting<Asked: ControlCommand>(for command: Asked.Type) -> Bool {
        waiting.contains { entry in
            if case .request(let request) = entry { request.command is Asked } else { false }
        }
    }

    /// The line of a request; `nil` if too many have no answer: the daemon does not answer now.
    mutating func line(for request: Request) -> String? {
        guard waiting.count < Self.limit else { return nil }
        waiting.append(.request(request))
        return request.json(id: 1)
    }

    /// The line of a typed command; `nil` as above.
    mutating func line(forCommand words: String) -> String? {
        guard waiting.count < Self.limit else { return nil }
        waiting.append(.command(words, lines: []))
        return words
    }

    /// Takes a line.
    ///
    /// - Returns: The answer that is complete with it; `nil` for a part of one, and for an event of
    ///   a type that this version does not know.
    mutating func take(_ line: String) -> Answer? {
        if EventMessage.isEvent(line) {
            return (try? EventMessage(json: line)).map { .event($0.event) }
        }
        guard let first = waiting.first else {
            refusal = DaemonAnswer.error(inWords: line)?.message
            return nil
        }
        switch first {
        case .request(let request):
            waiting.removeFirst()
            do throws(RequestError) {
                return .reply(try MonitorReply(to: request.command, line))
            } catch {
                if DaemonAnswer.error(inWords: line) != nil { refusal = error.message }
                return .failure(error, of: request)
            }
        case .command(let command, var lines):
            guard DaemonAnswer.isEnd(ofWords: line) else {
                lines.append(line)
                waiting[0] = .command(command, lines: lines)
                return nil
            }
            waiting.removeFirst()
            let error = DaemonAnswer.error(inWords: line)
            return .text(lines, error: error, command: command)
        }
    }
}
