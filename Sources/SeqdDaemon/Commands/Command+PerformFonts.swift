import ControlProtocol
import Racks
import SamplerHost

extension Command.LoadFont: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        var references: [SoundFontReference] = []
        for font in fonts { references.append(try context.font(font)) }
        return try await context.transport.instruments.loadFonts(
            for: name,
            engine: engine,
            isStrict: isStrict,
            at: context.position
        ) { [references] _ in
            references
        }
    }
}

extension Command.AddFont: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        let font = try context.font(font)
        return try await context.transport.instruments.loadFonts(
            for: name,
            isStrict: isStrict,
            at: context.position
        ) { present in
            var fonts = present.filter { $0 != font }
            fonts.insert(font, at: min(place - 1, fonts.count))
            return fonts
        }
    }
}

extension Command.RemoveFont: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        // A client may name it by a link, or by the path that `status` lists.
        let font = try? context.font(font)
        return try await context.transport.instruments.loadFonts(
            for: name,
            isStrict: isStrict,
            at: context.position
        ) { (present) throws(RequestError) in
            let fonts = present.filter { $0 != font && $0.description != self.font.description }
            guard fonts.count < present.count else {
                let list = present.map(\.description).joined(separator: ", ")
                throw RequestError(.usage, "\(self.font): not in use; expected one of \(list)")
            }
            guard !fonts.isEmpty else {
                throw RequestError(
                    .usage,
                    "\(self.font): the only SoundFont in use; load-font replaces it"
                )
            }
            return fonts
        }
    }
}

extension Command.ReloadFonts: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        try await context.transport.instruments.reloadFonts(for: name, at: context.position)
    }
}

extension Command.UndoFont: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        try await context.transport.instruments.undoFonts(for: name, at: context.position)
    }
}

extension CommandContext {
    /// A SoundFont that a client names, by the path that is allowed for it.
    ///
    /// - Throws: As `PathPolicy.resolved(_:)`.
    fileprivate func font(_ font: SoundFontPath) throws(RequestError) -> SoundFontReference {
        // The loader's policy, which allows the files of the daemon's options too.
        let policy = transport.queue.loader.policy
        return try policy.resolved(
            SoundFontReference(parsing: font.description, exists: policy.exists)
        )
    }
}

extension Command.Presets: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> [PresetEntry] {
        try context.transport.instruments.presets(of: sampler)
    }
}
