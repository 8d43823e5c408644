import CommandSupport
import Glibc
import Playback
import SamplerHost
import Sequencer
import TerminalUI

/// The terminal's player: it coordinates the order of pieces, the loader, the engine, and the view.
///
/// Confined to the main thread, which is the engine's controlling thread. Positions are nominal frames
/// of the current piece.
final class Player {
    /// A pause, during which settings and the position can be changed.
    struct Pause {
        /// The position at which playing resumes, if not where it stopped.
        var position: Int64?
        /// Whether settings were changed.
        var isStale = false
        /// Whether it is a stop: playing begins at the start again.
        var isStop = false
        /// Whether it ends when the device is back.
        var isForDevice = false
    }

    let playback: PiecePlayer
    /// The position that is moved by hand, while it is.
    var scrub: Scrub?
    let loader: PlaylistLoader
    let view: PlayerScreen
    let musical: MusicalOptions
    let outputs: PlayOutputs?
    var failures: FirstFailure
    private var reports: PieceReports

    /// The pieces that play and follow.
    var order: PlayOrder<LoadedPiece>
    /// The versions of the current piece.
    var versions: VersionFollower<LoadedPiece>
    /// The files that have changed, if they are watched.
    let changes: FileChanges?
    /// The seconds for which a piece and the next one play together.
    let crossfade: Double
    /// The source that is followed; `nil` for none.
    let following: FollowedInput?
    /// The keyboard of practice; `nil` for none.
    let keyboard: PracticeInput?
    /// The player on the desktop; `nil` where that cannot see it.
    var desktop: DesktopControls?
    /// The leader of JACK's transport; `nil` where that is left alone.
    var lead: PieceLead?

    /// The device's losses, and what to do about them.
    var device: DeviceReports
    let lossAction: DeviceLossAction

    /// The gain in dB.
    var gain: Double
    /// The clicks before the first piece, and before one that is restarted.
    let countIn: CountIn?
    /// The pause; `nil` while it plays.
    var pause: Pause?
    /// The engine's part of it.
    var enginePause: EnginePause?
    /// The position at which the current piece was cut while another one is being loaded.
    var cutPosition: Int64?
    /// The end of the last piece, while its tail sounds.
    var endPosition: Int64?
    /// The loop that the options make: the whole piece where the list repeats one piece.
    var ownLoop = PiecePlayer.Loop.off
    /// The number of its passes; `nil` for ever.
    var ownLoopCount: Int?
    /// The start of a loop that has no end yet.
    var loopStart: Int64?
    /// Whether the next digit is the channel to solo.
    var isSoloing = false
    /// Whether the next digit is a channel above 10.
    var isAboveTen = false
    /// The line that is typed; `nil` for none.
    var typed: TypedLine?
    /// Whether a key has ended the player.
    var hasQuit = false

    /// Makes a player; nothing sounds yet.
    init(
        _ playlist: Playlist,
        engine: Engine,
        loader: PlaylistLoader,
        musical: MusicalOptions,
        outputs: PlayOutputs? = nil,
        isQuiet: Bool,
        changes: FileChanges? = nil,
        versionTime: VersionTime = .now,
        crossfade: Double = 0,
        device: DeviceReports? = nil,
        lossAction: DeviceLossAction = .stop,
        following: FollowedInput? = nil,
        keyboard: PracticeInput? = nil,
        failures: FirstFailure
    ) {
        self.changes = changes
        self.crossfade = crossfade
        self.following = following
        self.keyboard = keyboard
        self.device = device ?? DeviceReports(nil, lossAction, isQuiet: isQuiet)
        self.lossAction = lossAction
        self.failures = failures
        self.loader = loader
        self.musical = musical
        self.outputs = outputs
        order = PlayOrder(playlist) { [loader] in loader.release($0) }
        versions = VersionFollower(versionTime) { [loader] in loader.release($0) }
        countIn = musical.playing.countIn.map { CountIn(bars: $0) }
        reports = PieceReports(musical, on: loader.rack, isQuiet: isQuiet)
        gain = musical.sound.gain
        view = PlayerScreen(isQuiet: isQuiet)
        playback = PiecePlayer(engine)
        playback.speed = musical.speed
        playback.variSpeed = musical.varispeed
        playback.semitones = musical.transpose
        playback.chasesNotes = musical.playing.chaseNotes
        playback.isMetronomeOn = musical.playing.metronome
        playback.onRelease = { [loader] in loader.release($0) }
        playback.mayFollow = { [unowned self] piece in order.isNext { $0 === piece } }
    }

    var engine: Engine { playback.engine }
    /// The piece that plays or was last played.
    var piece: LoadedPiece? { order.current?.piece }
    var isPaused: Bool { pause != nil }
    /// Whether the piece that is to play is being loaded.
    var isLoading: Bool { order.isLoading }
    /// Whether the engine ends after the current piece.
    var isLast: Bool { order.isLast }
    /// The position that is heard, or at which playing resumes.
    var position: Int64 { pause?.position ?? endPosition ?? playback.position }

    // MARK: The start

    /// Loads the first piece that can be played on the calling thread, and the next one if that is
    /// needed soon.
    ///
    /// - Returns: `false` when there is none.
    func prepare() -> Bool {
        while piece == nil, let step = order.playlist.advance() {
            guard let piece = loadNow(step) else { continue }
            order.begin(PlayOrder.Entry(step: step, piece: piece))
            playback.load(piece)
        }
        guard let current = order.current else { return false }
        if playback.isMetronomeOn || countIn != nil { takeMetronome(loader.makeMetronome()) }
        // The end of a short piece comes before the next one can be read.
        let length = current.piece.piece.length(rate: playback.rate)
        guard length < 10 * Int64(playback.rate), let next = order.playlist.step(after: 1),
            !next.isSameMusic(as: current.step), let piece = loadNow(next)
        else { return true }
        order.setFollowing(PlayOrder.Entry(step: next, piece: piece))
        return true
    }

    private func loadNow(_ step: Playlist.Step) -> LoadedPiece? {
        let file = order.playlist.files[step.file]
        let piece = failures.note { () throws(CommandFailure) in
            try loader.read(step, file)
        }
        guard let piece else {
            order.playlist.noteUnplayable(step.file)
            return nil
        }
        noteRead(piece, step)
        return piece
    }

    /// Begins with the piece that is loaded.
    ///
    /// Call it before the audio thread starts, so that the first audible frame is the piece's.
    func begin() {
        guard let current = order.current else { return }
        noteBegin(current)
        start(at: current.piece.start, countIn: countIn)
    }

    // MARK: The main loop

    /// Plays until the audio thread ends, and serves signals and keys meanwhile.
    ///
    /// - Parameter thread: The engine's thread.
    /// - Returns: The status of the signal that ended it, if one did.
    func run(until thread: AudioThread) -> ExitStatus? {
        var ending: ExitStatus?
        while !thread.hasEnded {
            let signal = Signals.next(milliseconds: patience, orReading: view.descriptor)
            switch signal {
            case SIGINT, SIGTERM, SIGHUP:
                if let ending {
                    // A second signal: the device hangs.
                    view.end()
                    _exit(ending.rawValue)
                }
                ending = Signals.status(of: signal)
                engine.stop()
            case SIGTSTP where ending == nil:
                stopProcess()
            default:
                break
            }
            takeChanges()
            takeLoaded()
            if let metronome = loader.takeMetronome() { takeMetronome(metronome) }
            takeSamplers()
            takeReports()
            takeWaitingVersion()
            takeDevice()
            if ending == nil { stepFollowing() }
            if ending == nil { stepPractice() }
            if ending == nil { stepScrub() }
            for key in view.keys() where !hasQuit {
                press(key)
                if hasQuit { engine.stop() }
            }
            if ending == nil { serveDesktop() }
            lead?.update(playback, isPlaying: !isPaused && !isLoading && ending == nil)
            if ending == nil { view.show(self, engine.takeFigures()) }
        }
        view.end()
        desktop?.end()
        lead?.end()
        reports.report(engine.takePluginFaults())
        return ending
    }

    /// The longest time to wait for an event, in milliseconds.
    private var patience: Int32 {
        if scrub != nil { return min(view.patience, 20) }
        if keyboard != nil || playback.ramp != nil {
            return min(view.patience, Int32(PiecePlayer.practiceInterval / 1_000_000))
        }
        if lead != nil { return min(view.patience, Int32(PieceLead.interval / 1_000_000)) }
        guard following != nil else { return view.patience }
        return min(view.patience, Int32(PieceFollower.interval / 1_000_000))
    }

    /// Takes the engine's reports.
    private func takeReports() {
        for report in engine.takeReports() {
            switch playback.handle(report) {
            case .ended?: pieceEnded()
            case .followed(let wasWithdrawn)?: nextFollowed(wasWithdrawn: wasWithdrawn)
            case .refused?: reload()
            case nil: break
            }
        }
        reports.report(engine.takePluginFaults())
        let racks = engine.takeReleasedRacks()
        if !racks.isEmpty { loader.release(racks) }
        if !isPaused, !isLoading, playback.isUnderWay { prepareFollowing() }
    }

    /// Shows and reports a piece that begins.
    func noteBegin(_ entry: PlayOrder<LoadedPiece>.Entry) {
        loopStart = nil
        isSoloing = false
        isAboveTen = false
        selectPracticeSound(of: entry.piece)
        view.begin(entry, in: order.playlist, speed: playback.pace, rate: playback.rate)
        // A list that is played for months has each report once.
        guard !order.playlist.files[entry.step.file].isReported else { return }
        order.playlist.noteReported(entry.step.file)
        reports.report(
            entry.piece,
            name: order.playlist.name(of: entry.step),
            isAlone: order.playlist.files.count == 1,
            metronome: engine.metronome
        )
    }

    /// Reports the changes in a file whose new version plays now.
    func noteChange(_ changes: VersionChanges?, in file: PieceFile) {
        reports.report(changes, in: file)
    }
}
