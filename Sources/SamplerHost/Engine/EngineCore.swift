import CFluidSynth
import CLinux
import MIDI
import Realtime
import Sequencer
import Synchronization

/// The engine's state on the audio thread, and the work of a period: take commands, take live
/// events, advance the player, route events to shards, render them, mix.
///
/// It stands in raw memory that ``Engine`` owns. Everything here runs under `@_noLocks`; buffers are
/// allocated by ``Engine`` before the first period.
struct EngineCore: ~Copyable {
    enum State: UInt8, BitwiseCopyable {
        case running
        /// Fading out, then `paused`.
        case pausing
        case paused
        /// Fading out, then `finished`.
        case stopping
        case finished
    }

    // A pointer stands first: with an integer there, Swift 6.3.1 emits invalid code for
    // ThreadSanitizer where an element behind a stored pointer is changed in place.
    /// The racks that are heard; room for ``rackCapacity``.
    let racks: UnsafeMutablePointer<UnsafeMutablePointer<RackView>>
    /// The shards of all racks that do not sleep; room for ``shardCapacity``.
    let shards: UnsafeMutablePointer<UnsafeMutablePointer<Shard>>
    /// The rack of each live input; room for ``inputCapacity``.
    let inputs: UnsafeMutablePointer<UnsafeMutablePointer<RackView>?>
    /// The live sources, those of the first queue first; none where there are no inputs.
    let sources: UnsafeMutablePointer<SourceLedger>
    /// The queues of live events; ``queueCount`` of them.
    let queues: UnsafeMutablePointer<LiveQueueView>
    let pool: UnsafeMutablePointer<RenderPool>
    let commands: UnsafeMutablePointer<RingBuffer<EngineCommand>>
    let items: UnsafeMutablePointer<RingBuffer<QueuedItem>>
    let reports: UnsafeMutablePointer<RingBuffer<EngineReport>>
    let status: UnsafeMutablePointer<EngineStatus>
    /// The mix of the current period.
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
    let gainEvents: UnsafeMutablePointer<GainEvent>
    /// Reports about what ended in the current span; sent once it is rendered, since a report
    /// frees memory that the span's events point into.
    let pending: UnsafeMutablePointer<EngineReport>
    /// System Exclusive bytes that events of the current span point into.
    let spent: UnsafeMutablePointer<SpentMessage>
    let rate: Int
    let tail: TailPolicy
    let sleepsAfter: Int64
    /// Whether live events are played as soon as they are seen.
    let playsAtOnce: Bool
    let queueCount: Int
    let inputCount: Int

    static var rackCapacity: Int { @_noLocks get { 64 } }
    /// The racks that may sound on after they have been replaced.
    static var retiringCapacity: Int { @_noLocks get { 6 } }
    static var shardCapacity: Int { @_noLocks get { 8_192 } }
    static var inputCapacity: Int { @_noLocks get { 16 } }
    static var gainEventCapacity: Int { @_noLocks get { 1_024 } }
    static var pendingCapacity: Int { @_noLocks get { 64 } }
    static var spentCapacity: Int { @_noLocks get { 64 } }
    /// A strip's gain moves within this many frames, four of FluidSynth's blocks.
    static var gainRampFrames: Int { @_noLocks get { 256 } }

    /// The next frame to render, counted from the engine's first.
    var position: Int64 = 0
    var state = State.running
    var rackCount = 0
    var shardCount = 0
    var player: MusicPlayer
    /// What the player plays; `nil` once it has ended.
    var item: QueuedItem?
    /// What takes over from the item where playing reaches its start.
    var successor: QueuedItem?
    /// The samplers that the player plays on, or did last.
    var stage: UnsafeMutablePointer<RackView>?
    var master: GainRamp
    var masterGain: Float
    var clock: ArrivalClock
    var gainEventCount = 0
    var pendingCount = 0
    var spentCount = 0
    /// Frames since the mix was last above the tail's threshold.
    var quietFrames: Int64 = 0
    /// Where the last item ended; the tail is counted from here.
    ///
    /// `nil` while something plays.
    var tailStart: Int64?
    var isStarted = false
    /// The first frame of the period in which voices were cut last.
    var cutPosition: Int64 = -1
    /// What is published after the period.
    var figures = PeriodFigures()
    /// Where the span that is being filled with events begins, within the period.
    var spanStart = 0

    /// Whether the state is this one.
    ///
    /// A debug build cannot see from another file that comparing the states takes no lock.
    @_noLocks
    func isIn(_ other: State) -> Bool {
        state == other
    }

    /// Renders the next frames into ``left`` and ``right``.
    ///
    /// - Parameter frames: How many, at most what the buffers hold.
    /// - Returns: How many were rendered: fewer when the engine finished or paused among them.
    @_noLocks
    mutating func render(_ frames: Int) -> Int {
        spanStart = 0
        if isIn(.paused) {
            takeCommands(frames)
        }
        guard !isIn(.finished) && !isIn(.paused) else { return 0 }
        clear(frames)
        clock.begin(at: seqd_monotonic_nanoseconds(), frames: frames)
        takeCommands(frames)
        // A stop before anything began has nothing to fade.
        guard !isIn(.finished) else { return 0 }
        takeLiveEvents(frames)
        renderSpans(frames)
        watchRacks(frames)
        let valid = applyMaster(frames)
        position &+= Int64(valid)
        conclude(valid)
        return valid
    }

    @_noLocks
    private func clear(_ frames: Int) {
        for index in 0..<frames {
            left[index] = 0
            right[index] = 0
        }
    }

    /// The offset of the first frame of FluidSynth's grid from the period's first frame.
    var firstGridOffset: Int32 {
        @_noLocks get { gridOffset(of: position) }
    }

    /// The offset within the period at which FluidSynth can act on an event: the only place where
    /// frames are rounded to its grid.
    @_noLocks
    func gridOffset(of frame: Int64) -> Int32 {
        let due = max(frame, position)
        let onGrid = (due &+ Shard.grid &- 1) & ~(Shard.grid &- 1)
        return Int32(truncatingIfNeeded: onGrid &- position)
    }

    /// Whether nothing plays, nothing waits and nothing has been heard for so long that the device
    /// may be given back.
    @_noLocks
    func maySleep() -> Bool {
        sleepsAfter > 0 && isIn(.running) && quietFrames >= sleepsAfter && !isPlaying
            && !master.isMoving
    }

    /// Whether an item plays or waits.
    var isPlaying: Bool {
        @_noLocks get {
            item != nil || items.pointee.peek() != nil
        }
    }

    /// Whether a ring holds something.
    func hasWork() -> Bool {
        if commands.pointee.peek() != nil || items.pointee.peek() != nil { return true }
        for queue in 0..<queueCount where queues[queue].ring.pointee.peek() != nil { return true }
        return status.pointee.isCancelled.load(ordering: .relaxed)
    }

    /// Goes on after a sleep.
    @_noLocks
    mutating func wake() {
        quietFrames = 0
        clock.stop()
    }
}

/// A ``LiveQueue`` as the audio thread sees it.
struct LiveQueueView: BitwiseCopyable {
    let ring: UnsafeMutablePointer<RingBuffer<LiveEvent>>
    let spent: UnsafeMutablePointer<RingBuffer<LiveQueue.SpentBytes>>
}

/// A System Exclusive message that is to be given back to its queue.
struct SpentMessage: BitwiseCopyable {
    var bytes: UnsafeMutablePointer<UInt8>
    var queue: Int

    @_noLocks
    init(bytes: UnsafeMutablePointer<UInt8>, queue: Int) {
        self.bytes = bytes
        self.queue = queue
    }
}
