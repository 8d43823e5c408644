import ControlProtocol

/// The commands for clips.
extension Command.LoadClip: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.clips.load(self)
        return Done()
    }
}

extension Command.PlayClip: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.clips.play(clip, queued: isQueued)
        return Done()
    }

    func checkNames(_ transport: Transport) throws(RequestError) -> Int {
        try transport.clips.check(clip)
        return 0
    }
}

extension Command.StopClip: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.clips.stop(clip)
        return Done()
    }

    func checkNames(_ transport: Transport) throws(RequestError) -> Int {
        try transport.clips.check(clip)
        return 0
    }
}

extension Command.RemoveClip: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.clips.remove(clip)
        return Done()
    }
}

extension Command.Clips: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> [ClipEntry] {
        context.transport.clips.entries
    }
}
