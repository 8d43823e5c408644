import ControlProtocol
import Logging
import NIOCore
import NIOPosix
import Playback
import SMF
import SamplerHost
import Sequencer
import Synchronization
import Wording

/// All that the daemon plays with: the engine, the queue, the live inputs.
///
/// Confined to its event loop: every call comes from there, so nothing here is locked; what comes
/// from elsewhere, and what completes, is checked to be on it. What takes
/// its time (reading files and SoundFonts) happens on a loader's thread, one after the other, and
/// comes back to the loop.
final class Transport {
    let eventLoop: any EventLoop
    let engine: Engine
    let output: TransportOutput
    let rate: Int
    let settings: TransportSettings
    let logger: Logger
    let loader = NIOThreadPool(numberOfThreads: 1)
    /// The SoundFonts in use; changed on the loader's thread, so that what is loaded after a
    /// `load-font` has the new ones.
    let fonts: FontStack
    var live: LiveInput?
    var audio: AudioThread?
    /// The device's changes, which begin before there is anybody to tell.
    private let changes: Changes
    private let reportReader = NIOThreadPool(numberOfThreads: 1)

    /// Told what happens.
    var events: (DaemonEvent) -> Void = { _ in }
    /// The events that somebody wants; work for bars, markers and lyrics is done only then.
    var wanted: Set<EventType> = [] {
        didSet {
            // Who begins to listen is not told what was before.
            if cueTimer == nil { cues.reset() }
            watchCues()
        }
    }
    /// Told what the sound does, in a few words for the service manager, each time that changes.
    var onStatusChange: (String) -> Void = { _ in }

    // MARK: What plays

    /// The song that is loaded: where it plays, and how.
    let playback: PiecePlayer
    var state = DaemonStatus.State.stopped
    /// The pieces to be played, and where in them playing is.
    var queue = PlayQueue()
    /// The loads that are still wanted.
    let tickets = LoadTickets()
    /// The song after this one, loaded.
    var following: LoadedPiece? {
        didSet {
            if let oldValue, oldValue !== following { Self.letGo(oldValue, on: loader) }
        }
    }
    /// The number of the entry that is being loaded as the following one, or could not be.
    var followingEntry: Int?

    // MARK: How it plays

    /// What is played again and again, as it was asked for.
    var loop = LoopSetting.off
    var gain: Double
    /// What is changed in each sequence.
    var arrangement = Arrangement()
    /// Tells of files that have changed, where that is wanted.
    var fileWatch: FileWatch?
    /// The versions of the files that play and follow.
    var versions: VersionFollower<LoadedPiece>
    var versionTimer: LoopTimer?

    /// Commands that wait for a position.
    let actions = ActionScheduler<ScheduledCommand>()
    var actionTimer: LoopTimer?

    // MARK: Watching

    var cueTimer: LoopTimer?
    /// What playing has passed and was told.
    var cues: CueTracker
    /// What changes about the device.
    var outputMonitor = OutputMonitor()
    /// Completes when a device that is being opened is there, or lost.
    var outputSettling: EventLoopPromise<Void>?
    /// Whether the daemon ends: nothing is waited for any more.
    var isEnding = false
    /// What ``onStatusChange`` was told last.
    var lastServiceStatus: ServiceStatus?
    /// Presets of the live inputs' fonts.
    var livePresets: [Preset]
    /// What is wrong with samples of those fonts, a bounded number of lines.
    var sampleFaults: [String]
    /// Presets that the fonts lack and live inputs have selected, each once.
    var liveSubstitutions: [PresetSubstitution] = []
    /// The queue's entry whose missing presets have been told of.
    var entryToldOfPresets: Int?
    /// The inputs on which the socket plays already.
    var openInputs: Set<Int> = []
    /// Notes that end by themselves and sound yet.
    var timedNotes = 0
    /// The MIDI ports as they were told last.
    var knownPorts: [PortEntry] = []

    /// Opens the device and makes the live inputs' samplers; nothing sounds yet.
    ///
    /// - Parameters:
    ///   - settings: What to play with.
    ///   - eventLoop: The loop to which all is confined.
    ///   - logger: Where faults are told.
    /// - Throws: A font that cannot be read or is none.
    init(
        _ settings: TransportSettings,
        on eventLoop: any EventLoop,
        logger: Logger
    ) throws(RequestError) {
        self.settings = settings
        self.eventLoop = eventLoop
        self.logger = logger
        let changes = Changes()
        self.changes = changes
        output = TransportOutput(settings) { changes.happened() }
        rate = output.rate
        gain = settings.gain
        fonts = FontStack(settings.sampler)
        var engineSettings = EngineSettings(sampler: settings.sampler)
        engineSettings.rate = rate
        engineSettings.gain = Decibels.factor(settings.gain)
        engineSettings.maximumPeriod = max(output.sink.periodFrames, 64)
        engineSettings.threads = settings.threads
        engineSettings.workerPriority = settings.device == nil ? 0 : AudioThread.priority
        engineSettings.latency = settings.latency
        engineSettings.sleepsAfter =
            settings.idleSeconds > 0 ? max(1, Int(settings.idleSeconds * Double(rate))) : nil
        engine = try RequestError.catching { () throws(HostError) in
            try Engine(engineSettings, inputs: settings.live.inputs)
        }
        playback = PiecePlayer(engine)
        cues = CueTracker(rate: output.rate)
        versions = VersionFollower { [loader] version in
            // Once all that have it here are done with it: the last of them would free its samplers.
            eventLoop.execute { Self.letGo(version, on: loader) }
        }
        livePresets = engine.inputPresets
        sampleFaults = BoundedLines.of(engine.inputSampleFaults.map(\.description))
        for fault in sampleFaults { logger.warning("\(fault)") }
        playback.onRelease = { [loader] in Self.letGo($0, on: loader) }
        playback.mayFollow = { [unowned self] in follows($0) }
    }

    /// Begins: from now on it sounds, and MIDI is heard.
    ///
    /// - Throws: A raw source that cannot be opened; no thread.
    func start() throws(RequestError) {
        loader.start()
        reportReader.start()
        let loop = eventLoop
        // Held as long as the threads run; shutDown() ends those.
        let transport = NIOLoopBound(self, eventLoop: loop)
        changes.tell { loop.execute { transport.value.checkOutput() } }
        let ended = audioEnded
        let (engine, sink) = (engine, output.sink)
        audio = try RequestError.catching { () throws(HostError) in
            try AudioThread(
                running: engine,
                into: sink,
                realTime: settings.device != nil,
                onEnd: { ended.succeed() }
            )
        }
        if let refusal = audio?.priorityRefusal {
            logger.notice("real-time priority refused (\(refusal)); playing without it")
        }
        reportReader.submit { _ in
            while !engine.hasEnded {
                engine.waitForReports()
                loop.execute { transport.value.takeReports() }
            }
        }
        live = try RequestError.catching { () throws(HostError) in
            try LiveInput(settings.live, queue: engine.input) {
                loop.execute { transport.value.checkPorts() }
            }
        }
        checkPorts()
        checkOutput()
    }

    /// Completes when the audio thread is about to end.
    private(set) lazy var audioEnded = eventLoop.makePromise(of: Void.self)

    /// Fades out, releases what sounds, and gives the device back.
    func shutDown() -> EventLoopFuture<Void> {
        cueTimer?.cancel()
        cueTimer = nil
        actionTimer?.cancel()
        actionTimer = nil
        dropWaitingVersion()
        isEnding = true
        settleOutput()
        let watchEnded = eventLoop.makePromise(of: Void.self)
        if let fileWatch {
            fileWatch.end { watchEnded.succeed() }
        } else {
            watchEnded.succeed()
        }
        live?.close()
        engine.stop()
        let audio = audio
        if audio == nil { audioEnded.succeed() }
        return audioEnded.futureResult.assumeIsolated().flatMap {
            do throws(HostError) {
                try audio?.join()
            } catch {
                self.logger.error("\(error)")
            }
            // Both come back to the loop with what they do: it must outlive them.
            return self.end(self.loader).and(self.end(self.reportReader))
                .and(watchEnded.futureResult).map { _ in }
        }.nonisolated()
    }

    /// Ends a pool's thread, after what it is doing.
    private func end(_ pool: NIOThreadPool) -> EventLoopFuture<Void> {
        let ended = eventLoop.makePromise(of: Void.self)
        pool.shutdownGracefully { _ in ended.succeed() }
        return ended.futureResult
    }

    /// Does something on the loader's thread; its failure is a `RequestError`.
    func onLoader<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) -> EventLoopFuture<Value> {
        loader.runIfActive(eventLoop: eventLoop) {
            do {
                return try work()
            } catch let error as PlaybackError {
                throw RequestError(error)
            }
        }
    }

    /// Lets go of a song on the loader's thread: freeing samplers waits for whatever is loaded.
    static func letGo(_ song: LoadedPiece, on loader: NIOThreadPool) {
        loader.submit { _ in withExtendedLifetime(song) {} }
    }

    /// Tells of a change.
    func tell(_ change: TransportChange.Change) {
        events(
            .transport(change, state, file: currentPath, entry: queue.currentIndex.map { $0 + 1 })
        )
        tellServiceStatus()
        watchCues()
        watchActions()
    }

    /// The path of what plays or was last played.
    var currentPath: String? { queue.current?.path }
}

/// The SoundFonts in use.
final class FontStack: Sendable {
    private let sampler: Mutex<SamplerSettings>

    init(_ sampler: SamplerSettings) {
        self.sampler = Mutex(sampler)
    }

    /// The settings of samplers with them.
    var settings: SamplerSettings { sampler.withLock { $0 } }

    /// Takes others.
    func replace(_ fonts: [SoundFontReference]) {
        sampler.withLock { $0.fonts = fonts }
    }
}

/// Passes on that something has changed, from any thread, once there is somebody to tell.
private final class Changes: Sendable {
    private let listener = Mutex<(@Sendable () -> Void)?>(nil)

    func tell(_ listener: @escaping @Sendable () -> Void) {
        self.listener.withLock { $0 = listener }
    }

    func happened() {
        listener.withLock { $0 }?()
    }
}
