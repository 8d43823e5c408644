import ControlProtocol
import Platform
import Playback
import Sequencer

/// The commands for playback.
extension Command.Play: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> AddedFiles {
        let transport = context.transport
        let added = try await transport.player.play(
            files.sources,
            try files.options(transport.settings.piece),
            countIn.map { CountIn(bars: $0) }
        )
        var answer = AddedFiles(added, isPlaying: true)
        answer.warning = await context.silence()
        return answer
    }

    /// The client that asks is still there to be told of files that are not.
    func check(_ state: inout CommandCheck) throws(RequestError) {
        let transport = state.transport
        _ = try files.options(transport.settings.piece)
        for path in files.sources.flatMap({ $0.paths() }) {
            _ = try transport.player.queue.loader.policy.resolved(path)
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
        _ = try state.transport.player.index(of: entry)
    }
}

extension Command.Toggle: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        guard context.transport.state == .playing else {
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
        switch target {
        case .position(let position): try context.transport.controls.seek(position)
        case .offset(let offset): try context.transport.controls.seek(by: offset)
        }
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.transport.run.following.checkIsOff()
        switch target {
        case .position(let position):
            _ = try state.transport.run.frame(of: position, in: try state.loaded())
        case .offset(let offset):
            _ = try state.transport.run.frame(of: offset, in: try state.loaded())
        }
    }
}

extension Command.SetSpeed: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.run.following.checkIsOff()
        context.transport.controls.setSpeed(speed)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.transport.run.following.checkIsOff()
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
        try context.transport.controls.seek(lyric: text)
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
        context.transport.controls.setTempo(tempo)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.transport.run.following.checkIsOff(.clock)
        state.piece = state.piece?.at(tempo, rate: state.transport.rate)
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
        context.transport.run.cancelScheduled(action)
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
