import MIDI
import Realtime

/// The state of a ``MusicPlayer``, and all that it does on the audio thread.
///
/// It reads items by their views, which the player or its owner keeps. It stands in memory of its
/// own, since asking a large value something from another module copies it.
struct PlayerCore: ~Copyable {
    /// The next part of an item.
    enum Phase: BitwiseCopyable {
        /// The ledger's keys and pedals are released; then comes a preroll, or nothing.
        case releasing
        /// The channels are put into their state at the start.
        case preroll
        case countIn
        /// The notes that sound at the start get their note-ons.
        case chasedNotes
        case events
        case ended
    }

    var ledger: NoteLedger
    /// The state of the channels after all that was sent.
    let sent: ChannelStates
    private let memory: ChannelStateMemory
    /// By lane: the channels, a bit each, whose events go elsewhere from the next preroll on: it
    /// leads them from the initial state to that at its position.
    var moved: FixedArray<UInt16>
    /// By lane: whether its events went nowhere before.
    var isNew: FixedArray<Bool>
    /// By sampler: whether its channels' state was copied from another one's.
    ///
    /// Most of it is known then, but not all that a sampler keeps can be copied.
    var isCopied: FixedArray<Bool>
    var slot = ItemSlot()
    var phase = Phase.ended
    var timeline = Timeline()
    var base = PositionBase()
    /// The engine frame at which the item was begun.
    private(set) var beginning: Int64 = 0
    var repeats = LoopProgress()
    var preroll = PrerollState()
    var ending = ReleaseState()
    var ticks = TickCursor()
    var clicks = ClickState()
    var hold = HoldState()
    /// The next event of the schedule, of the count-in or of the chased notes.
    var index = 0
    /// The event at which the present pass ends, or the item; 0 without an item.
    private var eventsEnd = 0

    /// A player that has nothing to play yet.
    ///
    /// - Parameter samplers: The most samplers that an item may have, 0 … 256.
    init(samplers: Int) {
        ledger = NoteLedger(samplers: samplers)
        moved = FixedArray(repeating: 0, count: samplers)
        isNew = FixedArray(repeating: false, count: samplers)
        isCopied = FixedArray(repeating: false, count: samplers)
        memory = ChannelStateMemory(samplers: samplers)
        sent = unsafe memory.states
    }

    /// The item that is played, or was last.
    var item: PlayItemView? { @_noLocks get { slot.last } }

    /// Replaces the item.
    @_noLocks
    mutating func setItem(_ item: PlayItemView) {
        slot.set(item)
        ticks.invalidateSegment()
    }

    /// Begins an item; what still sounds of the last one is released first.
    @_noLocks
    mutating func start(_ item: PlayItemView, atFrame: Int64) {
        precondition(item.samplerCount <= ledger.samplers, "more samplers than the player has")
        setItem(item)
        beginning = atFrame
        timeline.origin = atFrame + item.countInFrames
        timeline.itemOrigin = item.startFrame
        hold.beginItem()
        base.engineFrame = timeline.origin
        base.itemFrame = item.startFrame
        base.pass = hold.pass
        timeline.earliest = atFrame
        repeats.reset()
        setRepeats(of: item, isReached: item.loop.isReached)
        preroll.beginsPass = false
        preroll.isUntouched = item.startsAnew
        preroll.keepsKeys = false
        beginPreroll(atFrame: atFrame)
    }

    /// Works out how often the loop of an item repeats from the position base on.
    @_noLocks
    mutating func setRepeats(of item: PlayItemView, isReached: Bool) {
        repeats.update(item, isReached: isReached)
        base.repeats = repeats.remaining
        eventsEnd = repeats.remaining > 0 ? item.loop.eventsEnd : item.eventsEnd
        locateHold(from: timeline.itemOrigin)
    }

    /// Forgets what the channels of all samplers keep: the next preroll sends all of it.
    @_noLocks
    func forgetChannels() {
        for port in 0..<sent.samplers { sent.isKnown[port] = false }
    }

    /// Notes that the state of all channels was copied to other samplers: what is begun next is sent all
    /// of it, unless it continues with keys that are down.
    @_noLocks
    mutating func noteCopiedChannels() {
        for port in 0..<isCopied.count { isCopied[port] = true }
    }

    /// Notes that the events of a channel go elsewhere from the next preroll on.
    @_noLocks
    mutating func markMoved(lane: Int, channels: UInt16, isNew isNewLane: Bool) {
        guard lane < ledger.samplers else { return }
        moved[lane] = channels
        isNew[lane] = isNewLane
    }

    /// Forgets which channels' events go elsewhere: all of them have been put into their state.
    @_noLocks
    mutating func forgetMoved() {
        for lane in 0..<ledger.samplers {
            moved[lane] = 0
            isNew[lane] = false
        }
    }

    /// The beats of the count-in that are left, the one that sounds included; 0 after it.
    @_noLocks
    func countInBeats(atFrame frame: Int64) -> Int {
        guard let item, phaseIsBeforeStart, item.countIn.count > 0 else { return 0 }
        let left = timeline.origin - frame
        guard left > 0 else { return 0 }
        var beats = 1
        for index in 0..<item.countIn.count
        where item.countIn[index].distance < left
            && MIDIMessage(bits: item.countIn[index].bits).isNoteOn
        {
            beats += 1
        }
        return min(beats, item.countIn.count / 2)
    }

    /// Whether the item has begun and is not over, so that it may be before its start.
    private var phaseIsBeforeStart: Bool {
        @_noLocks get {
            switch phase {
            case .preroll, .countIn: true
            case .releasing: ending.leadsToPreroll
            case .chasedNotes, .events, .ended: false
            }
        }
    }

    /// Whether the event that was handed out last is for new destinations alone.
    var isMoving: Bool {
        @_noLocks get {
            guard case .preroll = phase else { return false }
            switch preroll.progress.stage {
            case .exclusives, .moved: return true
            case .begin, .reset, .writes, .channels: return false
            }
        }
    }

    /// Whether the item has ended and everything it started has been released.
    var hasEnded: Bool { @_noLocks get { phase == .ended } }

    /// The engine frame at which the item ends, or was released; `Int64.max` in an endless loop and
    /// before a hold.
    var endFrame: Int64 {
        @_noLocks get {
            guard let item else { return ending.frame }
            if phase == .ended || (phase == .releasing && !ending.leadsToPreroll) {
                return ending.frame
            }
            // Playing may stand there for ever.
            if hold.isComing { return .max }
            guard repeats.remaining == 0 else {
                return item.loop.lengthened(
                    timeline.engineFrame(ofItemFrame: item.lastFrame),
                    repeats: repeats.remaining
                )
            }
            return timeline.dueFrame(ofItemFrame: item.lastFrame)
        }
    }

    /// Stops: the notes that sound and the pedals that are held end at this frame, and nothing
    /// else comes.
    @_noLocks
    mutating func release(atFrame: Int64) {
        if phase == .ended { return }
        endItem(atFrame: atFrame)
    }

    /// The item frame that falls on an engine frame, between the item's ends; a loop is followed.
    @_noLocks
    func position(atFrame frame: Int64) -> Int64 {
        guard let item else { return 0 }
        return base.position(
            atFrame: min(min(frame, endFrame), hold.frame),
            in: item.loop,
            lastFrame: item.lastFrame
        )
    }

    /// The frames of a quarter note at an engine frame; 0 where there are none.
    @_noLocks
    func framesPerQuarter(atFrame frame: Int64) -> Double {
        guard !slot.isEmpty else { return 0 }
        return slot.value.framesPerQuarter(atFrame: position(atFrame: frame))
    }

    /// The number of times that playing has returned to a loop's start up to an engine frame.
    @_noLocks
    func pass(atFrame frame: Int64) -> Int64 { base.pass + turns(atFrame: frame) }

    /// The number of times that playing goes back from an engine frame on; `Int64.max` for ever.
    @_noLocks
    func repeats(atFrame frame: Int64) -> Int64 {
        base.repeats == .max ? .max : base.repeats - turns(atFrame: frame)
    }

    @_noLocks
    private func turns(atFrame frame: Int64) -> Int64 {
        guard let item else { return 0 }
        return base.turns(atFrame: min(min(frame, endFrame), hold.frame), in: item.loop)
    }

    /// The nominal frame that falls on an engine frame.
    @_noLocks
    func nominalPosition(atFrame frame: Int64) -> Int64 {
        guard let item else { return 0 }
        return item.nominalFrame(ofItemFrame: position(atFrame: frame))
    }

    /// The next event that is due before a frame; `nil` if there is none.
    @inline(__always)
    @_noLocks
    mutating func nextEvent(before limit: Int64) -> PlayedEvent? {
        // Nearly always it is a plain note: little code, few registers to save.
        if case .events = phase, ledger.releasingKeys == 0, index < eventsEnd {
            let event = slot.value.schedule.events[index]
            if event.tick != ticks.tick { takeTick(event.tick) }
            // A click that is due comes first.
            guard ticks.frame < clicks.frame else { return nextOther(before: limit) }
            guard ticks.frame < limit else { return nil }
            guard event.tick < hold.comingTick else { return nextOther(before: limit) }
            if takePlainNote(event) {
                index += 1
                return PlayedEvent(
                    frame: ticks.frame,
                    bits: event.bits,
                    port: event.port,
                    kind: .channel
                )
            }
        }
        return nextOther(before: limit)
    }

    /// Any event but a plain note that comes next.
    @inline(never)
    @_noLocks
    private mutating func nextOther(before limit: Int64) -> PlayedEvent? {
        while true {
            switch phase {
            case .ended:
                return nil
            case .releasing:
                guard ending.frame < limit else { return nil }
                if let event = nextRelease() { return event }
            case .preroll:
                guard preroll.frame < limit else { return nil }
                if clicks.endsEarly { return releasedClick(atFrame: clicks.frame) }
                if ledger.releasingKeys > 0 { return nextReleasingKey() }
                if let event = nextPreroll() { return event }
            case .countIn:
                if clicks.endsEarly {
                    guard clicks.frame < limit else { return nil }
                    return releasedClick(atFrame: clicks.frame)
                }
                guard let event = nextCountIn(before: limit) else {
                    if case .countIn = phase { return nil }
                    continue
                }
                return event
            case .chasedNotes:
                guard timeline.origin < limit else { return nil }
                if let event = nextChasedNote() { return event }
            case .events:
                if clicks.endsEarly { return clicks.frame < limit ? nextClick() : nil }
                if ledger.releasingKeys > 0 {
                    guard timeline.earliest < limit else { return nil }
                    return nextReleasingKey()
                }
                // Notes that are released above do not wait.
                let held = min(limit, hold.frame)
                if index < eventsEnd {
                    let event = slot.value.schedule.events[index]
                    if event.tick != ticks.tick { takeTick(event.tick) }
                    if clicks.frame <= ticks.frame {
                        return clicks.frame < held ? nextClick() : nil
                    }
                    guard ticks.frame < limit, event.tick < hold.comingTick else { return nil }
                    index += 1
                    if let event = forward(event, frame: ticks.frame) { return event }
                } else if clicks.frame < .max {
                    return clicks.frame < held ? nextClick() : nil
                } else {
                    let loops = repeats.remaining > 0
                    let last = loops ? slot.value.loop.end : slot.value.lastFrame
                    let end = timeline.dueFrame(ofItemFrame: last)
                    guard end < held else { return nil }
                    if loops {
                        beginPass(of: slot.value.loop, atFrame: end)
                    } else {
                        endItem(atFrame: end)
                    }
                }
            }
        }
    }

    @_noLocks
    private mutating func endItem(atFrame frame: Int64) {
        ending = ReleaseState(atFrame: frame, leadsToPreroll: false)
        phase = .releasing
        if holdsNothing { finishRelease() }
    }

    /// Continues when all notes that sounded or were held are released.
    @_noLocks
    private mutating func finishRelease() {
        guard !ending.leadsToPreroll else {
            phase = .preroll
            return
        }
        phase = .ended
        // Its owner reclaims it.
        slot.leave()
    }

    /// Begins a pass of the loop but the first: what sounds is released, and the loop begins again
    /// on the same frame.
    @_noLocks
    mutating func beginPass(of loop: LoopView, atFrame frame: Int64) {
        timeline.origin = frame
        timeline.itemOrigin = loop.start
        repeats.beginPass()
        if repeats.remaining == 0 { eventsEnd = slot.value.eventsEnd }
        preroll.beginsPass = true
        preroll.isUntouched = false
        preroll.passEvent = loop.firstEvent
        preroll.passSegment = loop.segment
        hold.beginPass()
        locateHold(from: loop.start)
        beginPreroll(atFrame: frame)
    }

    @_noLocks
    mutating func beginPreroll(atFrame frame: Int64) {
        ticks.invalidateTick()
        preroll.frame = frame
        preroll.progress = PrerollProgress()
        ending = ReleaseState(atFrame: frame, leadsToPreroll: true)
        phase = holdsNothing ? .preroll : .releasing
    }

    /// Whether neither a key nor a pedal nor a click is held.
    private var holdsNothing: Bool { @_noLocks get { ledger.isEmpty && !clicks.isHeld } }

    @_noLocks
    private mutating func nextRelease() -> PlayedEvent? {
        if clicks.isHeld {
            let event = releasedClick(atFrame: ending.frame)
            if ledger.isEmpty { finishRelease() }
            return event
        }
        let ended = ledger.removeNext(cursor: &ending.cursor)
        if ledger.isEmpty { finishRelease() }
        guard let ended else { return nil }
        // A pedal that goes up.
        if ended.message.status & 0xF0 == 0xB0 { sent.apply(ended.message, port: Int(ended.port)) }
        return PlayedEvent(
            frame: ending.frame,
            bits: ended.message.bits,
            port: ended.port,
            kind: .channel
        )
    }

    @_noLocks
    private mutating func nextReleasingKey() -> PlayedEvent? {
        guard let ended = ledger.removeNextReleasing() else { return nil }
        return PlayedEvent(
            frame: timeline.earliest,
            bits: ended.message.bits,
            port: ended.port,
            kind: .channel
        )
    }

    /// Works out the frame of a tick, once for each tick.
    @inline(__always)
    @_noLocks
    private mutating func takeTick(_ tick: Int64) {
        let frame = ticks.advance(to: tick, in: slot)
        ticks.frame = timeline.dueFrame(ofItemFrame: frame)
    }
}
