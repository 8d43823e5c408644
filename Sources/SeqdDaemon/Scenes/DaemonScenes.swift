import ControlProtocol
import Playback
import SamplerHost
import Sequencer
import Wording

/// The scenes: saved instruments, mixer and maps, each by its name.
@EventLoop
final class DaemonScenes {
    /// The scenes, in the order in which they were saved.
    private(set) var all: [SavedScene] = []
    private let run: PlayRun
    private let instruments: DaemonInstruments
    private let mixer: DaemonMixer
    private let controllers: InputWatch

    /// Makes no scenes.
    init(_ instruments: DaemonInstruments, _ mixer: DaemonMixer, _ controllers: InputWatch) {
        run = instruments.run
        self.instruments = instruments
        self.mixer = mixer
        self.controllers = controllers
    }

    /// Takes the scenes of an earlier daemon.
    func restore(_ saved: [SavedScene]) { all = saved }

    /// Saves what there is as a scene.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - replaces: Whether another one of the name is replaced.
    /// - Throws: `exists` for one that is not to be replaced, `busy` if there are too many.
    func save(_ name: SceneName, replaces: Bool) throws(RequestError) {
        let index = all.firstIndex { $0.name == name.description }
        guard index == nil || replaces else {
            throw RequestError(
                .cannotCreate,
                "scene \"\(name)\": there is one of this name; use replace=on to replace it"
            )
        }
        guard index != nil || all.count < SavedScene.most else {
            throw RequestError(.busy, "too many scenes: \(all.count), at most \(SavedScene.most)")
        }
        let present = instruments.loader.fonts.instruments
        let scene = SavedScene(
            name: name.description,
            rack: present.choice,
            fonts: present.sampler.fonts,
            engine: present.fontEngine,
            mixer: mixer.settings,
            maps: controllers.entries.map { SavedMap($0.map, role: $0.role) }
        )
        if let index { all[index] = scene } else { all.append(scene) }
        run.onChange()
    }

    /// Deletes a scene.
    ///
    /// - Throws: `usage` for a name that there is not.
    func delete(_ name: SceneName) throws(RequestError) {
        _ = try scene(name)
        all.removeAll { $0.name == name.description }
        run.onChange()
    }

    private func scene(_ name: SceneName) throws(RequestError) -> SavedScene {
        if let scene = all.first(where: { $0.name == name.description }) { return scene }
        let names = all.map(\.name)
        let hint: String =
            if let near = Suggestion.nearest(to: name.description, among: names) {
                "did you mean \"\(near)\"?"
            } else if names.isEmpty {
                "there are none; save-scene makes one"
            } else {
                "expected one of \(names.joined(separator: ", "))"
            }
        throw RequestError(.usage, "scene \"\(name)\": no such scene; \(hint)")
    }

    // MARK: Recalling

    /// Changes to a scene as soon as its samplers are ready, or from a position on.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - command: The name of the command, for its events.
    ///   - position: The position; `nil` for at once.
    /// - Returns: What its SoundFonts lack, when it is in use or scheduled.
    /// - Throws: `usage` for a name or a position that there is not; the reason why it cannot be used.
    func recall(
        _ name: SceneName,
        for command: String,
        at position: Position?
    ) async throws -> LoadedFonts {
        let scene = try scene(name)
        // A position that does not exist need not wait for the SoundFonts.
        if let position { _ = try run.frame(of: position, in: try run.loadedPiece()) }
        try mixer.check(scene.mixer)
        return try await instruments.inTurn { [self] in
            guard needsInstruments(scene) else {
                return try recallMixer(scene, for: command, at: position)
            }
            return try await recallAll(scene, for: command, at: position)
        }
    }

    /// Whether a scene has other instruments than those in use.
    private func needsInstruments(_ scene: SavedScene) -> Bool {
        let present = instruments.loader.fonts.instruments
        return present.choice != scene.rack || present.sampler.fonts != scene.fonts
            || present.fontEngine != scene.engine
    }

    /// Changes to a scene with its instruments; it is its turn.
    private func recallAll(
        _ scene: SavedScene,
        for command: String?,
        at position: Position?
    ) async throws -> LoadedFonts {
        var rest = instruments.loader.fonts.settings
        rest.fonts = scene.fonts
        return try await instruments.useRack(
            scene.rack,
            rest: rest,
            setsStrips: true,
            areFontsNamedByClient: { true },
            for: command,
            at: position,
            keepsFonts: true
        ) {
            $0.restoreFonts(scene.fonts, engine: scene.engine)
        } afterUse: {
            self.use(scene)
        }
    }

    /// Changes to a scene of the instruments that there are.
    private func recallMixer(
        _ scene: SavedScene,
        for command: String,
        at position: Position?
    ) throws(RequestError) -> LoadedFonts {
        guard let position else {
            instruments.cancelScheduled(.rack, because: command)
            try RequestError.catching { () throws(HostError) in
                try run.playback.together { use(scene) }
            }
            return LoadedFonts()
        }
        let action = try run.schedule(command, .exact, at: position) { () throws(RequestError) in
            if self.needsInstruments(scene) {
                // Others are in use by now: at once, when these are ready.
                return .later { [self] in
                    try await instruments.inTurn { [self] in
                        _ = try await recallAll(scene, for: nil, at: nil)
                    }
                    return .done
                }
            }
            self.run.playback.atExactFrame { self.use(scene) }
            return .done
        }
        return LoadedFonts(
            scheduled: ScheduledAction(action: action.number, due: action.frame)
        )
    }

    /// Sets the mixer and the maps as a scene has them.
    private func use(_ scene: SavedScene) {
        mixer.replace(with: scene.mixer, in: instruments.loader.fonts.instruments)
        // A pedal that has changed to this scene changes to the others too.
        let others = controllers.entries.filter { entry in
            entry.map.recallsScene && !scene.maps.contains { $0.map == entry.map }
        }
        // Those that stay come first, in case that there are too many.
        let maps = others.map { SavedMap($0.map, role: $0.role) } + scene.maps
        // Relative controls would begin anew.
        if maps != controllers.entries.map({ SavedMap($0.map, role: $0.role) }) {
            let faults = controllers.replace(with: maps.map { ($0.map, $0.role) })
            for fault in faults { run.reporter.warn("a map", fault) }
        }
        run.onChange()
    }
}

extension ControllerMap {
    /// Whether its command changes to a scene.
    fileprivate var recallsScene: Bool {
        let request = try? Request(words: command, role: .admin)
        return request?.command is Command.RecallScene
    }
}
