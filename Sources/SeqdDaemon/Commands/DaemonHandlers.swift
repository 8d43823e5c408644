import ControlProtocol
import Logging
import Playback
import Sequencer

/// Carries out the requests of clients on the transport.
@EventLoop
final class DaemonHandlers: RequestHandler {
    let transport: Transport
    /// The owner of the handlers.
    unowned let hub: SessionHub
    /// Called for `quit`, after the answers up to then have been sent.
    let onQuit: () -> Void
    /// Reads the configuration again.
    let reloader: SettingsReloader
    /// The version of seqd.
    let version: String

    /// Makes handlers.
    init(
        _ transport: Transport,
        _ hub: SessionHub,
        _ reloader: SettingsReloader,
        version: String,
        onQuit: @escaping () -> Void
    ) {
        self.transport = transport
        self.hub = hub
        self.reloader = reloader
        self.version = version
        self.onQuit = onQuit
        transport.controllers.use(hub)
    }

    func subscriptionsChanged() {
        hub.subscriptionsChanged()
    }

    func perform(_ request: Request, for session: Session) throws(RequestError) -> Outcome {
        guard let command = request.command as? any PerformedCommand else {
            throw .internal("no handler for \(request.command.name)")
        }
        if session.group != nil, !command.concernsGroup, !command.details.isReadOnly {
            try session.group?.add(request)
            return .done
        }
        let context = CommandContext(daemon: self, session: session, position: request.position)
        guard let position = request.position, !command.takesPosition,
            let timing = command.details.timing
        else { return try command.begin(context) }
        // The client that asks is still there to be told.
        try transport.check(command)
        return try schedule(
            command,
            timing,
            at: position,
            changesLoop: command.changesLoop
        ) { () throws(RequestError) in
            try command.begin(context)
        }
    }

    /// Schedules a command for a position.
    func schedule(
        _ command: any ControlCommand,
        _ timing: Timing,
        at position: Position,
        changesLoop: Bool,
        _ perform: @escaping () throws(RequestError) -> Outcome
    ) throws(RequestError) -> Outcome {
        let transport = transport
        let action = try transport.run.schedule(
            command.name,
            timing,
            at: position,
            changesLoop: changesLoop
        ) { () throws(RequestError) in
            try transport.run.playback.atExactFrame(perform)
        }
        let answer = ScheduledAction(action: action.number, due: action.frame)
        return .done(Reply(text: answer.text))
    }
}
