package import ControlProtocol
import JSON

/// A conversation with one client: its lines are answered one after another, in their order.
///
/// It does not know who carries the lines. It is bounded in memory: the carrier asks it for work only
/// while the client takes answers, and meanwhile events are dropped.
@EventLoop
package final class Session {
    /// The maximum size in bytes of the answers of a batch before its last.
    private static let batchLimit = 1_048_576

    /// The role of the client.
    package let permission: Permission
    /// The client's process.
    package let peer: PeerCredentials
    package private(set) var subscription = Subscription()
    /// The dialect of the request that is being carried out.
    package private(set) var dialect = Dialect.words
    /// Whether a request has not completed yet.
    package private(set) var isWaiting = false
    /// Whether the client has disconnected.
    package private(set) var hasEnded = false
    /// The levels since the last `status`; `nil` before the first.
    var statusLevels: StatusLevelHistory?
    /// The commands since `begin`; `nil` outside of a group.
    var group: RequestGroup?
    private let handler: any RequestHandler
    private unowned let carrier: any SessionCarrier
    private var batch: Batch?

    /// The destination of an answer.
    private enum Target {
        case words
        /// The ID is `nil` for a notification.
        case json(id: JSONValue?)
    }

    /// A JSON-RPC batch that is being answered.
    private struct Batch {
        var requests: ArraySlice<JSONValue>
        var text = ""
    }

    /// Begins a conversation.
    ///
    /// - Parameters:
    ///   - handler: The owner of what requests work on.
    ///   - carrier: The connection, which owns the session.
    ///   - permission: The role of the client.
    ///   - peer: The client's process.
    package init(
        _ handler: any RequestHandler,
        over carrier: any SessionCarrier,
        permission: Permission = .admin,
        peer: PeerCredentials = .own
    ) {
        self.handler = handler
        self.carrier = carrier
        self.permission = permission
        self.peer = peer
    }

    /// Ends the conversation: nothing is sent any more.
    package func end() {
        hasEnded = true
    }

    /// Begins to answer the next request.
    ///
    /// Not to be called while it ``isWaiting``.
    ///
    /// - Parameter nextLine: Gives the next line; `nil` if there is none.
    /// - Returns: `false` if there is none.
    package func answerNext(_ nextLine: () -> LineFramer.Line?) -> Bool {
        if batch != nil {
            answerNextOfBatch()
            return true
        }
        switch nextLine() {
        case nil: return false
        case .text(let line): answer(line)
        case .garbage(let fault): send(RequestError(.syntax, fault))
        case .tooLong:
            let message = "the line is longer than \(LineFramer.limit) bytes"
            send(RequestError(.invalidRequest, message))
        }
        return true
    }

    /// Sends an error that no request caused.
    package func send(_ error: RequestError) {
        carrier.send("ERR \(error.number) \(error.message)\n")
    }

    private func answer(_ line: String) {
        switch line.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): answerJSON(line)
        case nil: send(RequestError(.invalidRequest, "empty line; help lists the commands"))
        default:
            perform(for: .words, .words) { () throws(RequestError) in
                try Request(words: line, role: permission)
            }
        }
    }

    private func answerJSON(_ line: String) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.read(line)
        } catch {
            return settle(.failure(RequestError(.syntax, "\(error)")), .json(id: .null))
        }
        guard case .array(let requests) = value else { return answer(request: value) }
        guard (1...JSONRequest.batchLimit).contains(requests.count) else {
            let message = "a batch must have 1 to \(JSONRequest.batchLimit) requests"
            return settle(.failure(RequestError(.invalidRequest, message)), .json(id: .null))
        }
        batch = Batch(requests: requests[...])
    }

    private func answer(request value: JSONValue) {
        switch JSONRequest.read(value) {
        case .failure(let invalid): settle(.failure(invalid.error), .json(id: invalid.id))
        case .success(let request):
            perform(for: .json(id: request.id), .json) { () throws(RequestError) in
                try Request(
                    method: request.method,
                    parameters: request.params,
                    role: permission
                )
            }
        }
    }

    private func answerNextOfBatch() {
        if let request = batch?.requests.popFirst() {
            if (batch?.text.utf8.count ?? 0) < Self.batchLimit {
                answer(request: request)
            } else {
                let message = "the answers of the batch exceed \(Self.batchLimit) bytes"
                let id: JSONValue? =
                    switch JSONRequest.read(request) {
                    case .success(let request): request.id
                    case .failure(let invalid): invalid.id
                    }
                settle(.failure(RequestError(.invalidRequest, message)), .json(id: id))
            }
            return
        }
        if let text = batch?.text, !text.isEmpty { carrier.send("[\(text)]\n") }
        batch = nil
    }

    /// Carries out a request and answers it, now or when it has completed.
    private func perform(
        for target: Target,
        _ dialect: Dialect,
        _ read: () throws(RequestError) -> Request
    ) {
        var command: CommandDetails?
        func told(_ error: RequestError) -> RequestError {
            command.map { error.told(in: dialect, of: $0) } ?? error
        }
        do throws(RequestError) {
            let request = try read()
            command = request.command.details
            self.dialect = dialect
            switch try handler.perform(request, for: self) {
            case .done(let reply): settle(.success(reply.text), target)
            case .pending(let reply):
                isWaiting = true
                reply.whenSettled { [self] result in
                    isWaiting = false
                    guard !hasEnded else { return }
                    settle(
                        result.map(\.text).mapError { told(RequestError(completing: $0)) },
                        target
                    )
                    // The client may have disconnected: sending the answer tells.
                    if !hasEnded { carrier.sessionCanContinue() }
                }
            }
        } catch {
            group?.fail(error)
            settle(.failure(told(error)), target)
        }
    }

    private func settle(_ result: Result<AnswerText, RequestError>, _ target: Target) {
        switch (target, result) {
        case (.words, .success(let answer)):
            carrier.send(answer.wordsText)
        case (.words, .failure(let error)): send(error)
        case (.json(id: nil), _): break
        case (.json(let id?), _):
            let text = JSONResponse.text(result, id: id)
            guard let isFirst = batch?.text.isEmpty else { return carrier.send(text + "\n") }
            if !isFirst { batch?.text += "," }
            batch?.text += text
        }
    }
}

// MARK: - Events

extension Session {
    /// Subscribes to types of events, in the dialect of the request.
    ///
    /// - Parameters:
    ///   - types: The types.
    ///   - positionRate: The rate of `position` in Hz; `nil` for as it is.
    ///   - levelsRate: The rate of `levels` in Hz; `nil` for as it is.
    package func subscribe(
        _ types: Set<EventType>,
        positionRate: Double? = nil,
        levelsRate: Double? = nil
    ) {
        subscription.add(types, positionRate: positionRate, levelsRate: levelsRate, dialect)
        handler.subscriptionsChanged()
    }

    /// Unsubscribes from types of events.
    package func unsubscribe(_ types: Set<EventType>) {
        subscription.remove(types)
        handler.subscriptionsChanged()
    }

    /// Sends an event to a client that subscribes to its type.
    package func publish(_ line: inout EventLine) {
        guard let type = line.event.type, subscription.types.contains(type) else { return }
        send(&line)
    }

    /// Counts events of a type that were left out as dropped, for a client that subscribes to it.
    package func drop(_ count: Int, of type: EventType) {
        guard subscription.types.contains(type) else { return }
        subscription.drop(count)
        if carrier.canTake { publishLag() }
    }

    /// Sends the number of dropped events, if any were, to a client that takes text again.
    package func publishLag() {
        if let lag = takeLag() { carrier.send(lag) }
    }

    /// The line with the number of dropped events, if any were, for a client that takes text again.
    func takeLag() -> String? { hasEnded ? nil : subscription.takeLag() }

    /// Sends a position, if it is due.
    package func publishPosition(_ line: inout EventLine, _ now: LoopTime) {
        guard subscription.takePositionDue(now) else { return }
        send(&line)
    }

    /// Takes levels, and sends those since the last event if they are due.
    func publishLevels(_ snapshot: LevelSnapshot, _ now: LoopTime) {
        for levels in subscription.takeLevels(snapshot, at: now) {
            var line = EventLine(.levels(levels))
            send(&line)
        }
    }

    private func send(_ line: inout EventLine) {
        guard !hasEnded, let text = subscription.line(&line, canTake: carrier.canTake) else {
            return
        }
        carrier.send(text)
    }
}

/// The connection that carries a session's lines to its client.
@EventLoop
package protocol SessionCarrier: AnyObject {
    /// Whether the client takes more text at present.
    var canTake: Bool { get }

    /// Sends text, whole lines.
    func send(_ text: String)

    /// Called after a request has completed for which ``Session/isWaiting`` was set.
    func sessionCanContinue()
}

/// The owner of what requests work on.
@EventLoop
package protocol RequestHandler: AnyObject {
    /// Carries out a request of a session, at once or scheduled for its position.
    ///
    /// - Throws: The error of the answer.
    func perform(
        _ request: Request,
        for session: Session
    ) throws(RequestError) -> Outcome

    /// Called after a session has changed its subscriptions.
    func subscriptionsChanged()
}
