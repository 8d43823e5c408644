import CLinux
import Realtime
public import Sequencer
import Synchronization

/// The sound engine: samplers, mixer and player behind one `render` call that a thread makes again
/// and again.
///
/// Two threads use it. The *controlling* thread makes it, queues items, gives commands, reads
/// reports and figures, and frees it. The *audio* thread (or, offline, a thread of its own) calls
/// ``run(into:betweenPeriods:)``. Between them there are rings and atomics only. Live events come
/// by queues of their own, one for each thread that has some.
///
/// An engine for music ends after the last item. One with live inputs goes on until it is
/// stopped, and sleeps while there is nothing to be heard.
public final class Engine: @unchecked Sendable {
    /// What it was made with.
    public let settings: EngineSettings
    /// How many live inputs it has.
    public let inputs: Int
    /// Live events of the controlling thread.
    public let control: LiveQueue
    /// Live events of the input thread.
    public let input: LiveQueue

    /// The rack of the music that the engine was made for.
    public let stage: SamplerRack?
    private let workers: RenderWorkers
    let core: UnsafeMutablePointer<EngineCore>
    let commands: UnsafeMutablePointer<RingBuffer<EngineCommand>>
    let items: UnsafeMutablePointer<RingBuffer<QueuedItem>>
    private let reports: UnsafeMutablePointer<RingBuffer<EngineReport>>
    let status: UnsafeMutablePointer<EngineStatus>
    private let resumed: UnsafeMutablePointer<seqd_semaphore>
    private let paused: UnsafeMutablePointer<seqd_semaphore>
    private let reported: UnsafeMutablePointer<seqd_semaphore>
    let bell: WakeBell
    /// Items given to the audio thread and not yet given back, by number.
    ///
    /// Controlling thread only.
    var lentItems: [Int: LentItem] = [:]
    /// Racks given to the audio thread and not yet given back, by number.
    ///
    /// Controlling thread only.
    var lentRacks: [Int: LentRack] = [:]
    /// Racks that were given back, for ``takeReleasedRacks()``.
    var releasedRacks: [SamplerRack] = []
    var nextNumber = 0
    /// Whether ``pause()`` was called last.
    ///
    /// Controlling thread only.
    private var isPaused = false

    struct LentItem {
        var item: PlayItem
        var view: UnsafeMutablePointer<PlayItemView>
        /// The number of the rack that it was given with.
        var rack: Int
    }

    struct LentRack {
        var rack: SamplerRack
        /// Whether the audio thread has let go of it; an item on its way there may still name it.
        var hasRetired = false
        /// Whether it goes there without an item.
        var isPromised = false
        /// The live input that it is for.
        var input: Int?
    }

    /// Items that may wait in the engine at once.
    static let itemCapacity = 256

    /// Makes an engine for some music: as many samplers as the sequences have ports, with the
    /// presets they use.
    ///
    /// Reads the SoundFonts.
    ///
    /// - Parameters:
    ///   - settings: What it is made for.
    ///   - sequences: All the sequences that will be queued.
    /// - Throws: A font that cannot be read or is none.
    public convenience init(
        _ settings: EngineSettings,
        for sequences: [PreparedSequence]
    ) throws(HostError) {
        let rack = try SamplerRack(
            settings.sampler,
            rate: settings.rate,
            maximumPeriod: settings.maximumPeriod,
            for: sequences
        )
        self.init(settings, stage: rack, inputs: [])
    }

    /// Makes an engine for music that comes with racks of its own, piece after piece.
    ///
    /// It ends after the item that is the last, or when it is stopped.
    ///
    /// - Parameter settings: What it is made for; their sampler is not used.
    public convenience init(_ settings: EngineSettings) {
        self.init(settings, stage: nil, inputs: [])
    }

    /// Makes an engine with live inputs, each a sampler with all its presets ready.
    ///
    /// Reads the SoundFonts. Music is played on racks that come with it.
    ///
    /// - Parameters:
    ///   - settings: What it is made for.
    ///   - inputs: How many inputs, 1 … 16.
    /// - Throws: A font that cannot be read or is none.
    public convenience init(_ settings: EngineSettings, inputs: Int) throws(HostError) {
        precondition((1...EngineCore.inputCapacity).contains(inputs), "1 to 16 inputs")
        var racks: [SamplerRack] = []
        for _ in 0..<inputs {
            racks.append(
                try SamplerRack(
                    live: settings.sampler,
                    rate: settings.rate,
                    maximumPeriod: settings.maximumPeriod
                )
            )
        }
        self.init(settings, stage: nil, inputs: racks)
    }

    private init(_ settings: EngineSettings, stage: SamplerRack?, inputs racks: [SamplerRack]) {
        self.settings = settings
        self.stage = stage
        inputs = racks.count
        bell = WakeBell()
        control = LiveQueue(bell: bell)
        input = LiveQueue(bell: bell)
        // Without racks that come later it never has more to render than it begins with.
        let most = stage?.shardCount ?? settings.threads
        workers = RenderWorkers(
            count: max(0, min(settings.threads, most) - 1),
            priority: Int32(settings.workerPriority)
        )
        commands = Self.ring(256)
        items = Self.ring(Self.itemCapacity)
        reports = Self.ring(1_024)
        status = .allocate(capacity: 1)
        status.initialize(to: EngineStatus())
        resumed = .allocate(capacity: 1)
        seqd_semaphore_init(resumed)
        paused = .allocate(capacity: 1)
        seqd_semaphore_init(paused)
        reported = .allocate(capacity: 1)
        seqd_semaphore_init(reported)
        core = .allocate(capacity: 1)
        core.initialize(
            to: EngineCore(
                settings,
                samplers: stage?.view.pointee.stripCount ?? PreparedSequence.maximumSamplers,
                inputs: racks.count,
                queues: [control, input],
                pool: workers.pool,
                commands: commands,
                items: items,
                reports: reports,
                status: status
            )
        )
        if let stage {
            lentRacks[stage.view.pointee.number] = LentRack(rack: stage)
            // Nothing but the audio thread touches it from here on.
            core.pointee.add(stage.view, offset: 0)
            core.pointee.stage = stage.view
        }
        for (index, rack) in racks.enumerated() {
            lentRacks[rack.view.pointee.number] = LentRack(rack: rack, input: index)
            core.pointee.install(rack.view, input: index)
        }
    }

    private static func ring<Element: BitwiseCopyable>(
        _ capacity: Int
    ) -> UnsafeMutablePointer<RingBuffer<Element>> {
        let ring = UnsafeMutablePointer<RingBuffer<Element>>.allocate(capacity: 1)
        ring.initialize(to: RingBuffer(minimumCapacity: capacity))
        return ring
    }

    deinit {
        core.pointee.deallocate()
        core.deinitialize(count: 1)
        core.deallocate()
        for lent in lentItems.values { lent.view.deallocate() }
        commands.deinitialize(count: 1)
        commands.deallocate()
        items.deinitialize(count: 1)
        items.deallocate()
        reports.deinitialize(count: 1)
        reports.deallocate()
        status.deinitialize(count: 1)
        status.deallocate()
        for semaphore in [resumed, paused, reported] {
            seqd_semaphore_destroy(semaphore)
            semaphore.deallocate()
        }
    }

    // MARK: Controlling thread

    /// Fades out within 10 ms and ends; ``run(into:betweenPeriods:)`` returns after it.
    public func stop() {
        give(.stop)
        seqd_semaphore_post(resumed)
    }

    /// Fades out and gives the device back; returns when that is done.
    ///
    /// Until ``resume(_:)``, whose closure is the place for what changes the music, only
    /// ``dropQueued()``, ``setGain(_:)`` and ``stop()`` may be called: other commands would hold up
    /// the one that ends the pause.
    public func pause() {
        guard !isPaused, !status.pointee.hasEnded.load(ordering: .acquiring) else { return }
        guard give(.pause) else { return }
        seqd_semaphore_wait(paused)
        isPaused = true
    }

    /// Goes on after ``pause()``.
    ///
    /// - Parameter change: What is changed before anything is heard, such as another place.
    public func resume(_ change: () -> Void = {}) {
        guard isPaused else { return }
        isPaused = false
        give(.resume)
        // The audio thread waits: it takes all that is given now at once.
        change()
        seqd_semaphore_post(resumed)
    }

    /// Hands a command over, and wakes an engine that sleeps.
    ///
    /// - Returns: `false` when too many wait; the audio thread has hung then.
    @discardableResult
    func give(_ command: EngineCommand) -> Bool {
        guard commands.pointee.push(command) else { return false }
        bell.ring()
        return true
    }

    /// What the audio thread has reported since the last call; frees what it has given back.
    public func takeReports() -> [EngineReport] {
        var taken: [EngineReport] = []
        while let report = reports.pointee.pop() {
            switch report {
            case .ended(let number, _), .halted(let number, _), .replaced(let number),
                .refused(let number):
                takeBack(item: number)
            case .retired(let number):
                lentRacks[number]?.hasRetired = true
                freeIfUnused(rack: number)
            case .began, .finished, .substituted:
                break
            }
            taken.append(report)
        }
        return taken
    }

    /// The presets that live inputs were told to play since the last call, and that their fonts
    /// lack; in each, `sampler` is the input.
    ///
    /// Controlling thread only.
    public func takeSubstitutions() -> [PresetSubstitution] {
        lentRacks.values.flatMap { lent -> [PresetSubstitution] in
            guard let input = lent.input else { return [] }
            return lent.rack.takeSubstitutions().map { $0.on(sampler: input) }
        }
    }

    /// The racks that the engine has let go of since the last call.
    ///
    /// Freeing one takes a lock that loading SoundFonts holds for long: let them go on a thread
    /// that may wait.
    public func takeReleasedRacks() -> [SamplerRack] {
        defer { releasedRacks = [] }
        return releasedRacks
    }

    /// Waits until there may be reports, or the engine has ended.
    ///
    /// A thread of the caller's own; the reports are taken on the controlling thread.
    public func waitForReports() {
        seqd_semaphore_wait(reported)
    }

    /// Whether it renders nothing any more.
    ///
    /// Any thread.
    public var hasEnded: Bool { status.pointee.hasEnded.load(ordering: .acquiring) }

    /// The figures after the last period, which belong together; the peak is the highest since the
    /// last call.
    public func takeFigures() -> EngineFigures {
        let peak = status.pointee.peak.exchange(0, ordering: .relaxed)
        let period = status.pointee.period.load()
        return EngineFigures(
            frame: period.frame,
            position: period.position,
            item: period.item < 0 ? nil : period.item,
            countIn: period.countIn,
            voices: period.voices,
            peak: Float(bitPattern: peak),
            highestPeak: period.highestPeak,
            clippedSamples: period.clipped,
            xruns: status.pointee.xruns.load(ordering: .relaxed),
            load: Double(period.load.millionths) / 1_000_000
        )
    }

    /// Where playing is.
    ///
    /// Any thread but the audio thread.
    public var position: EnginePosition {
        let period = status.pointee.period.load()
        return EnginePosition(
            item: period.item < 0 ? nil : period.item,
            frame: period.position,
            countInBeats: period.countIn
        )
    }

    /// Times the device ran dry.
    ///
    /// Any thread.
    public var xruns: Int { status.pointee.xruns.load(ordering: .relaxed) }

    /// Whether nothing sounds and the device is given back.
    ///
    /// Any thread.
    public var isAsleep: Bool { status.pointee.isAsleep.load(ordering: .relaxed) }

    /// What is wrong with samples of the first live input's SoundFonts.
    ///
    /// Controlling thread only; the engine must have been made just now.
    public var inputSampleFaults: [SampleFault] {
        lentRacks.values.first { $0.input == 0 }?.rack.sampleFaults ?? []
    }

    /// The presets of the first live input's SoundFonts; none without inputs.
    ///
    /// Controlling thread only; the engine must have been made just now.
    public var inputPresets: [Preset] {
        lentRacks.values.max { $0.rack.presets.count < $1.rack.presets.count }?.rack.presets ?? []
    }

    /// Frames rendered so far.
    ///
    /// Any thread but the audio thread.
    public var framesRendered: Int64 { status.pointee.period.load().frame }

    /// Ends ``run(into:betweenPeriods:)`` after the current period, without a fade; the sink keeps
    /// nothing.
    ///
    /// From any thread.
    public func cancel() {
        status.pointee.isCancelled.store(true, ordering: .relaxed)
        seqd_semaphore_post(resumed)
        bell.ring()
    }

    // MARK: Audio thread

    /// Renders period after period into a sink until the last item's tail is over or ``stop()`` is
    /// called.
    ///
    /// The caller's thread is the audio thread for as long.
    ///
    /// - Parameters:
    ///   - sink: Where the sound goes; it is finished, or on an error abandoned, here.
    ///   - betweenPeriods: Called after each period, for a caller that controls the engine from the
    ///     same thread.
    /// - Throws: What the sink throws; `cancelled` after ``cancel()``.
    public func run(
        into sink: some PeriodSink,
        betweenPeriods: () -> Void = {}
    ) throws(HostError) {
        precondition(sink.periodFrames <= settings.maximumPeriod, "the sink's period is too long")
        var converter = SampleConverter(layout: sink.layout)
        let bytes = UnsafeMutableRawPointer.allocate(
            byteCount: sink.periodFrames * 2 * sink.layout.bytes,
            alignment: 16
        )
        defer { bytes.deallocate() }
        do throws(HostError) {
            while true {
                let frames = renderPeriod(sink.periodFrames, &converter, to: bytes)
                if frames > 0 {
                    let xruns = try sink.write(UnsafeRawPointer(bytes), frames: frames)
                    if xruns > 0 {
                        status.pointee.xruns.wrappingAdd(xruns, ordering: .relaxed)
                        seqd_semaphore_post(reported)
                    }
                }
                betweenPeriods()
                if status.pointee.isCancelled.load(ordering: .relaxed) {
                    throw HostError(.cancelled, "rendering", "cancelled")
                }
                if core.pointee.maySleep() { try sleep(sink) }
                if core.pointee.state == .finished { break }
                if core.pointee.state == .paused {
                    try sink.pause()
                    seqd_semaphore_post(paused)
                    seqd_semaphore_wait(resumed)
                    try sink.resume()
                }
            }
            try sink.finish()
        } catch {
            sink.abandon()
            endWaiting()
            throw error
        }
        endWaiting()
    }

    /// Gives the device back until something comes.
    private func sleep(_ sink: some PeriodSink) throws(HostError) {
        try sink.pause()
        status.pointee.isAsleep.store(true, ordering: .relaxed)
        seqd_semaphore_post(reported)
        bell.sleep { core.pointee.hasWork() }
        if case .stop? = commands.pointee.peek() {
            // Nothing sounds that could fade: the device is not needed for it.
            core.pointee.finish()
            return
        }
        core.pointee.wake()
        status.pointee.isAsleep.store(false, ordering: .relaxed)
        try sink.resume()
        seqd_semaphore_post(reported)
    }

    /// Nobody shall wait for a pause or a report that does not come any more.
    private func endWaiting() {
        status.pointee.hasEnded.store(true, ordering: .releasing)
        seqd_semaphore_post(paused)
        seqd_semaphore_post(reported)
    }

    /// One period: the section that the sanitizer watches.
    private func renderPeriod(
        _ frames: Int,
        _ converter: inout SampleConverter,
        to bytes: UnsafeMutableRawPointer
    ) -> Int {
        let begin = seqd_monotonic_nanoseconds()
        RealtimeSanitizer.enter()
        let first = core.pointee.position
        let rendered = core.pointee.render(frames)
        converter.convert(
            left: core.pointee.left,
            right: core.pointee.right,
            count: rendered,
            frame: first,
            to: bytes
        )
        core.pointee.figures.clipped = converter.clipped
        RealtimeSanitizer.exit()
        core.pointee.figures.load.note(
            seqd_monotonic_nanoseconds() &- begin,
            frames: frames,
            rate: settings.rate
        )
        status.pointee.period.store(core.pointee.figures)
        if reports.pointee.peek() != nil { seqd_semaphore_post(reported) }
        return rendered
    }
}
