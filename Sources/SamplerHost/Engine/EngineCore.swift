import CFluidSynth
import MIDI
import Realtime
import Sequencer
import Synchronization

/// The engine's state on the audio thread, and the work of a period: take commands, advance the
/// player, route its events to shards, render them, mix.
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
    let strips: UnsafeMutablePointer<SamplerStrip>
    let stripCount: Int
    let rate: Int
    let tail: TailPolicy
    let pool: UnsafeMutablePointer<RenderPool>
    let shards: UnsafeMutablePointer<Shard>
    let shardCount: Int
    let commands: UnsafeMutablePointer<RingBuffer<EngineCommand>>
    let items: UnsafeMutablePointer<RingBuffer<QueuedItem>>
    let reports: UnsafeMutablePointer<RingBuffer<EngineReport>>
    let status: UnsafeMutablePointer<EngineStatus>
    /// The mix of the current period.
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
    let gainEvents: UnsafeMutablePointer<GainEvent>

    static var gainEventCapacity: Int {
        @_noLocks get { 1_024 }
    }
    /// A strip's gain moves within this many frames, four of FluidSynth's blocks.
    static var gainRampFrames: Int {
        @_noLocks get { 256 }
    }

    /// The next frame to render, counted from the engine's first.
    var position: Int64 = 0
    var state = State.running
    var player: MusicPlayer
    var item: QueuedItem?
    var master: GainRamp
    let masterGain: Float
    var gainEventCount = 0
    /// Frames since the mix was last above the tail's threshold.
    var quietFrames: Int64 = 0
    /// Where the last item ended; the tail is counted from here.
    ///
    /// `nil` while something plays.
    var tailStart: Int64?
    var isStarted = false
    /// Where the span that is being filled with events begins, within the period.
    var spanStart = 0
    /// Items that ended in the current span; reported once it is rendered, since the report frees
    /// memory that its events point into.
    let ended: UnsafeMutablePointer<EndedItem>
    var endedCount = 0

    struct EndedItem: BitwiseCopyable {
        var number: Int
        var frame: Int64
    }

    static var endedCapacity: Int {
        @_noLocks get { 64 }
    }

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
        takeCommands()
        guard state != .finished && state != .paused else { return 0 }
        clear(frames)
        renderSpans(frames)
        let valid = applyMaster(frames)
        position &+= Int64(valid)
        publish(valid)
        return valid
    }

    @_noLocks
    private mutating func takeCommands() {
        while let command = commands.pointee.pop() {
            switch command {
            case .stop:
                guard state != .finished && state != .stopping else { break }
                if state == .paused || !isStarted {
                    finish()
                } else {
                    state = .stopping
                    master.move(to: 0, frames: fadeFrames)
                }
            case .pause:
                guard state == .running else { break }
                state = .pausing
                master.move(to: 0, frames: fadeFrames)
            case .resume:
                guard state == .pausing || state == .paused else { break }
                state = .running
                master.move(to: masterGain, frames: fadeFrames)
            }
        }
    }

    /// A fade lasts 10 ms: short enough for "at once", long enough not to click.
    private var fadeFrames: Int {
        @_noLocks get { max(1, rate / 100) }
    }

    @_noLocks
    private func clear(_ frames: Int) {
        for index in 0..<frames {
            left[index] = 0
            right[index] = 0
        }
    }

    // MARK: Events

    /// Hands the period's events to the shards and renders; in several spans where there are more
    /// events than a queue holds.
    @_noLocks
    private mutating func renderSpans(_ frames: Int) {
        let end = position &+ Int64(frames)
        // The last frame of the grid within the period: what is due after it waits for the next.
        let lastOnGrid = (end &- 1) & ~(Shard.grid - 1)
        spanStart = 0
        while let event = nextEvent(before: lastOnGrid &+ 1) {
            let offset = gridOffset(of: event.frame)
            while !route(event, offset: offset) {
                renderSpan(to: Int(offset))
            }
        }
        renderSpan(to: frames)
        noteTailStart(before: end)
    }

    /// The last item's end counts from its exact frame, which the player reaches only on the next
    /// frame of the grid.
    @_noLocks
    private mutating func noteTailStart(before end: Int64) {
        guard tailStart == nil, let item, item.isLast, player.endFrame < end else { return }
        tailStart = player.endFrame
    }

    /// The offset within the period at which FluidSynth can act on an event: the only place where
    /// frames are rounded to its grid.
    @_noLocks
    private func gridOffset(of frame: Int64) -> Int32 {
        let due = max(frame, position)
        let onGrid = (due &+ Shard.grid &- 1) & ~(Shard.grid &- 1)
        return Int32(truncatingIfNeeded: onGrid &- position)
    }

    /// The next event of the current item, or of the one after it.
    @_noLocks
    private mutating func nextEvent(before limit: Int64) -> PlayedEvent? {
        while true {
            if isStarted {
                if let event = player.nextEvent(before: limit) { return event }
                guard player.hasEnded else { return nil }
            }
            guard startNextItem(before: limit) else { return nil }
        }
    }

    /// Begins the next item on the grid frame at which the last one ended.
    @_noLocks
    private mutating func startNextItem(before limit: Int64) -> Bool {
        let endFrame = isStarted ? player.endFrame : position
        if let item {
            if endedCount == Self.endedCapacity {
                // Short periods: the next frame of the grid may lie in one to come.
                let last = max(0, limit &- 1 &- position)
                renderSpan(to: max(spanStart, Int(min(Int64(gridOffset(of: endFrame)), last))))
                // The reader of the reports is far behind: the rest waits for it.
                if endedCount == Self.endedCapacity { return false }
            }
            self.item = nil
            ended[endedCount] = EndedItem(number: item.number, frame: endFrame)
            endedCount += 1
            if item.isLast { tailStart = endFrame }
        }
        guard tailStart == nil, let next = items.pointee.peek() else { return false }
        let due = max(endFrame, position)
        let start = (due &+ Shard.grid &- 1) & ~(Shard.grid &- 1)
        guard start < limit else { return false }
        _ = items.pointee.pop()
        item = next
        isStarted = true
        if !next.view.pointee.startsFresh {
            resetStrips(offset: gridOffset(of: start))
        }
        player.start(next.view.pointee, atFrame: start)
        _ = reports.pointee.push(.began(item: next.number, frame: start))
        return true
    }

    /// Puts back what messages to the whole instrument set and messages to a channel cannot undo:
    /// master volumes, and which channels are drums.
    @_noLocks
    private mutating func resetStrips(offset: Int32) {
        var isFull = gainEventCount + stripCount > Self.gainEventCapacity
        for shard in 0..<shardCount where shards[shard].queued >= Shard.queueCapacity {
            isFull = true
        }
        if isFull { renderSpan(to: Int(offset)) }
        for strip in 0..<stripCount {
            _ = pushGain(
                GainEvent(offset: offset, strip: Int32(truncatingIfNeeded: strip), target: 1)
            )
        }
        for shard in 0..<shardCount {
            _ = shards[shard].push(ShardEvent(offset: offset, kind: .channelTypes, bits: 0))
        }
    }

    /// Puts an event into the queues of the shards that it concerns.
    ///
    /// - Returns: `false` when a queue is full: render up to the offset and call again.
    @_noLocks
    private mutating func route(_ event: PlayedEvent, offset: Int32) -> Bool {
        let port = Int(event.port)
        guard port < stripCount else { return true }
        let strip = strips[port]
        switch event.kind {
        case .channel:
            let channel = Int(event.message.channel)
            let shard = strip.firstShard + Int(strip.shardOfChannel[channel])
            return shards[shard].push(
                ShardEvent(offset: offset, kind: .channel, bits: event.bits, bytes: nil)
            )
        case .systemExclusive:
            return routeSystemExclusive(event, strip: strip, port: port, offset: offset)
        }
    }

    /// A SysEx message goes to every shard of the sampler, but for those that the mixer carries out.
    @_noLocks
    private mutating func routeSystemExclusive(
        _ event: PlayedEvent,
        strip: SamplerStrip,
        port: Int,
        offset: Int32
    ) -> Bool {
        guard let item else { return true }
        let message = item.view.pointee.systemExclusive(of: event)
        guard let bytes = message.baseAddress, message.count > 0 else { return true }
        let stripIndex = Int32(truncatingIfNeeded: port)
        let meaning = SystemExclusive.meaning(of: bytes, count: message.count)
        switch meaning {
        case .masterVolume(let value):
            let target = Decibels.masterVolume(value)
            return pushGain(GainEvent(offset: offset, strip: stripIndex, target: target))
        case .reset:
            guard hasRoom(1, in: strip) else { return false }
            guard pushGain(GainEvent(offset: offset, strip: stripIndex, target: 1)) else {
                return false
            }
        case .rhythmPart, .other:
            guard hasRoom(3, in: strip) else { return false }
        }
        let queued = ShardEvent(
            offset: offset,
            kind: .systemExclusive,
            bits: UInt32(truncatingIfNeeded: message.count),
            bytes: bytes
        )
        for shard in strip.firstShard..<strip.firstShard + strip.shardCount {
            _ = shards[shard].push(queued)
        }
        if case .rhythmPart(let channel, 0) = meaning {
            selectMelodicBank(channel, strip: strip, offset: offset)
        }
        return true
    }

    /// FluidSynth leaves a part that is no rhythm part any more in the drums' bank; it belongs into
    /// bank 0.
    @_noLocks
    private func selectMelodicBank(_ channel: UInt8, strip: SamplerStrip, offset: Int32) {
        let shard = strip.firstShard + Int(strip.shardOfChannel[Int(channel)])
        let bank = MIDIMessage(status: 0xB0 | channel, data1: 0, data2: 0)
        let program = MIDIMessage(status: 0xC0 | channel, data1: 0, data2: 0)
        _ = shards[shard].push(ShardEvent(offset: offset, kind: .channel, bits: bank.bits))
        _ = shards[shard].push(ShardEvent(offset: offset, kind: .channel, bits: program.bits))
    }

    /// Whether every shard of a strip can take so many more events, so that none gets one twice.
    @_noLocks
    private func hasRoom(_ count: Int, in strip: SamplerStrip) -> Bool {
        for shard in strip.firstShard..<strip.firstShard + strip.shardCount
        where shards[shard].queued > Shard.queueCapacity - count {
            return false
        }
        return true
    }

    @_noLocks
    private mutating func pushGain(_ event: GainEvent) -> Bool {
        guard gainEventCount < Self.gainEventCapacity else { return false }
        gainEvents[gainEventCount] = event
        gainEventCount += 1
        return true
    }
}
