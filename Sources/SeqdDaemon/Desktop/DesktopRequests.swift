import ControlProtocol
import MPRIS
import Playback
import Sequencer

/// The commands of the desktop as requests of a client with the role `transport`.
@EventLoop
final class DesktopRequests {
    private let transport: Transport
    private let handler: any RequestHandler
    private let carrier = SilentCarrier()
    private let session: Session

    init(_ transport: Transport, _ handler: any RequestHandler) {
        self.transport = transport
        self.handler = handler
        session = Session(handler, over: carrier, permission: .transport)
    }

    private var run: PlayRun { transport.run }
    private var list: PlayQueue { transport.queue.list }

    /// The position of playback in microseconds.
    var position: Int64 { microseconds(run.playback.position) }

    private func microseconds(_ frame: Int64) -> Int64 {
        MediaTime.microseconds(ofFrame: frame, rate: run.rate)
    }

    /// Does what the desktop asks for.
    ///
    /// - Throws: The error of the request.
    func perform(_ command: MediaCommand) async throws {
        switch command {
        case .quit: throw RequestError(.notPermitted, "the desktop may not end the daemon")
        case .next: if list.nextIndex != nil { try await ask(Command.Next()) }
        case .previous: if list.previousIndex != nil { try await ask(Command.Previous()) }
        case .play: if !list.isEmpty, run.state != .playing { try await ask(Command.Continue()) }
        case .pause: if run.state == .playing { try await ask(Command.Pause()) }
        case .playPause: try await ask(Command.Toggle())
        case .stop: try await ask(Command.Stop())
        case .seek(let offset): try await seek(by: offset)
        case .setPosition(let track, let position):
            guard track == list.current.map({ "\($0.number)" }) else { return }
            try await seek(to: position)
        case .open(let path): try await open(path)
        case .setRepetition(let repetition): try await set(repetition)
        case .setShuffled(let isOn): try await ask(Command.Random(isOn))
        case .setSpeed(let speed): try await set(speed)
        case .setGain(let gain): try await ask(Command.Gain(decibels: gain))
        }
    }

    private func ask(_ command: any ControlCommand) async throws {
        let outcome = try handler.perform(Request(command), for: session)
        if case .pending(let reply) = outcome { _ = try await reply.value }
    }

    // MARK: Positions

    private func seek(by offset: Int64) async throws {
        guard let piece = run.piece else { return }
        let (target, hasOverflowed) = position.addingReportingOverflow(offset)
        let end = microseconds(piece.endFrame(rate: run.rate))
        guard !hasOverflowed, target <= end else {
            // Behind the end is the next piece.
            if offset > 0 { return try await perform(.next) }
            return try await seek(to: 0)
        }
        try await seek(to: target)
    }

    private func seek(to position: Int64) async throws {
        guard run.piece != nil else { return }
        // The longest piece takes far less than this.
        let limit = Int64.max / 1_000
        let nanoseconds = min(max(position, 0), limit) * 1_000
        try await ask(Command.Seek(.seconds(nanoseconds: nanoseconds)))
    }

    // MARK: Files

    /// Plays a file at once, behind the current one in the queue; those after it play afterwards.
    private func open(_ path: String) async throws {
        let place: FileQueue.Place = .afterCurrent
        let added = try await transport.player.enqueue(
            [SourcePath(path)],
            transport.settings.piece,
            at: place
        )
        guard let entry = added.entry else { return }
        try await ask(Command.Jump(to: .position(entry)))
        if run.state != .playing { try await ask(Command.Continue()) }
    }

    // MARK: Settings

    /// The part that is repeated: the piece by the modes of the queue or by a loop.
    var repetition: MediaState.Repetition {
        if loopsPiece { return .track }
        guard list.modes.isRepeating else { return .none }
        return list.modes.isSingle ? .track : .playlist
    }

    private var loopsPiece: Bool { run.settings.loop == .whole && run.settings.loopCount == nil }

    private func set(_ repetition: MediaState.Repetition) async throws {
        if loopsPiece, repetition != .track { try await ask(Command.Loop(.off)) }
        let modes = list.modes
        switch repetition {
        case .none:
            if modes.isRepeating, modes.isSingle { try await ask(Command.Single(false)) }
            try await ask(Command.Repeat(false))
        case .track:
            try await ask(Command.Repeat(true))
            try await ask(Command.Single(true))
        case .playlist:
            try await ask(Command.Single(false))
            try await ask(Command.Repeat(true))
        }
    }

    /// Sets the speed so that with the vari-speed it is a pace.
    private func set(_ pace: Double) async throws {
        let variSpeed = run.settings.variSpeed
        let wanted = variSpeed == .normal ? pace : pace / variSpeed.factor
        guard let speed = Speed(near: wanted) else {
            throw RequestError(.usage, "speed: \(wanted): expected 0.01 to 100")
        }
        try await ask(Command.SetSpeed(speed))
    }
}
