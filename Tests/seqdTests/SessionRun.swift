import ArgumentParser
import ControlProtocol
import Logging
import NIOCore
import NIOPosix

@testable import SeqdDaemon
@testable import seqd

/// A transport without a device in the tests' process, with the measuring font and a song, and one
/// client's session with it: no process, no socket.
final class SessionRun: Sendable {
    let place: Workplace
    private let loop = MultiThreadedEventLoopGroup.singleton.next()
    private let parts: NIOLoopBound<Parts>

    /// Everything that is confined to the loop.
    private final class Parts: SessionCarrier {
        let transport: Transport
        let server: ControlServer
        private(set) var session: Session?
        private var text = ""
        private var lines: [String] = []
        private var answered: EventLoopPromise<String>?
        let canTake = true

        init(_ transport: Transport, _ server: ControlServer) {
            self.transport = transport
            self.server = server
            server.handler = DaemonHandlers(
                transport,
                server,
                version: ProgramVersion.number
            )
            session = Session(server, over: self)
        }

        func send(_ text: String) {
            self.text += text
        }

        func sessionCanContinue() {
            guard let session else { return }
            while !session.isWaiting, session.answerNext({ nextLine() }) {}
            guard !session.isWaiting else { return }
            answered?.succeed(text)
            answered = nil
            text = ""
        }

        private func nextLine() -> LineFramer.Line? {
            lines.isEmpty ? nil : .text(lines.removeFirst())
        }

        func ask(_ line: String, _ promise: EventLoopPromise<String>) {
            lines.append(line)
            answered = promise
            sessionCanContinue()
        }
    }

    /// Makes a transport that plays in real time.
    init() async throws {
        let place = try DaemonRun.place()
        self.place = place
        let loop = loop
        parts = try await loop.submit {
            let command = try DaemonCommand.parse(
                ["--null", "--connect", "none", "--sf2", place.font]
            )
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let transport = try Transport(command.settings(), on: loop, logger: logger)
            let server = ControlServer(transport, on: loop, logger: logger, onQuit: {})
            try transport.start()
            return NIOLoopBound(Parts(transport, server), eventLoop: loop)
        }.get()
    }

    /// Says a line in either dialect.
    ///
    /// - Returns: The lines of the answer, and of events before it.
    @discardableResult
    func ask(_ line: String) async throws -> [String] {
        let text = try await loop.flatSubmit {
            let promise = self.loop.makePromise(of: String.self)
            self.parts.value.ask(line, promise)
            return promise.futureResult
        }.get()
        return text.split(separator: "\n").map(String.init)
    }

    /// Ends the sound and the threads.
    func end() async throws {
        try await loop.flatSubmit { self.parts.value.transport.shutDown() }.get()
    }
}
