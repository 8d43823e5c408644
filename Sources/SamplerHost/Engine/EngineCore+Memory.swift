import Realtime
import Sequencer

/// The memory that the audio thread works in: all allocated before its first period.
extension EngineCore {
    /// Allocates.
    ///
    /// - Parameters:
    ///   - settings: The engine's.
    ///   - samplers: The most samplers that an item may have.
    ///   - inputCount: How many live inputs there are.
    ///   - liveQueues: The queues of live events.
    ///   - pool: The render workers' pool.
    ///   - commands: Commands to come.
    ///   - items: Items to come.
    ///   - reports: Where reports go.
    ///   - status: Where figures go.
    init(
        _ settings: EngineSettings,
        samplers: Int,
        inputs inputCount: Int,
        queues liveQueues: [LiveQueue],
        pool: UnsafeMutablePointer<RenderPool>,
        commands: UnsafeMutablePointer<RingBuffer<EngineCommand>>,
        items: UnsafeMutablePointer<RingBuffer<QueuedItem>>,
        reports: UnsafeMutablePointer<RingBuffer<EngineReport>>,
        status: UnsafeMutablePointer<EngineStatus>
    ) {
        racks = .allocate(capacity: Self.rackCapacity)
        shards = .allocate(capacity: Self.shardCapacity)
        inputs = .allocate(capacity: Self.inputCapacity)
        inputs.initialize(repeating: nil, count: Self.inputCapacity)
        sources = .allocate(capacity: SourceLedger.capacity)
        if inputCount > 0 {
            for source in 0..<SourceLedger.capacity {
                (sources + source).initialize(to: SourceLedger())
            }
        }
        queues = .allocate(capacity: liveQueues.count)
        for (index, queue) in liveQueues.enumerated() {
            (queues + index).initialize(to: LiveQueueView(ring: queue.ring, spent: queue.spent))
        }
        self.pool = pool
        self.commands = commands
        self.items = items
        self.reports = reports
        self.status = status
        left = .allocate(capacity: settings.maximumPeriod)
        right = .allocate(capacity: settings.maximumPeriod)
        gainEvents = .allocate(capacity: Self.gainEventCapacity)
        pending = .allocate(capacity: Self.pendingCapacity)
        spent = .allocate(capacity: Self.spentCapacity)
        rate = settings.rate
        tail = settings.tail
        sleepsAfter = Int64(settings.sleepsAfter ?? 0)
        playsAtOnce = settings.latency == .asap
        queueCount = liveQueues.count
        self.inputCount = inputCount
        player = MusicPlayer(samplers: samplers)
        master = GainRamp(Float(settings.gain))
        masterGain = Float(settings.gain)
        clock = ArrivalClock(rate: settings.rate)
    }

    /// Frees what ``init(_:samplers:inputs:queues:pool:commands:items:reports:status:)`` allocated.
    ///
    /// Once, when no thread renders any more.
    func deallocate() {
        // What events of the last period pointed into.
        for index in 0..<spentCount { spent[index].bytes.deallocate() }
        racks.deallocate()
        shards.deallocate()
        inputs.deallocate()
        if inputCount > 0 { sources.deinitialize(count: SourceLedger.capacity) }
        sources.deallocate()
        queues.deallocate()
        left.deallocate()
        right.deallocate()
        gainEvents.deallocate()
        pending.deallocate()
        spent.deallocate()
    }
}
