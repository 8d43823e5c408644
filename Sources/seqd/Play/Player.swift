import Glibc
import Playback
import SamplerHost
import Sequencer

/// `seqd play` at work: files in the order of a list, what keys ask for, and the view.
///
/// All of it is the main thread's, which is the engine's controlling thread.
final class Player {
    let playback: PiecePlayer
    let engine: Engine
    let loader: SongLoader
    let view: PlayerScreen
    /// What is said of each song.
    let reports: Reports
    let musical: MusicalOptions
    /// Whether it was said which SoundFont was found.
    private var hasReportedFont = false
    var playlist: Playlist
    var failures: FirstFailure
    /// The gain in dB.
    var gain: Double

    /// What is loaded.
    var current: LoadedSong?
    /// The song after it, where that is loaded.
    var following: LoadedSong?
    /// The loads that are still wanted.
    let tickets: LoadTickets
    /// The step that is being loaded to follow.
    private var followingStep: Playlist.Step?
    /// The versions of the current song.
    var versions: VersionFollower<LoadedSong>

    private(set) var isPaused = false
    /// Where a paused player goes on, if not where it stopped; in nominal frames.
    var pausedPlace: Int64?
    /// Where a song was cut because another one is being loaded; in nominal frames.
    private var cutPlace: Int64?
    /// Where the last song has ended, while its tail sounds; in nominal frames.
    private(set) var endPlace: Int64?
    /// What is clicked before the first song, and before one that begins again.
    let countIn: CountIn?
    /// What tells of files that have changed, where that is wanted.
    let changes: FileChanges?
    /// Whether something was set while it was paused.
    private var isStale = false
    /// The start of a loop, as long as that has no end; in nominal frames.
    var loopStart: Int64?
    /// Whether the next digit is for a solo.
    var isSoloing = false
    /// Whether a key has ended it.
    var hasQuit = false

    /// What is said while playing.
    struct Reports {
        var isQuiet: Bool
        var isVerbose: Bool
    }

    /// Makes a player; nothing sounds yet.
    init(
        _ playlist: Playlist,
        engine: Engine,
        loader: SongLoader,
        musical: MusicalOptions,
        reports: Reports,
        changes: FileChanges? = nil,
        versionTime: VersionTime = .now,
        failures: FirstFailure
    ) {
        self.changes = changes
        versions = VersionFollower(versionTime) { [loader] in loader.letGo($0.song) }
        tickets = loader.tickets
        countIn = musical.playing.countIn.map { CountIn(bars: $0) }
        self.failures = failures
        self.playlist = playlist
        self.engine = engine
        self.loader = loader
        self.reports = reports
        self.musical = musical
        gain = musical.sound.gain
        view = PlayerScreen(isQuiet: reports.isQuiet)
        playback = PiecePlayer(engine)
        playback.speed = musical.speed
        playback.semitones = musical.transpose
        playback.chasesNotes = musical.playing.chaseNotes
        playback.isMetronomeOn = musical.playing.metronome
        playback.onRelease = { [loader] in loader.letGo($0) }
        playback.mayFollow = { [unowned self] in follows($0) }
    }

    /// Loads the first song that can be played, and what follows where that will be soon; waits
    /// for it.
    ///
    /// - Returns: `false` when there is none.
    func prepare() -> Bool {
        while current == nil, let step = playlist.advance() {
            guard let loaded = loadNow(step) else { continue }
            current = loaded
            playback.load(loaded.song)
        }
        guard let current else { return false }
        if playback.isMetronomeOn || countIn != nil { takeMetronome(loader.makeMetronome()) }
        // Short songs are over before the next is read, unless it was read before.
        guard current.length < 10 * Int64(playback.rate), let next = playlist.step(after: 1),
            !next.isSameMusic(as: current.step)
        else { return true }
        following = loadNow(next)
        return true
    }

    private func loadNow(_ step: Playlist.Step) -> LoadedSong? {
        let file = playlist.files[step.file]
        let loaded = failures.note { () throws(CommandFailure) in
            try loader.read(step, file)
        }
        guard let loaded else {
            playlist.noteUnplayable(step.file)
            return nil
        }
        noteRead(loaded)
        return loaded
    }

    /// Begins with the song that is loaded, as soon as the audio thread runs: before that starts, so
    /// that the first frame heard is the song's.
    func begin() {
        guard let current else { return }
        noteBegin(current)
        start(at: current.song.start, countIn: countIn)
    }

    // MARK: The main loop

    /// Plays until the audio thread ends, and serves signals and keys meanwhile.
    ///
    /// - Parameter thread: The engine's thread.
    /// - Returns: The status of the signal that ended it, if one did.
    func run(until thread: AudioThread) -> ExitStatus? {
        var ending: ExitStatus?
        while !thread.hasEnded {
            let signal = Signals.next(milliseconds: view.patience, orReading: view.descriptor)
            switch signal {
            case SIGINT, SIGTERM, SIGHUP:
                if let ending {
                    // Asked twice: the device hangs.
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
            takeReports()
            takeWaitingVersion()
            for key in view.keys() where !hasQuit {
                press(key)
                if hasQuit { engine.stop() }
            }
            if ending == nil { show() }
        }
        view.end()
        return ending
    }

    // MARK: Songs

    /// The nominal frame that is heard, or would be.
    var place: Int64 { pausedPlace ?? endPlace ?? playback.position }

    var isLast: Bool { !isLoading && playlist.step(after: 1) == nil }

    /// Whether the song that is to be played is being loaded.
    var isLoading: Bool { tickets.isPending(.current) }

    /// Plays what is loaded, or has it ready while it is paused.
    private func begin(_ loaded: LoadedSong) {
        playlist.removeMark()
        cutPlace = nil
        current = loaded
        playback.load(loaded.song)
        noteBegin(loaded)
        start(at: loaded.song.start)
    }

    /// Plays the loaded song from a nominal frame.
    ///
    /// - Parameters:
    ///   - frame: Where to begin.
    ///   - countIn: What is clicked before.
    ///   - chasesNotes: Whether notes that sound already there are begun, whatever is set.
    func start(at frame: Int64, countIn: CountIn? = nil, chasesNotes: Bool = false) {
        guard !isPaused else {
            pausedPlace = frame
            return
        }
        startOrEnd(at: frame, countIn: countIn, chasesNotes: chasesNotes)
        prepareFollowing()
    }

    private func startOrEnd(
        at frame: Int64,
        cutsVoices: Bool = false,
        countIn: CountIn? = nil,
        chasesNotes: Bool = false
    ) {
        endPlace = nil
        let hasStarted = playback.start(
            at: frame,
            isLast: isLast,
            cutsVoices: cutsVoices,
            countIn: countIn,
            chasesNotes: chasesNotes
        )
        if !hasStarted {
            failures.note(CommandFailure(.busy, "too many samplers still sounding"))
            engine.stop()
        }
    }

    /// What changes with each song.
    private func noteBegin(_ loaded: LoadedSong) {
        loopStart = nil
        isSoloing = false
        view.begin(loaded, in: playlist, speed: playback.speed, rate: playback.rate)
        // Once is enough in a list that is played for months.
        guard !reports.isQuiet, !playlist.files[loaded.step.file].isReported else { return }
        playlist.noteReported(loaded.step.file)
        Console.report(soundBankOf: loaded.file)
        reportFonts(of: loaded)
        Console.report(
            fontsOf: loaded.song.rack,
            file: playlist.files.count > 1 ? loaded.name : nil,
            metronome: loaded.song.sequence.hasBars ? engine.metronome : nil
        )
    }

    /// Says which SoundFonts play where none was named: once, or for a song that has its own.
    private func reportFonts(of loaded: LoadedSong) {
        let fonts = loaded.song.rack.settings.fonts
        if loaded.song.embeddedFont != nil {
            musical.sound.reportEmbeddedFont(of: loaded.name, Array(fonts.dropFirst()))
        } else if !hasReportedFont {
            hasReportedFont = true
            musical.sound.reportFoundFont(fonts)
        }
    }

    /// Goes on to the next song of the list; where there is none, ends with the tail.
    func loadNext() {
        guard let step = playlist.advance() else {
            endWithTail()
            return
        }
        go(to: step)
    }

    /// Plays a step of the list, as soon as it is loaded.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - isPlayingOn: Whether what plays, plays on until then, and for good where the step cannot
    ///     be loaded: the list has it marked.
    func go(to step: Playlist.Step, playingOn isPlayingOn: Bool = false) {
        if isPaused {
            playback.withdrawFollowing()
        } else if isPlayingOn, playback.isUnderWay {
            // The engine does not end after it.
            playback.apply(isLast: false)
        } else {
            // In the tail of the last song too, or the engine could end before the load does.
            playback.halt()
        }
        // Whoever holds the key for the next file passes over many.
        tickets.cancel(.current)
        if let following, following.step.isSameMusic(as: step) {
            forgetFollowing()
            begin(following)
        } else if let current, current.step.isSameMusic(as: step) {
            forgetFollowing()
            begin(current)
        } else if tickets.isPending(.following), followingStep?.isSameMusic(as: step) ?? false {
            tickets.reassign(.following, to: .current)
        } else {
            forgetFollowing()
            loader.load(step, of: playlist.files[step.file], for: .current)
        }
    }

    /// Goes on with what plays, since what was asked for cannot be loaded.
    private func stay() {
        if let current {
            let path = playlist.files[current.step.file].path
            if versions.takeChange(of: path) { loadVersion() }
        }
        versions.forgetChanges()
        if let cutPlace {
            self.cutPlace = nil
            start(at: cutPlace)
        } else if isPaused || playback.isUnderWay {
            // It may be the last one.
            apply()
        } else {
            loadNext()
        }
    }

    /// Whether a song that begins behind another is the one that is to follow.
    private func follows(_ song: LoadedPiece) -> Bool {
        guard !isLoading, let next = playlist.step(after: 1) else { return false }
        if let following, following.song === song { return following.step.isSameMusic(as: next) }
        return current?.song === song && current?.step.isSameMusic(as: next) ?? false
    }

    /// Lets go of what was loaded to follow.
    func forgetFollowing() {
        if let following { loader.letGo(following.song) }
        following = nil
        tickets.cancel(.following)
    }

    /// Nothing comes any more: the engine ends when what sounds has died away.
    private func endWithTail() {
        guard let song = current?.song else {
            engine.stop()
            return
        }
        guard !isPaused else {
            // What was asked for cannot be played: it stays where it is.
            _ = playlist.goBack()
            view.say("no next file")
            return
        }
        startOrEnd(at: song.endFrame(rate: playback.rate))
        endPlace = song.endFrame(rate: playback.rate)
    }

    /// Loads what follows, and gives it to the engine.
    private func prepareFollowing() {
        guard !isLoading, let current, let next = playlist.step(after: 1) else { return }
        if next.isSameMusic(as: current.step) {
            follow(with: current)
        } else if let following, following.step.isSameMusic(as: next) {
            follow(with: following)
        } else if !tickets.isPending(.following) {
            followingStep = next
            loader.load(next, of: playlist.files[next.file], for: .following)
        }
    }

    private func follow(with loaded: LoadedSong) {
        guard playback.isUnderWay, !playback.hasFollowing, !isPaused else { return }
        playback.follow(with: loaded.song, isLast: playlist.step(after: 2) == nil)
    }

    /// Takes what the loader has done.
    func takeLoaded() {
        for outcome in loader.takeLoaded() {
            let purpose = tickets.settle(outcome.ticket)
            if purpose == .version {
                takeVersion(outcome.result)
                continue
            }
            guard let purpose else {
                if case .success(let unwanted) = outcome.result { loader.letGo(unwanted.song) }
                continue
            }
            switch outcome.result {
            case .success(let loaded):
                noteRead(loaded)
                if purpose == .current {
                    begin(loaded)
                    let path = playlist.files[loaded.step.file].path
                    if versions.takeChange(of: path) { loadVersion() }
                    versions.forgetChanges()
                } else {
                    following = loaded
                    prepareFollowing()
                }
            case .failure(let failure):
                failures.note(failure)
                playlist.noteUnplayable(outcome.step.file)
                if purpose == .current {
                    if playlist.returnToMark() != nil { stay() } else { loadNext() }
                } else {
                    // What plays may have become the last.
                    if isLast { apply() } else { prepareFollowing() }
                }
            }
        }
    }

    private func noteRead(_ loaded: LoadedSong) {
        let file = loaded.step.file
        playlist.noteRead(
            file,
            loaded.file,
            sequences: loaded.sequences,
            isKept: playlist.files[file].path == "-"
        )
        let hasTime = loaded.file.sequences.contains { $0.endTick > 0 }
        if !hasTime || loaded.sequences == 1 && loaded.length == 0 { playlist.noteEmpty(file) }
    }

    /// Takes what the engine reports.
    func takeReports() {
        for report in engine.takeReports() {
            switch playback.handle(report) {
            case .ended?: loadNextUnlessLast()
            case .followed(let wasWithdrawn)?: followed(wasWithdrawn: wasWithdrawn)
            case .refused?: reload()
            case nil: break
            }
        }
        let racks = engine.takeReleasedRacks()
        if !racks.isEmpty { loader.letGo(racks) }
        if !isPaused, !isLoading, playback.isUnderWay { prepareFollowing() }
    }

    private func loadNextUnlessLast() {
        // Another one has been asked for, and is being loaded: the engine is not to end before that,
        // nor to play what was taken back and was quicker.
        guard !isLoading else { return playback.halt() }
        if isLast {
            // It was given to the engine as the last, which plays its tail now.
            endPlace = current?.song.endFrame(rate: playback.rate)
        } else {
            loadNext()
        }
    }

    private func followed(wasWithdrawn: Bool) {
        guard let step = playlist.advance() else { return }
        if let following, following.step.isSameMusic(as: step) {
            current = following
        }
        current?.step = step
        following = nil
        if let current { noteBegin(current) }
        // Taken back because something changed meanwhile: that holds for it too.
        if wasWithdrawn { apply() } else { prepareFollowing() }
    }

    /// The samplers had gone when playing was to begin on them.
    private func reload() {
        guard let step = playlist.current else { return }
        loader.load(step, of: playlist.files[step.file], for: .current)
    }

    // MARK: Playing

    /// Plays on as is set now.
    func apply() {
        guard !isPaused else {
            isStale = true
            return
        }
        playback.apply(isLast: isLast)
        prepareFollowing()
    }

    /// Stands still, or goes on: with all that sounded.
    func togglePause() {
        if isPaused {
            isPaused = false
            engine.resume {
                if isLoading {
                    // What was heard is not wanted any more, and the other is not there yet.
                    cutPlace = cutPlace ?? place
                    playback.cut()
                } else if let pausedPlace, current != nil {
                    startOrEnd(at: pausedPlace, cutsVoices: true)
                } else if isStale {
                    playback.apply(isLast: isLast)
                }
            }
            pausedPlace = nil
            isStale = false
            prepareFollowing()
        } else {
            engine.pause()
            isPaused = true
        }
    }

    /// Gives the device back while the process is stopped, as Ctrl-Z asks for.
    func stopProcess() {
        engine.pause()
        view.leave()
        Signals.stopProcess()
        if !isPaused { engine.resume() }
    }

    /// Shows how things stand.
    func show() {
        view.show(self, engine.takeFigures())
    }
}
