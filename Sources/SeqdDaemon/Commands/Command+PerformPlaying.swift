import ControlProtocol
import Platform
import Playback
import Sequencer
import Wording

/// The commands for playback.
extension Command.Play: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> AddedFiles {
        let transport = context.transport
        var answer = try await transport.player.play(
            files.sources,
            try files.options(transport.settings.piece),
            countIn.map { CountIn(bars: $0) },
            from: start,
            isPaused: isPaused
        )
        if !isPaused { answer.warning = await context.silence() }
        return answer
    }

    /// The client that asks is still there to be told of files that are not.
    func check(_ state: inout CommandCheck) throws(RequestError) {
        let transport = state.transport
        _ = try files.options(transport.settings.piece)
        for path in files.sources.flatMap({ $0.paths() }) {
            _ = try transport.queue.loader.policy.resolved(path)
            guard FileStatus(path) != nil else {
                throw RequestError(.noInput, "\(path): no such file")
            }
        }
    }
}

extension Command.Next: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.player.next()
        return Done(warning: await context.silence())
    }
}

extension Command.Previous: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.player.previous()
        return Done(warning: await context.silence())
    }
}

extension Command.Jump: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.player.jump(to: entry)
        return Done(warning: await context.silence())
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        _ = try state.transport.queue.index(of: entry)
    }
}

extension Command.Toggle: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        guard context.transport.run.state == .playing else {
            return try await Command.Continue().perform(context)
        }
        context.transport.controls.pause()
        return Done()
    }
}

extension Command.Pause: ImmediateCommand {
    var endsGroup: Bool { true }

    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.controls.pause()
        return Done()
    }
}

extension Command.Continue: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.player.resume(countIn.map { CountIn(bars: $0) })
        return Done(warning: await context.silence())
    }
}

extension Command.Stop: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.controls.stop()
        return Done()
    }
}

extension Command.Seek: ImmediateCommand {
    var endsGroup: Bool { true }

    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        let run = context.transport.run
        try context.transport.controls.seek(to: try target.frame(in: run))
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.transport.run.following.checkIsOff()
        _ = try target.frame(of: try state.loaded(), in: state.transport.run)
    }
}

extension Command.Scrub: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        let run = context.transport.run
        try context.transport.controls.scrub(to: try target.frame(in: run))
        return Done()
    }
}

extension SeekTarget {
    /// The nominal frame in the loaded piece.
    @EventLoop
    fileprivate func frame(in run: PlayRun) throws(RequestError) -> Int64 {
        try frame(of: try run.loadedPiece(), in: run)
    }

    /// The nominal frame in a piece.
    @EventLoop
    fileprivate func frame(of piece: LoadedPiece, in run: PlayRun) throws(RequestError) -> Int64 {
        switch self {
        case .position(let position): try run.frame(of: position, in: piece)
        case .offset(let offset): try run.frame(of: offset, in: piece)
        }
    }
}

extension Command.SetSpeed: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        let run = context.transport.run
        try run.following.checkIsOff()
        try run.checkPace(speed, run.settings.variSpeed)
        try context.transport.controls.setSpeed(speed, over: run.frames(of: length))
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.transport.run.following.checkIsOff()
        _ = try state.transport.run.frames(of: length)
        state.speed = speed
        try state.checkPace()
    }
}

extension Command.VariSpeed: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        let run = context.transport.run
        try run.following.checkIsOff()
        try run.checkPace(run.settings.speed, speed)
        try context.transport.controls.setVariSpeed(speed, over: run.frames(of: length))
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.transport.run.following.checkIsOff()
        _ = try state.transport.run.frames(of: length)
        state.variSpeed = speed
        try state.checkPace()
    }
}

extension CommandCheck {
    /// Checks that speed and vari-speed together are a speed.
    fileprivate func checkPace() throws(RequestError) {
        let settings = transport.run.settings
        try transport.run.checkPace(speed ?? settings.speed, variSpeed ?? settings.variSpeed)
    }
}

extension PlayRun {
    /// Checks that speed and vari-speed together are a speed.
    ///
    /// - Throws: `usage` if they are not.
    func checkPace(_ speed: Speed, _ variSpeed: Speed) throws(RequestError) {
        var settings = settings
        (settings.speed, settings.variSpeed) = (speed, variSpeed)
        if let problem = settings.paceProblem { throw RequestError(.usage, problem) }
    }
}

extension Command.Loop: ImmediateCommand {
    var changesLoop: Bool { true }

    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.controls.setLoop(setting, count: count)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        guard case .between(let positions) = setting else { return }
        _ = try state.transport.run.frames(of: positions, in: try state.loaded())
    }
}

extension Command.SeekLyric: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        let run = context.transport.run
        let frame = try run.frame(ofLyric: text, in: try run.loadedPiece())
        try context.transport.controls.seek(to: frame)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.transport.run.following.checkIsOff()
        _ = try state.transport.run.frame(ofLyric: text, in: try state.loaded())
    }
}

extension Command.SetTempo: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.run.following.checkIsOff(.clock)
        let run = context.transport.run
        try context.transport.controls.setTempo(tempo, over: run.frames(of: length))
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.transport.run.following.checkIsOff(.clock)
        _ = try state.transport.run.frames(of: length)
        state.piece = state.piece?.at(tempo, rate: state.transport.run.rate)
    }
}

extension Command.Metronome: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.instruments.setMetronome(isOn)
        return Done()
    }
}

extension Command.Cancel: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Int {
        context.transport.run.scheduled.cancel(action)
    }
}

extension Command.ChaseNotes: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.controls.setChasesNotes(isOn)
        return Done()
    }
}

extension Command.Watch: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.player.setWatch(isOn, time ?? .now)
        return Done()
    }
}

extension Command.Practice: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.controls.setPractice(settings)
        return Done()
    }
}

extension Command.Ramp: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.controls.setRamp(ramp)
        return Done()
    }
}

extension Command.Follow: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.controls.follow(settings)
        return Done()
    }
}
