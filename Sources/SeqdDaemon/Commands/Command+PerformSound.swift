import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// The commands for the sound, the rack and the mixer.
extension Command.Gain: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.mixer.setGain(decibels, over: length)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        _ = try state.transport.run.frames(of: length)
    }
}

extension Command.Level: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.controls.setLevel(level.map(Normalization.init))
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
            // Those of options are for strips of the rack before.
            $0.inserts = []
            $0.replacesFallback = false
        }
    }
}

extension Command.UnloadRack: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        try await context.transport.instruments.changeRack(for: name, at: context.position) {
            // No command gives back what only options set.
            let (changes, drums) = ($0.changes, $0.drums)
            $0 = RackChoice()
            ($0.changes, $0.drums) = (changes, drums)
        }
    }
}

extension Command.Route: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        let instruments = context.transport.instruments
        return try await instruments.changeRack(for: name, at: context.position) { choice in
            let routes = try await instruments.loader.savedTexts(of: routes)
            // One that is there already moves to the front.
            choice.routes = routes + choice.routes.filter { !routes.contains($0) }
        }
    }
}

extension Command.Unroute: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        let instruments = context.transport.instruments
        return try await instruments.changeRack(for: name, at: context.position) { choice in
            let routes = try await instruments.loader.savedTexts(of: routes)
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

extension Command.SetProgram: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        try await context.transport.instruments.changeRack(for: name, at: context.position) {
            (choice) throws(RequestError) in
            var new: [ProgramArgument] = []
            for program in programs { new.append(try RackReader.program(program)) }
            var kept: [String] = []
            for program in choice.programs {
                let old = try RackReader.program(program)
                if !new.contains(where: old.isForPart) { kept.append(program) }
            }
            choice.programs = programs + kept
        }
    }
}

extension Command.UnsetProgram: AsyncCommand {
    var takesPosition: Bool { true }

    func perform(_ context: CommandContext) async throws -> LoadedFonts {
        try await context.transport.instruments.changeRack(for: name, at: context.position) {
            (choice) throws(RequestError) in
            var kept: [ProgramArgument] = []
            for program in choice.programs { kept.append(try RackReader.program(program)) }
            for program in programs {
                let part = try RackReader.program(program)
                guard let found = kept.firstIndex(where: part.isForPart) else {
                    let known = choice.programs.joined(separator: ", ")
                    throw RequestError(
                        .usage,
                        "programs: \(RequestError.quoted(program)): this part has no preset; "
                            + (known.isEmpty ? "there are none" : "expected one of \(known)")
                    )
                }
                kept.remove(at: found)
            }
            choice.programs = programs.isEmpty ? [] : kept.map(\.text)
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
        try context.transport.mixer.setStrip(strip, change, over: length)
        return Done()
    }

    func check(_ state: inout CommandCheck) throws(RequestError) {
        _ = try state.transport.run.frames(of: length)
        if case .inserts(let inserts)? = change[.inserts] { state.inserts[strip] = inserts }
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
        try context.transport.mixer.setEffects(
            ofBus: ownBus,
            reverb: reverb,
            chorus: chorus,
            over: context.transport.run.frames(of: length)
        )
        return Done()
    }

    func checkNames(_ transport: Transport) throws(RequestError) -> Int {
        _ = try transport.mixer.effects(ofBus: ownBus, reverb: reverb, chorus: chorus)
        _ = try transport.run.frames(of: length)
        return 0
    }
}
