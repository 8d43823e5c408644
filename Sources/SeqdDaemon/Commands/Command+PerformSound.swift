import ControlProtocol
import SamplerHost
import Sequencer

/// The commands for the sound, the rack and the mixer.
extension Command.Gain: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.mixer.setGain(decibels)
        return Done()
    }
}

extension Command.Mute: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.controls.mute(selectors)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.resolve(selectors)
    }
}

extension Command.Unmute: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.controls.unmute(selectors)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        try state.resolve(selectors)
    }
}

extension Command.Solo: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.controls.solo(selectors)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        if let selectors { try state.resolve(selectors) }
    }
}

extension Command.Transpose: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.controls.transpose(semitones)
        return Done()
    }
}

extension Command.LoadFont: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        // The loader's policy, which allows the files of the daemon's options too.
        let policy = context.transport.queue.loader.policy
        let references = fonts.map { font in
            SoundFontReference(parsing: font.description, exists: policy.exists)
        }
        for reference in references { _ = try policy.resolved(reference.path) }
        return try await context.transport.instruments.loadFonts(
            references,
            engine: engine,
            isStrict: isStrict,
            at: context.position
        )
    }
}

extension Command.Presets: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> [PresetEntry] {
        try context.transport.instruments.presets(of: sampler)
    }
}

extension Command.Rack: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> RackListing {
        context.transport.instruments.rackListing()
    }
}

extension Command.LoadRack: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        _ = try context.transport.queue.loader.policy.resolved(path)
        return try await context.transport.instruments.changeRack(
            for: name,
            at: context.position,
            setsStrips: true
        ) {
            $0.file = path
            $0.replacesFallback = false
        }
    }
}

extension Command.UnloadRack: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        try await context.transport.instruments.changeRack(for: name, at: context.position) {
            $0 = RackChoice()
        }
    }
}

extension Command.Route: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        try await context.transport.instruments.changeRack(for: name, at: context.position) {
            // One that is there already moves to the front.
            $0.routes = routes + $0.routes.filter { !routes.contains($0) }
        }
    }
}

extension Command.Unroute: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        try await context.transport.instruments.changeRack(for: name, at: context.position) {
            (choice) throws(RequestError) in
            if let unknown = routes.first(where: { !choice.routes.contains($0) }) {
                let known = choice.routes.joined(separator: ", ")
                throw RequestError(
                    .usage,
                    "routes: \(RequestError.quoted(unknown)): no such route; "
                        + (known.isEmpty ? "there are none" : "the routes are \(known)")
                )
            }
            choice.routes.removeAll { routes.isEmpty || routes.contains($0) }
        }
    }
}

extension Command.Strips: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> [StripEntry] {
        context.transport.mixer.stripEntries()
    }
}

extension Command.Strip: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.mixer.setStrip(strip, change)
        return Done()
    }

    func checkNames(_ transport: Transport) throws(RequestError) -> Int {
        try transport.mixer.checkStrip(strip, change)
        return 0
    }
}

extension Command.Effects: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> [EffectsBusEntry] {
        context.transport.mixer.effectsEntries()
    }
}

extension Command.Effect: ImmediateCommand {
    private var ownBus: String { bus ?? RackSettings.mainEffects }

    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.mixer.setEffects(ofBus: ownBus, reverb: reverb, chorus: chorus)
        return Done()
    }

    func checkNames(_ transport: Transport) throws(RequestError) -> Int {
        _ = try transport.mixer.effects(ofBus: ownBus, reverb: reverb, chorus: chorus)
        return 0
    }
}
