import ControlProtocol
import Foundation
import Logging
import SeqdClient
import Sequencer
import Testing

@testable import SeqdDaemon

/// A server with a handler that does nothing, in the tests' process.
@EventLoop
private final class RunningServer {
    let path: String
    private let server: ControlServer
    private let transport = EmptyTransport()
    private let socket: ControlSocket

    init(at path: String) throws {
        self.path = path
        socket = try ControlSocket(path: path, name: "test")
        let hub = SessionHub(transport)
        transport.hub = hub
        hub.handler = transport
        server = ControlServer(
            hub,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try server.listen(at: socket)
    }

    func publish(_ event: DaemonEvent) {
        transport.events(event)
    }

    func end() {
        server.stopListening()
        server.closeConnections()
        socket.remove()
        socket.release()
    }
}

/// A transport with nothing to play.
@EventLoop
private final class EmptyTransport: EventSource, RequestHandler {
    var wanted: Set<EventType> = []
    var events: (DaemonEvent) -> Void = { _ in }
    weak var hub: SessionHub?

    func status() -> DaemonStatus { DaemonStatus() }
    func positionEvent() -> DaemonEvent? { nil }
    func reportChanges() {}
    func takeLevels() -> LevelSnapshot? { nil }
    var drops: (Int, EventType) -> Void = { _, _ in }
    func subscriptionsChanged() { hub?.subscriptionsChanged() }

    func perform(
        _ request: Request,
        for session: Session
    ) throws(RequestError) -> Outcome {
        switch request.command {
        case is Command.Status:
            return hub.map { .done(Reply(text: $0.status(for: session))) } ?? .done
        case let subscribe as Command.Subscribe:
            session.subscribe(
                subscribe.types,
                positionRate: subscribe.positionRate,
                levelsRate: subscribe.levelsRate
            )
            return .done
        case is Command.Pause where request.position != nil:
            return .done(Reply(text: ScheduledAction(action: 1, due: 96_000).text))
        case let play as Command.Play:
            return .later {
                try await Task.sleep(for: .milliseconds(20))
                return Reply(play, AddedFiles(entry: nil, added: 3, skipped: ["/x: bad"]))
            }
        case is Command.Clear: throw RequestError(.busy, "not now")
        default: return .done
        }
    }
}

@Suite("A conversation of client and daemon", .serialized)
struct ConversationTests {
    private func socket() -> String {
        FileManager.default.temporaryDirectory.path + "/seqd-\(UUID().uuidString.prefix(12))"
    }

    @Test("has typed requests, replies and errors")
    func ask() async throws {
        let server = try await RunningServer(at: socket())
        let client = try SeqdClient(socket: server.path)
        #expect(try await client.ask(Command.Ping()) == Done())
        let status = try await client.ask(Command.Status())
        #expect(status.state == .stopped && status.clients == 1)
        #expect(
            try await client.ask(Command.Pause(), at: .nextBar)
                == ScheduledAction(action: 1, due: 96_000)
        )
        let error = await #expect(throws: RequestError.self) {
            try await client.ask(Command.Clear())
        }
        #expect(error == RequestError(.busy, "not now"))
        #expect(try await client.send("help gain").last == "OK")
        #expect(try await client.send("clear") == ["ERR 75 not now"])
        // Many at once: each gets its own.
        async let play = client.ask(Command.Play(FileRequest(paths: ["/a"])))
        async let ping = client.ask(Command.Ping())
        async let line = client.send("ping")
        #expect(try await play == AddedFiles(entry: nil, added: 3, skipped: ["/x: bad"]))
        #expect(try await (ping, line) == (Done(), ["OK"]))
        await server.end()
    }

    @Test("ends when the daemon does not answer in time")
    func timeout() async throws {
        let path = socket()
        let descriptor = UnixAddress.socket()
        defer {
            close(descriptor)
            unlink(path)
        }
        try #require(UnixAddress.bind(descriptor, to: path) == 0 && listen(descriptor, 4) == 0)
        let client = try SeqdClient(socket: path, timeout: .milliseconds(100))
        for _ in 0..<2 {
            let error = await #expect(throws: RequestError.self) {
                try await client.ask(Command.Ping())
            }
            #expect(error?.code == .timedOut)
        }
        let other = try DaemonConnection(socket: path, timeout: .milliseconds(100))
        let error = #expect(throws: RequestError.self) { try other.ask(Command.Ping()) }
        #expect(error?.message == "the daemon does not answer within 0.1 s")
    }

    @Test("has typed events for each follower")
    func events() async throws {
        let server = try await RunningServer(at: socket())
        let client = try SeqdClient(socket: server.path)
        let bars = try await client.events([.bar])
        let both = try await client.events([.bar, .output])
        let bar = DaemonEvent.bar(BarStart(bar: 3, seconds: 4))
        let output = DaemonEvent.output(OutputChange(.lost("gone"), xruns: 2))
        await server.publish(output)
        await server.publish(bar)
        await server.publish(
            .lyric(PassedText("a", position: PassedPosition(text: "1:1:0", seconds: 0)))
        )
        await server.end()
        var heard: [EventMessage] = []
        for await message in bars { heard.append(message) }
        #expect(heard == [EventMessage(sequence: 2, event: bar)])
        heard = []
        for await message in both { heard.append(message) }
        #expect(heard.map(\.event) == [output, bar])
    }

    @Test("reports the events that a slow client has not taken")
    func slowEvents() async throws {
        let server = try await RunningServer(at: socket())
        let client = try SeqdClient(socket: server.path)
        let bars = try await client.events([.bar])
        func publish(_ numbers: Range<Int>) async throws {
            for number in numbers {
                await server.publish(.bar(BarStart(bar: number, seconds: 0)))
                // The daemon does not drop any, and after an answer the client has read them.
                if number % 100 == 99 { try await client.ask(Command.Ping()) }
            }
        }
        try await publish(0..<SeqdClient.eventLimit + 204)
        try await client.ask(Command.Ping())
        var iterator = bars.makeAsyncIterator()
        for number in 0..<SeqdClient.eventLimit {
            let event = await iterator.next()?.event
            guard event == .bar(BarStart(bar: number, seconds: 0)) else {
                Issue.record("\(number): \(String(describing: event))")
                break
            }
        }
        try await publish(9_000..<9_001)
        #expect(await iterator.next()?.event == .lagged(count: 204))
        #expect(await iterator.next()?.event == .bar(BarStart(bar: 9_000, seconds: 0)))
        await server.end()
        #expect(await iterator.next() == nil)
    }

    @Test("does not stop when more is sent and answered at once than the socket holds")
    func flood() async throws {
        let server = try await RunningServer(at: socket())
        let client = try SeqdClient(socket: server.path)
        let line = "status" + String(repeating: " ", count: 2_000)
        try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<2_000 { group.addTask { try await client.send(line) } }
            for try await answer in group { #expect(answer.last == "OK") }
        }
        await server.end()
    }

    @Test("reconnects to a daemon that was restarted")
    func reconnection() async throws {
        let path = socket()
        let missing = #expect(throws: RequestError.self) { try SeqdClient(socket: path) }
        #expect(missing?.code == .unavailable)
        let first = try await RunningServer(at: path)
        let client = try SeqdClient(socket: path)
        try await client.ask(Command.Ping())
        await first.end()
        await #expect(throws: RequestError.self) {
            while true { try await client.ask(Command.Ping()) }
        }
        #expect(!client.isConnected)
        await #expect(throws: RequestError.self) {
            try await client.reconnect(within: .milliseconds(100))
        }
        let second = try await RunningServer(at: path)
        try await client.reconnect()
        #expect(try await client.ask(Command.Ping()) == Done())
        client.close()
        await second.end()
    }

    @Test("keeps one connection if several tasks reconnect")
    func concurrentReconnection() async throws {
        let path = socket()
        let first = try await RunningServer(at: path)
        let client = try SeqdClient(socket: path)
        try await client.ask(Command.Ping())
        await first.end()
        while client.isConnected { _ = try? await client.ask(Command.Ping()) }
        let second = try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await client.reconnect() } }
            // They wait for it, and find it at the same time.
            try await Task.sleep(for: .milliseconds(20))
            let server = try await RunningServer(at: path)
            try await group.waitForAll()
            return server
        }
        var clients: Int?
        for _ in 0..<1_000 {
            clients = try await client.ask(Command.Status()).clients
            if clients == 1 { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(clients == 1)
        client.close()
        await second.end()
    }
}
