import ControlProtocol
import NIOCore

/// A connection to the socket, which carries a session.
///
/// Bounded in memory: nothing is read while requests wait or the client does not take its answers,
/// except what one call of read(2) gives. Confined to the event loop.
final class SocketConnection: ChannelInboundHandler, SessionCarrier {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The number of bytes that may wait to be sent; see the server's watermarks.
    static let outputLimit = 65_536
    /// The number of requests that are answered before other clients have their turn.
    private static let turn = 32

    private let server: ControlServer
    private let peer: PeerCredentials
    private let role: Permission
    /// The error of a refused connection.
    private let refusal: RequestError?
    private(set) lazy var session = Session(server.hub, over: self, permission: role, peer: peer)
    private var context: ChannelHandlerContext?
    private var framer = LineFramer()
    /// The text to be sent at the end of the turn.
    private let output = SocketOutput()
    /// Whether NIO takes more to write.
    private var isWritable = true
    /// Whether bytes have arrived since reading last completed.
    private var hasArrived = false
    /// Whether NIO has been asked to read and has not read yet.
    private var isReading = false
    private var isWorking = false
    private var isTurnScheduled = false
    private var isInputClosed = false
    private var isClosing = false

    /// Makes a connection.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - peer: The client's process.
    ///   - role: The role that the socket gives to its clients.
    ///   - refusal: The error of a connection that is refused.
    init(
        _ server: ControlServer,
        of peer: PeerCredentials,
        as role: Permission,
        refusal: RequestError?
    ) {
        self.server = server
        self.peer = peer
        self.role = role
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
            session.send(refusal)
            closeAfterOutput()
        } else {
            output.open(context)
            server.add(self)
            read(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        output.close()
        endSession()
        server.remove(self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasArrived = true
        isReading = false
        var bytes = unwrapInboundIn(data)
        if refusal == nil { framer.append(&bytes) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // At the end of the input NIO is about to half-close the channel. An answer that the client
        // does not take any more would end it before that, so `inputClosed` begins that turn. The
        // server has NIO read once at a time: what has arrived is not followed by the end.
        guard hasArrived else { return }
        hasArrived = false
        if canWork, !isTurnScheduled {
            // Before NIO looks whether more is wanted: otherwise it would deregister from reading
            // and register again, a system call each.
            read(context)
            work()
        } else {
            scheduleTurn()
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else { return }
        isInputClosed = true
        scheduleTurn()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        guard isWritable else { return }
        session.publishLag()
        work()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The client has gone, or the socket fails: no answer reaches it.
        context.close(promise: nil)
    }

    /// Closes the connection; output that waits is not sent.
    func close() {
        endSession()
        context?.close(promise: nil)
    }

    private func endSession() {
        isClosing = true
        session.end()
    }
}

// MARK: - Turns

extension SocketConnection {
    /// Answers the lines that have come, as far as the client takes answers.
    private func work() {
        guard !isWorking else { return }
        isWorking = true
        var left = Self.turn
        var isAllAnswered = false
        while left > 0, canWork, !isAllAnswered {
            isAllAnswered = !session.answerNext { framer.next(isEnd: isInputClosed) }
            left -= 1
        }
        // Sending may make room, which is reported at once: the turn is not over yet.
        flush()
        isWorking = false
        guard canWork else { return }
        if !isAllAnswered {
            scheduleTurn()
        } else if isInputClosed {
            closeAfterOutput()
        } else if let context {
            read(context)
        }
    }

    /// Asks for what comes next, unless that has been done.
    private func read(_ context: ChannelHandlerContext) {
        guard !isReading else { return }
        isReading = true
        context.read()
    }

    private var canWork: Bool {
        !session.isWaiting && !isClosing && refusal == nil && canTake
    }

    /// Continues after the other clients have had their turn.
    private func scheduleTurn() {
        guard !isTurnScheduled, let context else { return }
        isTurnScheduled = true
        context.eventLoop.assumeIsolated().execute { [self] in
            isTurnScheduled = false
            work()
        }
    }
}

// MARK: - The session's carrier

extension SocketConnection {
    var canTake: Bool {
        output.count < Self.outputLimit && isWritable && context != nil
    }

    func send(_ text: String) {
        output.append(text)
        // An event between two turns is not sent by the end of one.
        if !isWorking { flush() }
    }

    func sessionCanContinue() {
        work()
    }

    private func flush() {
        if let context { output.flush(to: context) }
    }

    private func closeAfterOutput() {
        guard !isClosing, let context else { return }
        endSession()
        flush()
        // Completes after all that was written before.
        let written = context.writeAndFlush(wrapOutboundOut(ByteBuffer()))
        written.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }
}
