import ControlProtocol

/// A command to a clip that is loaded, at once or at a position.
private protocol ClipOrderCommand: ImmediateCommand {
    /// The clip's name.
    var clip: String { get }
}

extension ClipOrderCommand {
    @EventLoop
    func checkNames(_ transport: Transport) throws(RequestError) -> Int {
        try transport.clips.check(clip)
        return 0
    }
}

/// The commands for sounds in memory.
extension Command.SendSound: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Int {
        try context.transport.clips.sounds.take(self)
    }
}

extension Command.RemoveSound: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.clips.sounds.remove(sound)
        return Done()
    }
}

/// The commands for clips.
extension Command.LoadClip: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.clips.load(self)
        return Done()
    }
}

extension Command.PlayClip: ClipOrderCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.clips.play(clip, queued: isQueued)
        return Done()
    }
}

extension Command.StopClip: ClipOrderCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.clips.stop(clip)
        return Done()
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
