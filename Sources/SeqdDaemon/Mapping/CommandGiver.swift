import ControlProtocol
import NIOCore

/// Gives the commands of mapped controllers, with the roles of those who mapped them.
///
/// Confined to the event loop.
final class CommandGiver {
    /// Takes no answers: errors go to `onFailure`.
    private final class Carrier: SessionCarrier {
        var canTake: Bool { true }
        func send(_ text: String) {}
        func sessionCanContinue() {}
    }

    private unowned let handler: any RequestHandler
    private let carrier = Carrier()
    private var sessions: [Permission: Session] = [:]
    private let onFailure: (String, RequestError) -> Void

    init(_ handler: any RequestHandler, onFailure: @escaping (String, RequestError) -> Void) {
        self.handler = handler
        self.onFailure = onFailure
    }

    /// Gives a command.
    func give(_ given: ControllerMaps.Given) {
        let session =
            sessions[given.role] ?? Session(handler, over: carrier, permission: given.role)
        sessions[given.role] = session
        do throws(RequestError) {
            let request = try TimedRequest(words: given.command, role: given.role)
            guard case .later(let future) = try handler.perform(request, for: session) else {
                return
            }
            let onFailure = onFailure
            future.assumeIsolated().whenFailure {
                onFailure(given.command, RequestError(completing: $0))
            }
        } catch {
            onFailure(given.command, error)
        }
    }
}
