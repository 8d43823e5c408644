import ControlProtocol
import Playback

/// The commands for the queue and the playlists.
extension Command.Enqueue: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> AddedFiles {
        let transport = context.transport
        let added = try await transport.enqueue(files.sources, try transport.options(of: files))
        return AddedFiles(added, isPlaying: false)
    }
}

extension Command.Insert: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> AddedFiles {
        let transport = context.transport
        let settings = try transport.options(of: files)
        let place = try position.map { try transport.place(atPosition: $0) } ?? .afterCurrent
        return AddedFiles(
            try await transport.enqueue(files.sources, settings, at: place),
            isPlaying: false
        )
    }
}

extension Command.Queue: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> QueueListing {
        context.transport.queueListing()
    }
}

extension Command.Remove: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.remove(first, through: last ?? first)
        return Done()
    }
}

extension Command.Move: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.move(entry, to: position)
        return Done()
    }
}

extension Command.Swap: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.swap(first, second)
        return Done()
    }
}

extension Command.Shuffle: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.shuffle()
        return Done()
    }
}

extension Command.Clear: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.clear()
        return Done()
    }
}

extension Command.Repeat: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.setMode(\.isRepeating, isOn)
        return Done()
    }
}

extension Command.Single: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.setMode(\.isSingle, isOn)
        return Done()
    }
}

extension Command.Random: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.setMode(\.isRandom, isOn)
        return Done()
    }
}

extension Command.Consume: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.setMode(\.isConsuming, isOn)
        return Done()
    }
}

extension Command.Save: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.save(as: playlist, replaces: replaces)
        return Done()
    }
}

extension Command.Load: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> AddedFiles {
        let path = try context.transport.playlists.path(of: playlist)
        let files = FileRequest(paths: [path], encoding: encoding, embeddedFont: embeddedFont)
        return try await Command.Enqueue(files).perform(context)
    }
}

extension Command.Playlists: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> [PlaylistEntry] {
        try await context.transport.listPlaylists()
    }
}

extension Command.DeletePlaylist: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.playlists.delete(playlist)
        return Done()
    }
}

extension AddedFiles {
    /// The largest number of files left out that an answer names.
    private static let limit = 100

    /// The answer of `play` or `enqueue`.
    init(_ addition: Transport.Addition, isPlaying: Bool) {
        var skipped = addition.skipped.prefix(Self.limit).map(\.description)
        if addition.skipped.count > Self.limit {
            skipped.append("\(addition.skipped.count - Self.limit) more")
        }
        self.init(
            entry: isPlaying ? nil : addition.first,
            added: addition.count,
            skipped: skipped
        )
    }
}
