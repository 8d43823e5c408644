import ControlProtocol
import Playback
import SMF
import Transcoding

/// The commands for the queue and the playlists.
extension Command.Enqueue: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> AddedFiles {
        let transport = context.transport
        return try await transport.player.enqueue(
            files.sources,
            try files.options(transport.settings.piece)
        )
    }
}

extension Command.Insert: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> AddedFiles {
        let transport = context.transport
        let settings = try files.options(transport.settings.piece)
        let place = try position.map { try transport.queue.place(atPosition: $0) } ?? .afterCurrent
        return try await transport.player.enqueue(files.sources, settings, at: place)
    }
}

extension Command.Queue: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> QueueListing {
        context.transport.queue.listing
    }
}

extension Command.Remove: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.player.remove(first, through: last ?? first)
        return Done()
    }
}

extension Command.Move: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.player.move(entry, to: position)
        return Done()
    }
}

extension Command.Swap: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.player.swap(first, second)
        return Done()
    }
}

extension Command.Shuffle: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.player.shuffle()
        return Done()
    }
}

extension Command.Clear: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.player.clear()
        return Done()
    }
}

extension Command.Repeat: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.player.setMode(\.isRepeating, isOn)
        return Done()
    }
}

extension Command.Single: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.player.setMode(\.isSingle, isOn)
        return Done()
    }
}

extension Command.Random: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.player.setMode(\.isRandom, isOn)
        return Done()
    }
}

extension Command.Consume: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.player.setMode(\.isConsuming, isOn)
        return Done()
    }
}

extension Command.Crossfade: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.player.setMode(\.crossfade, seconds)
        return Done()
    }
}

extension Command.Prioritize: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.player.setPriority(priority, of: first, through: last ?? first)
        return Done()
    }
}

extension Command.Save: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.queue.playlists.save(
            context.transport.queue.list,
            as: playlist,
            replaces: replaces
        )
        return Done()
    }
}

extension Command.Load: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> AddedFiles {
        let path = try context.transport.queue.playlists.path(of: playlist)
        let files = FileRequest(paths: [path], encoding: encoding, embeddedFont: embeddedFont)
        return try await Command.Enqueue(files).perform(context)
    }
}

extension Command.Playlists: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> [PlaylistEntry] {
        try await context.transport.queue.playlists.list()
    }
}

extension Command.DeletePlaylist: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.queue.playlists.delete(playlist)
        return Done()
    }
}

extension FileRequest {
    /// The options of the files: those of the request, else those of the daemon.
    ///
    /// - Throws: −32602 for an encoding that does not exist.
    func options(_ defaults: PlaySettings) throws(RequestError) -> PlaySettings {
        var options = defaults
        if let encoding {
            options.encoding = encoding
            do throws(TranscodingError) {
                _ = try TextDecoder(encoding: encoding)
            } catch {
                throw .arguments("encoding: \(error)")
            }
        }
        if let embeddedFont { options.usesEmbeddedFont = embeddedFont }
        return options
    }
}
