import ControlProtocol

/// The commands for scenes.
extension Command.SaveScene: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.scenes.save(scene, replaces: replaces)
        return Done()
    }
}

extension Command.RecallScene: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        try await context.transport.scenes.recall(scene, for: name, at: context.position)
    }
}

extension Command.Scenes: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> [SceneEntry] {
        context.transport.scenes.all.map { SceneEntry(name: $0.name, rack: $0.rack.file) }
    }
}

extension Command.DeleteScene: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.scenes.delete(scene)
        return Done()
    }
}
