import CLinux
import ControlProtocol
import FlyingFox
import FlyingSocks
import Foundation
import Glibc
import WebProtocol

/// Joins the WebSocket of a browser to a connection of its own to the daemon.
///
/// The daemon's lines are read as fast as the browser takes them, no faster: to the daemon, a slow
/// browser is a slow client.
struct DaemonBridge: WSHandler {
    /// The paths at which a daemon may listen.
    let paths: [String]
    let pool: any AsyncSocketPool
    /// The role of the browser.
    let role: Permission

    /// The longest line of the daemon: the queue with 10,000 files.
    private static let lineLimit = 32 << 20

    func makeFrames(
        for client: AsyncThrowingStream<WSFrame, any Error>
    ) async throws -> AsyncStream<WSFrame> {
        let queue = FrameQueue()
        let task = Task { await run(client, queue) }
        // The library drops the stream when the browser is gone.
        let lifetime = BridgeLifetime(task)
        return AsyncStream {
            withExtendedLifetime(lifetime) {}
            return await queue.next()
        } onCancel: {
            Task { await queue.finish() }
        }
    }

    private func run(_ client: AsyncThrowingStream<WSFrame, any Error>, _ queue: FrameQueue) async {
        guard let daemon = connect() else {
            // "Try again later", RFC 6455's registry.
            await queue.finish(.close(code: WSCloseCode(1_013, reason: "no daemon")))
            return
        }
        let last = await withTaskCancellationHandler {
            await withTaskGroup(of: WSFrame?.self) { group in
                group.addTask { await passRequests(client, to: daemon, queue) }
                group.addTask { await passLines(daemon, queue) }
                let last = await group.next()
                // The other one may wait for a browser that takes nothing.
                await queue.close()
                group.cancelAll()
                return last ?? nil
            }
        } onCancel: {
            Task { await queue.close() }
        }
        try? daemon.close()
        // The library closes its socket then: nothing may wait for that any more.
        await queue.finish(last)
    }

    /// Connects to the first daemon that listens.
    ///
    /// The library's own way leaves a descriptor open for each attempt that fails.
    private func connect() -> AsyncSocket? {
        for path in paths {
            let descriptor = UnixAddress.socket()
            guard descriptor >= 0 else { return nil }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            if UnixAddress.connect(descriptor, to: path) == 0 {
                let socket = Socket(file: Socket.FileDescriptor(rawValue: descriptor))
                if let daemon = try? AsyncSocket(socket: socket, pool: pool) { return daemon }
            }
            close(descriptor)
        }
        return nil
    }

    // MARK: - To the daemon

    /// Passes requests until one side ends.
    ///
    /// - Returns: The last frame for the browser, if it is still there.
    private func passRequests(
        _ client: AsyncThrowingStream<WSFrame, any Error>,
        to daemon: AsyncSocket,
        _ queue: FrameQueue
    ) async -> WSFrame? {
        let requests = RequestGuard(role: role)
        var rate = RateLimit.requests
        var message = Data()
        do {
            for try await frame in client {
                switch frame.opcode {
                case .text, .continuation:
                    message.append(frame.payload)
                    guard frame.fin else { continue }
                    guard let text = String(validating: message, as: UTF8.self) else {
                        return .close(code: WSCloseCode(1_007, reason: "not UTF-8"))
                    }
                    message = Data()
                    let checked = requests.check(text)
                    // The gate counts frames, and cannot see how many requests one has. Nothing more
                    // is read meanwhile, so the browser waits as well.
                    let pause = rate.take(checked.requests, at: seqd_monotonic_nanoseconds())
                    if pause > 0 { try await Task.sleep(for: .nanoseconds(pause)) }
                    switch checked.verdict {
                    case .pass(let line): try await daemon.write(Data("\(line)\n".utf8))
                    case .refuse(let line): await queue.add(Self.frame(Data(line.utf8)))
                    case .drop: break
                    }
                case .ping:
                    await queue.add(
                        WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload)
                    )
                case .close:
                    return WSFrame(fin: true, opcode: .close, mask: nil, payload: frame.payload)
                default: break
                }
            }
        } catch {
            // The browser or the daemon is gone.
            return nil
        }
        return nil
    }

    // MARK: - To the browser

    /// Passes the daemon's lines; those that have arrived together are one message.
    ///
    /// - Returns: The last frame for the browser.
    private func passLines(_ daemon: AsyncSocket, _ queue: FrameQueue) async -> WSFrame? {
        var bytes = Data()
        while !Task.isCancelled {
            guard let piece = try? await daemon.read(atMost: 65_536), !piece.isEmpty else { break }
            guard let end = piece.lastIndex(of: UInt8(ascii: "\n")) else {
                bytes += piece
                guard bytes.count <= Self.lineLimit else { break }
                continue
            }
            bytes += piece[..<end]
            await queue.add(Self.frame(bytes))
            bytes = Data(piece[(end + 1)...])
        }
        // "Service restart": the page connects again.
        return .close(code: WSCloseCode(1_012, reason: "the daemon has ended"))
    }

    private static func frame(_ text: Data) -> WSFrame {
        WSFrame(fin: true, opcode: .text, mask: nil, payload: text)
    }
}

/// Ends the task of a bridge with the stream that has it.
private final class BridgeLifetime: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    deinit {
        task.cancel()
    }
}
