import CommandSupport
import MPRIS
import Synchronization

/// The terminal's player as one of the user's desktop: what media keys and widgets ask for, until the
/// main thread takes it.
///
/// Main thread only, except for ``Inbox``.
final class DesktopControls {
    /// A request of the desktop.
    enum Request: Sendable {
        case command(MediaCommand, answer: @Sendable (Result<Void, MediaFailure>) -> Void)
        case position(answer: @Sendable (Int64) -> Void)
    }

    /// The requests that wait.
    private final class Inbox: MediaOwner {
        let requests = Mutex<[Request]>([])
        let isConnected = Atomic<Bool>(false)

        func serverConnected() {
            isConnected.store(true, ordering: .releasing)
            Signals.wake()
        }

        func perform(
            _ command: MediaCommand,
            _ answer: @escaping @Sendable (Result<Void, MediaFailure>) -> Void
        ) {
            put(.command(command, answer: answer))
        }

        func tellPosition(_ answer: @escaping @Sendable (Int64) -> Void) {
            put(.position(answer: answer))
        }

        private func put(_ request: Request) {
            requests.withLock { $0.append(request) }
            Signals.wake()
        }
    }

    private let inbox = Inbox()
    private let server: MediaServer
    /// The state that the desktop was told last.
    private var told: MediaState?

    /// Shows a player on the desktop; `nil` where there is no session bus, or no thread for it.
    ///
    /// - Parameters:
    ///   - state: The state at first.
    ///   - isVerbose: Whether its name on the bus is printed, or why it has none.
    init?(_ state: MediaState, isVerbose: Bool) {
        guard MediaServer.isPossible else { return nil }
        let description = MediaDescription(
            identity: "seqd play",
            isMain: false,
            canQuit: true,
            opensFiles: false
        )
        do throws(MediaFailure) {
            server = try MediaServer(description, state, of: inbox) { report in
                guard isVerbose else { return }
                switch report {
                case .connected(let name): Console.report("media keys: \(name)")
                case .refused(let reason), .lost(let reason):
                    Console.report("no media keys: session bus: \(reason)")
                }
            }
        } catch {
            if isVerbose { Console.report("no media keys: \(error.text)") }
            return nil
        }
    }

    /// Whether the desktop can see the player.
    var isConnected: Bool { inbox.isConnected.load(ordering: .acquiring) }

    /// Takes the requests that wait.
    func takeRequests() -> [Request] {
        inbox.requests.withLock { requests in
            defer { requests = [] }
            return requests
        }
    }

    /// Tells the state, unless it follows from the last one.
    func tell(_ state: MediaState) {
        if let told, state.isContinuation(of: told) { return }
        told = state
        server.update(state)
    }

    /// Hides the player; requests that wait are not answered any more.
    func end() { server.end() }
}
