import JSON
import NIOCore

/// A connection to the socket: its requests are answered one after the other, in their order.
///
/// Bounded in memory: nothing is read while requests wait or the client does not take its answers, and events
/// are dropped then. Confined to the event loop.
final class ControlClient: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Bytes that may wait to be sent; see the server's watermarks.
    static let outputLimit = 65_536
    /// Bytes that the answers of a batch may have before its last.
    private static let batchLimit = 1_048_576
    /// Requests that are answered before other clients have their turn.
    private static let turn = 32

    private let server: ControlServer
    /// Why the connection is refused, where it is.
    private let refusal: RequestFailure?
    private var context: ChannelHandlerContext?
    private var framer = LineFramer()
    private var batch: Batch?
    private(set) var subscription = Subscription()
    /// Text that will be sent at the end of the turn.
    private var output = ""
    /// A command has not completed yet.
    private var isWaiting = false
    private var isWorking = false
    private var isTurnScheduled = false
    private var isInputClosed = false
    private var isClosing = false

    /// Where an answer goes.
    private enum Target {
        case words
        /// `nil`: a notification.
        case json(id: JSONValue?)
    }

    /// A JSON-RPC batch that is being answered.
    private struct Batch {
        var requests: ArraySlice<JSONValue>
        var text = ""
    }

    init(_ server: ControlServer, refusal: RequestFailure?) {
        self.server = server
        self.refusal = refusal
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        if let refusal {
            send(failure: refusal)
            closeAfterOutput()
        } else {
            server.add(self)
            context.read()
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isClosing = true
        server.remove(self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if refusal == nil { framer.append(&bytes) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Not from within: an answer that nobody takes any more would end the channel while NIO is
        // still about to half-close it.
        scheduleTurn()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else { return }
        isInputClosed = true
        scheduleTurn()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard context.channel.isWritable else { return }
        if let lag = subscription.takeLag() { output += lag }
        work()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The client has gone, or the socket fails: there is nobody to tell.
        context.close(promise: nil)
    }

    /// Ends the connection, whatever waits to be sent.
    func close() {
        isClosing = true
        context?.close(promise: nil)
    }
}

// MARK: - Requests

extension ControlClient {
    /// Answers what has come, as far as the client takes answers.
    private func work() {
        guard !isWorking else { return }
        isWorking = true
        var left = Self.turn
        var isAllAnswered = false
        while left > 0, canWork, !isAllAnswered {
            isAllAnswered = !answerNext()
            left -= 1
        }
        // Sending may make room, of which this is told at once: the turn is not over yet.
        flush()
        isWorking = false
        guard canWork else { return }
        if !isAllAnswered {
            scheduleTurn()
        } else if isInputClosed {
            closeAfterOutput()
        } else {
            context?.read()
        }
    }

    private var canWork: Bool { !isWaiting && !isClosing && refusal == nil && canTake }

    /// Whether the client takes what it is sent.
    private var canTake: Bool {
        output.utf8.count < Self.outputLimit && context?.channel.isWritable ?? false
    }

    /// Goes on after the other clients have had their turn.
    private func scheduleTurn() {
        guard !isTurnScheduled, let context else { return }
        isTurnScheduled = true
        context.eventLoop.assumeIsolated().execute { [self] in
            isTurnScheduled = false
            work()
        }
    }

    /// Begins to answer the next request.
    ///
    /// - Returns: `false` when there is none.
    private func answerNext() -> Bool {
        if batch != nil {
            answerNextOfBatch()
            return true
        }
        switch framer.next(isEnd: isInputClosed) {
        case nil: return false
        case .text(let line): answer(line)
        case .garbage(let what): send(failure: .syntax(what))
        case .tooLong:
            send(failure: .request("the line is longer than \(LineFramer.limit) bytes"))
        }
        return true
    }

    private func answer(_ line: String) {
        switch line.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): answerJSON(line)
        case nil: send(failure: .request("empty line; help lists the commands"))
        default: perform(for: .words) { client throws(RequestFailure) in try client.run(line) }
        }
    }

    private func run(_ line: String) throws(RequestFailure) -> Command.Reply {
        let words = try Words(line)
        let command = try CommandTable.command(words.words.first?.text ?? "")
        let arguments = try Arguments(words: words, for: command)
        return try run(command, arguments, .words)
    }

    private func run(
        _ command: Command,
        _ arguments: Arguments,
        _ dialect: Dialect
    ) throws(RequestFailure) -> Command.Reply {
        if !command.isQuestion { server.forgetStatus() }
        return try command.handler(
            Command.Call(arguments: arguments, server: server, client: self, dialect: dialect)
        )
    }

    private func answerJSON(_ line: String) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.read(line)
        } catch {
            return settle(.failure(.syntax("\(error)")), .json(id: .null))
        }
        guard case .array(let requests) = value else { return answer(request: value) }
        guard (1...JSONRequest.batchLimit).contains(requests.count) else {
            let message = "a batch must have 1 to \(JSONRequest.batchLimit) requests"
            return settle(.failure(.request(message)), .json(id: .null))
        }
        batch = Batch(requests: requests[...])
    }

    private func answer(request value: JSONValue) {
        switch JSONRequest.read(value) {
        case .failure(let invalid): settle(.failure(invalid.failure), .json(id: invalid.id))
        case .success(let request):
            perform(for: .json(id: request.id)) { client throws(RequestFailure) in
                let command = try CommandTable.command(request.method)
                let arguments = try Arguments(json: request.params, for: command)
                return try client.run(command, arguments, .json)
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
                settle(.failure(.request(message)), .json(id: id))
            }
            return
        }
        if let text = batch?.text, !text.isEmpty { output += "[\(text)]\n" }
        batch = nil
    }

    /// Carries out a command and answers it, now or when it has completed.
    private func perform(
        for target: Target,
        _ work: (ControlClient) throws(RequestFailure) -> Command.Reply
    ) {
        do throws(RequestFailure) {
            switch try work(self) {
            case .now(let answer): settle(.success(answer), target)
            case .later(let future):
                isWaiting = true
                future.assumeIsolated().whenComplete { [self] result in
                    isWaiting = false
                    server.forgetStatus()
                    settle(result.mapError(RequestFailure.init(completing:)), target)
                    self.work()
                }
            }
        } catch {
            settle(.failure(error), target)
        }
    }

    private func settle(_ result: Result<Answer, RequestFailure>, _ target: Target) {
        switch (target, result) {
        case (.words, .success(let answer)):
            answer.write(words: &output)
            output += "OK\n"
        case (.words, .failure(let failure)): send(failure: failure)
        case (.json(id: nil), _): break
        case (.json(let id?), _):
            let text = JSONResponse.text(result, id: id)
            guard let isFirst = batch?.text.isEmpty else {
                output += text
                output += "\n"
                return
            }
            if !isFirst { batch?.text += "," }
            batch?.text += text
        }
    }

    private func send(failure: RequestFailure) {
        output += "ERR \(failure.number) \(failure.message)\n"
    }
}

// MARK: - Events

extension ControlClient {
    /// Begins to tell of events, in a dialect; the rate is that of `position`, in Hz.
    func subscribe(_ types: Set<EventType>, rate: Double?, _ dialect: Dialect) {
        subscription.add(types, rate: rate, dialect)
        server.subscriptionsChanged()
    }

    /// Ends to tell of events.
    func unsubscribe(_ types: Set<EventType>) {
        subscription.remove(types)
        server.subscriptionsChanged()
    }

    /// Tells of an event, if it is subscribed to.
    func tell(_ event: inout EventLine) {
        guard subscription.types.contains(event.event.type) else { return }
        send(&event)
    }

    /// Tells of a position, if it is due.
    func tellPosition(_ event: inout EventLine, _ now: NIODeadline) {
        guard subscription.takePositionDue(now) else { return }
        send(&event)
    }

    private func send(_ event: inout EventLine) {
        guard !isClosing, let line = subscription.line(&event, canTake: canTake) else { return }
        output += line
        if !isWorking { flush() }
    }
}

// MARK: - Output

extension ControlClient {
    private func flush() {
        guard !output.isEmpty, let context else { return }
        let bytes = context.channel.allocator.buffer(string: output)
        output.removeAll(keepingCapacity: output.utf8.count <= 4_096)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    private func closeAfterOutput() {
        guard !isClosing, let context else { return }
        isClosing = true
        flush()
        // Completes after all that was written before.
        let written = context.writeAndFlush(wrapOutboundOut(ByteBuffer()))
        written.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }
}

extension RequestFailure {
    /// What a command that completed late failed with.
    fileprivate init(completing error: any Error) {
        switch error {
        case let failure as RequestFailure: self = failure
        case let failure as CommandFailure: self.init(failure)
        default: self = .internal("\(error)")
        }
    }
}
