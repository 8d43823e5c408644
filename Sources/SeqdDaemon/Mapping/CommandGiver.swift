import ControlProtocol

/// Gives the commands of mapped controllers, with the roles of those who mapped them.
@EventLoop
final class CommandGiver {
    private unowned let handler: any RequestHandler
    private let carrier = SilentCarrier()
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
            let request = try Request(words: given.command, role: given.role)
            guard case .pending(let reply) = try handler.perform(request, for: session) else {
                return
            }
            reply.whenSettled { [onFailure] result in
                guard case .failure(let error) = result else { return }
                onFailure(given.command, RequestError(completing: error))
            }
        } catch {
            onFailure(given.command, error)
        }
    }
}
