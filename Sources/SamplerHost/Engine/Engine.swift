import CSystem
import Realtime
public import Sequencer
import Synchronization

/// The sound engine: samplers, mixer and player behind one `render` call that a thread makes again
/// and again.
///
/// Two threads use it. The *controlling* thread makes it, queues items, gives commands, reads
/// reports and figures, and frees it. The *audio* thread (or, offline, a thread of its own) calls
/// ``run(into:betweenPeriods:)``. Between them there are rings and atomics only.
public final class Engine: @unchecked Sendable {
    /// What it was made with.
    public let settings: EngineSettings

    /// The presets that the music selects and the fonts lack.
    public var substitutions: [PresetSubstitution] { samplers.flatMap(\.substitutions) }

    private let samplers: [Sampler]
    private let workers: RenderWorkers
    private let core: UnsafeMutablePointer<EngineCore>
    private let commands: UnsafeMutablePointer<RingBuffer<EngineCommand>>
    private let items: UnsafeMutablePointer<RingBuffer<QueuedItem>>
    private let reports: UnsafeMutablePointer<RingBuffer<EngineReport>>
    private let status: UnsafeMutablePointer<EngineStatus>
    private let resumed: UnsafeMutablePointer<seqd_semaphore>
    private let paused: UnsafeMutablePointer<seqd_semaphore>
    /// Items given to the audio thread and not yet given back, by number.
    ///
    /// Controlling thread only.
    private var lent: [Int: LentItem] = [:]
    private var nextNumber = 0
    /// Whether ``pause()`` was called last.
    ///
    /// Controlling thread only.
    private var isPaused = false

    private struct LentItem {
        var item: PlayItem
        var view: UnsafeMutablePointer<PlayItemView>
    }

    /// Makes an engine for some music: as many samplers as the sequences have ports, with the
    /// presets they use.
    ///
    /// Reads the SoundFonts.
    ///
    /// - Parameters:
    ///   - settings: What it is made for.
    ///   - sequences: All the sequences that will be queued.
    /// - Throws: A font that cannot be read or is none.
    public init(_ settings: EngineSettings, for sequences: [MusicSequence]) throws(HostError) {
        guard FluidSynthInstance.rates.contains(settings.rate) else {
            let rates = FluidSynthInstance.rates
            throw HostError(
                .unavailable,
                "rate",
                "\(settings.rate) Hz, expected \(rates.lowerBound) … \(rates.upperBound)"
            )
        }
        for font in settings.sampler.fonts { try SoundFontFile.check(font.path) }
        var samplers: [Sampler] = []
        for index in 0..<(sequences.map(\.ports.count).max() ?? 1) {
            samplers.append(
                try Sampler(
                    settings.sampler,
                    rate: settings.rate,
                    sequences: sequences,
                    index: index
                )
            )
        }
        self.settings = settings
        self.samplers = samplers
        let shardCount = samplers.reduce(0) { $0 + $1.instances.count }
        workers = RenderWorkers(
            count: max(0, min(settings.threads, shardCount) - 1),
            priority: Int32(settings.workerPriority)
        )
        commands = .allocate(capacity: 1)
        commands.initialize(to: RingBuffer(minimumCapacity: 256))
        items = .allocate(capacity: 1)
        items.initialize(to: RingBuffer(minimumCapacity: Self.itemCapacity))
        reports = .allocate(capacity: 1)
        reports.initialize(to: RingBuffer(minimumCapacity: 1_024))
        status = .allocate(capacity: 1)
        status.initialize(to: EngineStatus())
        resumed = .allocate(capacity: 1)
        seqd_semaphore_init(resumed)
        paused = .allocate(capacity: 1)
        seqd_semaphore_init(paused)
        core = .allocate(capacity: 1)
        core.initialize(
            to: Self.makeCore(
                settings,
                samplers,
                shardCount: shardCount,
                pool: workers.pool,
                commands: commands,
                items: items,
                reports: reports,
                status: status
            )
        )
    }

    /// Items that may wait in the engine at once.
    static let itemCapacity = 256

    private static func makeCore(
        _ settings: EngineSettings,
        _ samplers: [Sampler],
        shardCount: Int,
        pool: UnsafeMutablePointer<RenderPool>,
        commands: UnsafeMutablePointer<RingBuffer<EngineCommand>>,
        items: UnsafeMutablePointer<RingBuffer<QueuedItem>>,
        reports: UnsafeMutablePointer<RingBuffer<EngineReport>>,
        status: UnsafeMutablePointer<EngineStatus>
    ) -> EngineCore {
        let shards = UnsafeMutablePointer<Shard>.allocate(capacity: shardCount)
        let strips = UnsafeMutablePointer<SamplerStrip>.allocate(capacity: samplers.count)
        var firstShard = 0
        for (index, sampler) in samplers.enumerated() {
            for (offset, instance) in sampler.instances.enumerated() {
                (shards + firstShard + offset).initialize(
                    to: Shard(synth: instance.synth, maximumFrames: settings.maximumPeriod)
                )
            }
            (strips + index).initialize(
                to: SamplerStrip(
                    firstShard: firstShard,
                    shardCount: sampler.instances.count,
                    shardOfChannel: sampler.assignment.shardOfChannel
                )
            )
            firstShard += sampler.instances.count
        }
        let gain = Float(settings.gain)
        return EngineCore(
            strips: strips,
            stripCount: samplers.count,
            rate: settings.rate,
            tail: settings.tail,
            pool: pool,
            shards: shards,
            shardCount: shardCount,
            commands: commands,
            items: items,
            reports: reports,
            status: status,
            left: .allocate(capacity: settings.maximumPeriod),
            right: .allocate(capacity: settings.maximumPeriod),
            gainEvents: .allocate(capacity: EngineCore.gainEventCapacity),
            player: MusicPlayer(samplers: samplers.count),
            master: GainRamp(gain),
            masterGain: gain,
            ended: .allocate(capacity: EngineCore.endedCapacity)
        )
    }

    deinit {
        for shard in 0..<core.pointee.shardCount { core.pointee.shards[shard].deallocate() }
        core.pointee.shards.deallocate()
        core.pointee.strips.deallocate()
        core.pointee.left.deallocate()
        core.pointee.right.deallocate()
        core.pointee.gainEvents.deallocate()
        core.pointee.ended.deallocate()
        core.deinitialize(count: 1)
        core.deallocate()
        for lent in lent.values { lent.view.deallocate() }
        commands.deinitialize(count: 1)
        commands.deallocate()
        items.deinitialize(count: 1)
        items.deallocate()
        reports.deinitialize(count: 1)
        reports.deallocate()
        status.deinitialize(count: 1)
        status.deallocate()
        seqd_semaphore_destroy(resumed)
        resumed.deallocate()
        seqd_semaphore_destroy(paused)
        paused.deallocate()
    }

    // MARK: Controlling thread

    /// Queues a sequence behind those that wait; the first begins at once.
    ///
    /// - Parameters:
    ///   - item: What to play, made for the engine's rate.
    ///   - isLast: Whether the engine ends after it, when the tail is over.
    /// - Returns: The number by which reports name it; `nil` when too many wait already.
    public func enqueue(_ item: PlayItem, isLast: Bool) -> Int? {
        let view = UnsafeMutablePointer<PlayItemView>.allocate(capacity: 1)
        view.initialize(to: item.view)
        let number = nextNumber
        guard items.pointee.push(QueuedItem(view: view, number: number, isLast: isLast)) else {
            view.deallocate()
            return nil
        }
        nextNumber += 1
        lent[number] = LentItem(item: item, view: view)
        return number
    }

    /// Fades out within 10 ms and ends; ``run(into:betweenPeriods:)`` returns after it.
    public func stop() {
        _ = commands.pointee.push(.stop)
        seqd_semaphore_post(resumed)
    }

    /// Fades out and gives the device back; returns when that is done.
    public func pause() {
        guard !isPaused, !status.pointee.hasEnded.load(ordering: .acquiring) else { return }
        guard commands.pointee.push(.pause) else { return }
        seqd_semaphore_wait(paused)
        isPaused = true
    }

    /// Goes on after ``pause()``.
    public func resume() {
        guard isPaused else { return }
        isPaused = false
        _ = commands.pointee.push(.resume)
        seqd_semaphore_post(resumed)
    }

    /// What the audio thread has reported since the last call; frees what it has given back.
    public func takeReports() -> [EngineReport] {
        var taken: [EngineReport] = []
        while let report = reports.pointee.pop() {
            if case .ended(let number, _) = report, let item = lent.removeValue(forKey: number) {
                item.view.deallocate()
            }
            taken.append(report)
        }
        return taken
    }

    /// The figures of the moment; the peak is the highest since the last call.
    public func takeFigures() -> EngineFigures {
        let peak = status.pointee.peak.exchange(0, ordering: .relaxed)
        return EngineFigures(
            frame: status.pointee.frame.load(ordering: .relaxed),
            position: status.pointee.position.load(ordering: .relaxed),
            voices: status.pointee.voices.load(ordering: .relaxed),
            peak: Float(bitPattern: peak),
            highestPeak: Float(bitPattern: status.pointee.peakOfAll.load(ordering: .relaxed)),
            clippedSamples: status.pointee.clipped.load(ordering: .relaxed),
            xruns: status.pointee.xruns.load(ordering: .relaxed)
        )
    }

    /// Frames rendered so far.
    ///
    /// Any thread.
    public var framesRendered: Int64 { status.pointee.frame.load(ordering: .relaxed) }

    /// Ends ``run(into:betweenPeriods:)`` after the current period, without a fade; the sink keeps
    /// nothing.
    ///
    /// From any thread.
    public func cancel() {
        status.pointee.isCancelled.store(true, ordering: .relaxed)
        seqd_semaphore_post(resumed)
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
                    status.pointee.xruns.wrappingAdd(
                        try sink.write(UnsafeRawPointer(bytes), frames: frames),
                        ordering: .relaxed
                    )
                }
                betweenPeriods()
                if status.pointee.isCancelled.load(ordering: .relaxed) {
                    throw HostError(.cancelled, "rendering", "cancelled")
                }
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
            endPauses()
            throw error
        }
        endPauses()
    }

    /// Nobody shall wait for a pause that does not come any more.
    private func endPauses() {
        status.pointee.hasEnded.store(true, ordering: .releasing)
        seqd_semaphore_post(paused)
    }

    /// One period: the section that the sanitizer watches.
    private func renderPeriod(
        _ frames: Int,
        _ converter: inout SampleConverter,
        to bytes: UnsafeMutableRawPointer
    ) -> Int {
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
        status.pointee.clipped.store(converter.clipped, ordering: .relaxed)
        RealtimeSanitizer.exit()
        return rendered
    }
}
