import ControlProtocol
import Effects
import Playback
import Sequencer

/// A command that the daemon carries out.
///
/// Nearly all are an ``ImmediateCommand`` or an ``AsyncCommand``.
protocol PerformedCommand: ControlCommand {
    /// Whether it takes the position of its request itself: it has work to do before.
    var takesPosition: Bool { get }
    /// Whether it changes the part that is repeated.
    var changesLoop: Bool { get }
    /// Whether it begins or ends a group.
    var concernsGroup: Bool { get }

    /// Carries it out, or begins to.
    ///
    /// - Throws: The error of the answer.
    @EventLoop func begin(_ context: CommandContext) throws(RequestError) -> Outcome

    /// Checks before it waits whether it could be carried out now.
    ///
    /// - Throws: The error with which it would be answered.
    @EventLoop func check(_ state: inout CommandCheck) throws(RequestError)

    /// Checks the names that last longer than a piece: those of strips, effects buses and inputs.
    ///
    /// - Returns: The number of messages that it sends to the live inputs.
    /// - Throws: The error with which it would be answered.
    @EventLoop func checkNames(_ transport: Transport) throws(RequestError) -> Int
}

extension PerformedCommand {
    var takesPosition: Bool { false }
    var changesLoop: Bool { false }
    var concernsGroup: Bool { false }

    @EventLoop func check(_ state: inout CommandCheck) throws(RequestError) {}

    @EventLoop func checkNames(_ transport: Transport) throws(RequestError) -> Int { 0 }
}

/// A command that is carried out at once.
protocol ImmediateCommand: PerformedCommand {
    /// Whether a group does it last: it changes the position, and cannot be done ahead of its time.
    var endsGroup: Bool { get }

    /// Carries it out.
    @EventLoop func perform(_ context: CommandContext) throws(RequestError) -> Answer
}

extension ImmediateCommand {
    var endsGroup: Bool { false }

    @EventLoop func begin(_ context: CommandContext) throws(RequestError) -> Outcome {
        .done(Reply(self, try perform(context)))
    }
}

/// A command that may have to wait while it is carried out.
protocol AsyncCommand: PerformedCommand {
    /// Carries it out; up to where it first waits, it is done at once.
    @EventLoop func perform(_ context: CommandContext) async throws -> Answer
}

extension AsyncCommand {
    @EventLoop func begin(_ context: CommandContext) throws(RequestError) -> Outcome {
        .later { Reply(self, try await perform(context)) }
    }
}

/// The parts of the daemon that a command works on.
@EventLoop
struct CommandContext {
    let daemon: DaemonHandlers
    /// The client.
    let session: Session
    /// The position that the request has, for a command that takes it itself.
    let position: Position?

    var transport: Transport { daemon.transport }

    /// Waits for the output after playback has begun.
    ///
    /// - Returns: The reason why nothing is audible; `nil` if something is.
    func silence() async -> String? {
        let (run, devices) = (transport.run, transport.devices)
        await devices.opened()
        guard run.state == .playing else {
            return run.sourceWait.map { "\($0); 'follow off' plays without it" }
        }
        let isMuted = transport.mixer.isMasterMuted
        return devices.warning ?? (isMuted ? "the master is muted" : run.playback.silence)
    }
}

/// The check of commands that wait for their time.
@EventLoop
struct CommandCheck {
    let transport: Transport
    /// The loaded piece, at the tempo that the commands before have set.
    var piece: LoadedPiece?
    /// The inserts of strips that the commands before have changed.
    var inserts: [String: [InsertSettings]] = [:]
    /// The speed and the vari-speed that the commands before have set.
    var speed: Speed?
    var variSpeed: Speed?

    init(_ transport: Transport) {
        self.transport = transport
        piece = transport.piece
    }

    /// The loaded piece.
    ///
    /// - Throws: Status 66 if there is none.
    func loaded() throws(RequestError) -> LoadedPiece {
        if let piece { return piece }
        return try transport.run.loadedPiece()
    }

    /// Checks that selectors select parts of the loaded piece.
    func resolve(_ selectors: SelectorSet) throws(RequestError) {
        _ = try transport.run.resolve(selectors, in: try loaded())
    }

    /// Checks a command, and then all that it names.
    ///
    /// - Returns: The number of messages that it sends to the live inputs.
    mutating func check(_ command: some PerformedCommand) throws(RequestError) -> Int {
        try command.check(&self)
        return try command.checkNames(transport)
    }
}
