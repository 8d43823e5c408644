import ControlProtocol
import Logging
import Playback
import SamplerHost
import Sequencer

/// The SoundFonts, the rack and the samplers with which everything plays; they are exchanged while
/// everything sounds on.
@EventLoop
final class DaemonInstruments {
    let run: PlayRun
    let queue: FileQueue
    let inputs: LiveInputs
    let mixer: DaemonMixer
    /// The rack and the routes of the daemon's options.
    let rackOfOptions: RackChoice
    /// The same as it is saved, with presets by their numbers; `nil` before it was in use.
    private(set) var savedRackOfOptions: RackChoice?
    /// Settled with the last change.
    private var lastChange = Pending<Void>.done
    /// The scheduled changes that wait, with the commands that asked for them.
    private var scheduledChanges: [InstrumentsChange.Kind: (number: Int, command: String)] = [:]
    /// The last change of the SoundFonts that a client has asked for; `nil` for none.
    var lastFonts: LastFonts?
    /// Called when other instruments are in use.
    var onUse: () -> Void = {}

    /// Makes the instruments as the loader has them at the start: without the rack of the options.
    init(
        for run: PlayRun,
        _ queue: FileQueue,
        _ inputs: LiveInputs,
        _ mixer: DaemonMixer,
        rack: RackChoice
    ) {
        self.run = run
        self.queue = queue
        self.inputs = inputs
        self.mixer = mixer
        rackOfOptions = rack
    }

    /// The owner of the samplers.
    var loader: PieceLoader { queue.loader }
    /// The engine that plays.
    var engine: Engine { run.engine }
    /// The piece that is loaded.
    var piece: LoadedPiece? { run.piece }
    private var playback: PiecePlayer { run.playback }

    /// Notes that the rack in use is that of the daemon's options.
    func noteRackOfOptions() { savedRackOfOptions = loader.fonts.instruments.choice }

    /// Does a job that changes the instruments, after those that were asked for before.
    func inTurn<Value: Sendable>(
        _ job: @EventLoop () async throws -> Value
    ) async throws -> Value {
        let (before, own) = (lastChange, Pending<Void>())
        lastChange = own
        defer { own.succeed() }
        _ = await before.outcome
        return try await job()
    }

    /// Makes samplers for a change, and then plays everything with them, at once or from a position on;
    /// it is its turn (``inTurn(_:)``).
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - command: The name of the command; `nil` for none, which has no position.
    ///   - position: The position at which they take over; `nil` for as soon as they are ready.
    /// - Returns: What they lack, when they are in use, or ready if there is a position.
    /// - Throws: If they cannot be made or are refused.
    func make(
        _ change: InstrumentsChange,
        for command: String?,
        at position: Position?
    ) async throws -> LoadedFonts {
        let fonts = try await prepareSamplers(for: change)
        let loaded = try releasing(fonts) { () throws(RequestError) in
            try take(fonts, of: change, for: command, at: position)
        }
        // They are in use, unless they wait for their position.
        if loaded.scheduled == nil { try await completeMetronome() }
        return loaded
    }

    /// Makes samplers for all that plays.
    private func prepareSamplers(for change: InstrumentsChange) async throws -> PreparedFonts {
        while true {
            let wanted = change.instruments()
            let old = engine.liveRack
            let fonts = try await loader.prepareSamplers(
                wanted,
                areNamedByClient: change.areNamedByClient(),
                inputs: inputs.count,
                after: old,
                piece: piece,
                hasMetronome: engine.metronome != nil
            )
            if fonts.canPlay(piece), wanted == change.instruments(), old === engine.liveRack {
                return fonts
            }
            // Another piece was loaded meanwhile, or other samplers were made.
            release(fonts)
        }
    }

    /// Has samplers take over, or schedules them.
    ///
    /// - Throws: The refusal of the change; as ``PlayRun/schedule(_:_:at:changesLoop:onCancel:_:)`` and
    ///   ``use(_:of:)``.
    private func take(
        _ fonts: PreparedFonts,
        of change: InstrumentsChange,
        for command: String?,
        at position: Position?
    ) throws(RequestError) -> LoadedFonts {
        var loaded = try change.check(fonts)
        guard let position, let command else {
            try use(fonts, of: change)
            if let command { cancelScheduled(change.kind, because: command) }
            return loaded
        }
        let action = try run.schedule(command, .exact, at: position) {
            self.release(fonts)
        } _: { () throws(RequestError) in
            self.scheduledChanges[change.kind] = nil
            return try self.useScheduled(fonts, of: change)
        }
        cancelScheduled(change.kind, because: command)
        scheduledChanges[change.kind] = (action.number, command)
        loaded.scheduled = ScheduledAction(action: action.number, due: action.frame)
        return loaded
    }

    /// Cancels the change of a kind that waits for a position.
    func cancelScheduled(_ kind: InstrumentsChange.Kind, because command: String) {
        guard let old = scheduledChanges.removeValue(forKey: kind) else { return }
        let name = old.command == command ? "another \(command)" : command
        run.scheduled.cancel(old.number, because: "replaced by \(name)")
    }

    /// Has samplers take over whose position is near.
    private func useScheduled(
        _ fonts: PreparedFonts,
        of change: InstrumentsChange
    ) throws(RequestError) -> Outcome {
        let fits =
            fonts.canPlay(piece) && fonts.wanted == change.instruments()
            && fonts.previousLive === engine.liveRack
        if fits {
            try releasing(fonts) { () throws(RequestError) in
                try playback.atExactFrame { () throws(RequestError) in
                    try use(fonts, of: change)
                }
            }
        } else {
            release(fonts)
        }
        return .later { [self] in
            if !fits {
                // Another version of the file, or another setting, needs samplers of its own: at
                // once, when they are ready.
                let fonts = try await prepareSamplers(for: change)
                try releasing(fonts) { () throws(RequestError) in
                    _ = try change.check(fonts)
                    try use(fonts, of: change)
                }
            }
            try await completeMetronome()
            return .done
        }
    }

    /// Does something with samplers, which are released if it fails.
    private func releasing<Value>(
        _ fonts: PreparedFonts,
        _ work: () throws(RequestError) -> Value
    ) throws(RequestError) -> Value {
        do throws(RequestError) {
            return try work()
        } catch {
            release(fonts)
            throw error
        }
    }

    /// Frees the samplers of SoundFonts that are not wanted any more, once the callers on the event
    /// loop have returned.
    private func release(_ fonts: PreparedFonts) {
        EventLoop.execute { [loader] in
            if let piece = fonts.music?.piece { loader.release(piece) }
            loader.free(fonts.racks)
        }
    }

    /// Plays everything with SoundFonts that are ready: all of it, or nothing if it fails.
    ///
    /// - Throws: Status 75 if too many samplers still sound, 65 for a file that has changed since.
    private func use(
        _ fonts: PreparedFonts,
        of change: InstrumentsChange
    ) throws(RequestError) {
        try fonts.checkFiles()
        // For the samplers in the engine, and for their strips and buses in the mixer.
        try RequestError.catching { () throws(HostError) in
            try engine.checkRoom(for: fonts.racks)
        }
        change.beforeUse()
        if let music = fonts.music {
            guard piece != nil else {
                // Nothing plays any more that it was made for.
                EventLoop.execute { [loader] in loader.free([music.rack]) }
                useBesideMusic(fonts, of: change)
                return change.afterUse()
            }
            try exchange(music)
        }
        useBesideMusic(fonts, of: change)
        change.afterUse()
    }

    /// Plays the piece on other samplers, on the routes to them.
    private func exchange(_ music: PreparedFonts.Music) throws(RequestError) {
        guard let rack = music.ways.rack else {
            guard playback.replaceRack(with: music.rack) else { throw Self.isOccupied }
            return
        }
        let isDone = try RequestError.catching { () throws(PlaybackError) in
            try playback.setRack(rack, on: music.rack)
        }
        guard isDone else { throw Self.isOccupied }
    }

    /// Plays the live inputs, the metronome and what follows with SoundFonts.
    private func useBesideMusic(_ fonts: PreparedFonts, of change: InstrumentsChange) {
        noteFonts(change.kind, to: fonts.instruments)
        loader.fonts.replace(fonts.instruments, areNamedByClient: fonts.areNamedByClient)
        _ = engine.install(fonts.live)
        if let metronome = fonts.metronome, engine.installMetronome(metronome) {
            run.reporter.report(metronomeSubstitutions)
        }
        inputs.replaceFonts(sampleFaults: fonts.live.sampleFaults.map(\.description))
        queue.forgetNext()
        queue.prepareNext()
        run.report(.changed)
        reportPieceSubstitutions(fontsChanged: true)
        for fault in inputs.sampleFaults {
            run.reporter.report(RequestError(.data, fault), file: nil, .warning)
        }
        onUse()
    }

    // MARK: The metronome

    /// Switches the metronome, which is audible then.
    ///
    /// - Throws: The error of SoundFonts that cannot be read.
    func setMetronome(_ isOn: Bool) async throws {
        run.set(\.hasMetronome, isOn)
        playback.isMetronomeOn = isOn
        run.report(.changed)
        if isOn { try await prepareMetronome() }
    }

    /// Makes the metronome's sampler, if there is none, and gives it to the engine.
    ///
    /// - Throws: The error of SoundFonts that cannot be read.
    func prepareMetronome() async throws {
        if engine.metronome == nil { try await replaceMetronome(isFirst: true) }
    }

    /// Makes the metronome's sampler with the SoundFonts in use, and gives it to the engine.
    ///
    /// - Parameter isFirst: Whether it is dropped if another one was made meanwhile.
    /// - Throws: The error of SoundFonts that cannot be read.
    private func replaceMetronome(isFirst: Bool = false) async throws {
        var rack: SamplerRack
        repeat {
            rack = try await loader.makeMetronomeRack()
            if isFirst, engine.metronome != nil { return }
            // The SoundFonts may have been replaced meanwhile.
        } while !rack.settings.soundsLike(loader.fonts.instruments.fontSampler)
        guard engine.installMetronome(rack) else { throw Self.isOccupied }
        run.reporter.report(metronomeSubstitutions)
    }

    /// Gives the metronome the SoundFonts in use, if it was made while others were being loaded.
    private func completeMetronome() async throws {
        guard let metronome = engine.metronome,
            !metronome.settings.soundsLike(loader.fonts.instruments.fontSampler)
        else { return }
        try await replaceMetronome()
    }

    private static var isOccupied: RequestError {
        RequestError(.busy, "too many samplers still sounding; try again")
    }
}

/// A change of the instruments with which everything plays: of the SoundFonts, or of the rack.
struct InstrumentsChange {
    /// The kinds; a further change of a kind replaces the one that waits for a position.
    enum Kind: Hashable {
        case fonts, rack
        /// The same, read again.
        case reload
    }

    var kind: Kind
    /// Whether a client has named the SoundFonts.
    var areNamedByClient: () -> Bool
    /// The instruments with the change; the others may change while samplers are made.
    var instruments: () -> Instruments
    /// Checks the samplers that were made, and tells what they lack; throws if they are refused.
    var check: (PreparedFonts) throws(RequestError) -> LoadedFonts
    /// Called before the samplers play.
    var beforeUse: () -> Void = {}
    /// Called when they play, before anything else is done.
    var afterUse: () -> Void = {}
}

/// A change of the SoundFonts that can be taken back.
struct LastFonts {
    let before: FontChoice
    let after: FontChoice
    /// Whether a client has named those of before.
    let wereNamedByClient: Bool
}
