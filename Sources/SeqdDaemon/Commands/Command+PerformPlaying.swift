import ControlProtocol
import Platform
import Playback
import Sequencer

/// The commands for playback.
extension Command.Play: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> AddedFiles {
        let transport = context.transport
        let added = try await transport.play(
            files.sources,
            try transport.options(of: files),
            countIn.map { CountIn(bars: $0) }
        )
        var answer = AddedFiles(added, isPlaying: true)
        answer.warning = await context.silence()
        return answer
    }

    /// The client that asks is still there to be told of files that are not.
    func check(_ state: inout CommandCheck) throws(RequestError) {
        let transport = state.transport
        _ = try transport.options(of: files)
        for path in files.sources.flatMap({ $0.paths() }) {
            _ = try transport.loader.policy.resolved(path)
            guard FileStatus(path) != nil else {
                throw RequestError(.noInput, "\(path): no such file")
            }
        }
    }
}

extension Command.Next: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.next()
        return Done(warning: await context.silence())
    }
}

extension Command.Previous: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.previous()
        return Done(warning: await context.silence())
    }
}

extension Command.Jump: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.jump(to: entry)
        return Done(warning: await context.silence())
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        _ = try state.transport.index(of: entry)
    }
}

extension Command.Toggle: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        guard context.transport.state == .playing else {
            return try await Command.Continue().perform(context)
        }
        context.transport.pause()
        return Done()
    }
}

extension Command.Pause: ImmediateCommand {
    var endsGroup: Bool { true }

    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.pause()
        return Done()
    }
}

extension Command.Continue: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.resume(countIn.map { CountIn(bars: $0) })
        return Done(warning: await context.silence())
    }
}

extension Command.Stop: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.stop()
        return Done()
    }
}

extension Command.Seek: ImmediateCommand {
    var endsGroup: Bool { true }

    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        switch target {
        case .position(let position): try context.transport.seek(position)
        case .offset(let offset): try context.transport.seek(by: offset)
        }
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.transport.checkNotFollowing()
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
        try context.transport.checkNotFollowing()
        context.transport.setSpeed(speed)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.transport.checkNotFollowing()
    }
}

extension Command.Loop: ImmediateCommand {
    var changesLoop: Bool { true }

    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.setLoop(setting, count: count)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        guard case .between(let positions) = setting else { return }
        _ = try state.transport.run.frames(of: positions, in: try state.loaded())
    }
}

extension Command.SeekLyric: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.seek(lyric: text)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.transport.checkNotFollowing()
        _ = try state.transport.run.frame(ofLyric: text, in: try state.loaded())
    }
}

extension Command.SetTempo: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.checkNotFollowing(.clock)
        context.transport.setTempo(tempo)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.transport.checkNotFollowing(.clock)
        state.piece = state.piece?.at(tempo, rate: state.transport.rate)
    }
}

extension Command.Metronome: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.setMetronome(isOn)
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
        context.transport.setChasesNotes(isOn)
        return Done()
    }
}

extension Command.Watch: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.setWatch(isOn, time ?? .now)
        return Done()
    }
}

extension Command.Practice: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.setPractice(settings)
        return Done()
    }
}

extension Command.Ramp: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.setRamp(ramp)
        return Done()
    }
}

extension Command.Follow: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.follow(settings)
        return Done()
    }
}
