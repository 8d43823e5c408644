import MIDI

/// Plays one ``PlayItem`` after another: hands out every event with the frame at which it is due.
///
/// It has no clock and no thread of its own and gives the same events for the same calls. It runs
/// on the audio thread: only `init` and `deinit` allocate. What it started it ends: at the end of
/// an item, at ``release(atFrame:)`` and at ``start(_:atFrame:)`` over a playing item, each
/// sounding note gets its note-off and each held pedal goes up.
public struct MusicPlayer: ~Copyable {
    /// What comes next.
    enum Phase: BitwiseCopyable {
        /// The ledger's notes and pedals end at `releaseFrame`; then comes an opening, or nothing.
        case releasing
        /// The channels are put into their state at the beginning.
        case opening
        /// The count-in.
        case leading
        /// The notes that sound at the beginning are struck.
        case striking
        case events
        case ended
    }

    var ledger: NoteLedger
    /// What the channels keep of all that was sent.
    let sent: ChannelStates
    /// How far an opening has come.
    var progress = OpeningProgress()
    /// The item, where ``hasItem``: behind a pointer, so that who looks at a field copies no other.
    let view: UnsafeMutablePointer<PlayItemView>
    private var hasItem = false
    var phase = Phase.ended
    var opensAfterRelease = false
    var releaseFrame: Int64 = 0
    private var releaseCursor = 0
    /// The item frame `anchorFrame` falls on the engine frame `originFrame`: of the item, or of
    /// the present pass of its loop.
    var originFrame: Int64 = 0
    var anchorFrame: Int64 = 0
    /// The same for the last `start` or `adopt`: what positions are counted from.
    var baseFrame: Int64 = 0
    var basePosition: Int64 = 0
    /// Nothing is due before this engine frame.
    var earliestFrame: Int64 = .min
    /// How often playing still comes round at the loop's end; `Int64.max` for ever.
    var turns: Int64 = 0
    /// The same at `baseFrame`.
    var baseTurns: Int64 = 0
    /// How often it has come round the present loop.
    var turnsTaken: Int64 = 0
    /// When the channels are put into their state: before the count-in.
    var openingFrame: Int64 = 0
    /// Whether keys that sound are not struck again at the opening's end.
    var keepsKeys = false
    /// Whether nothing was sent to the samplers before the opening.
    var opensFresh = false
    /// Whether the opening is that of a pass of the loop.
    var opensPass = false
    /// Where the events go on after the opening of a pass.
    var passEvent = 0
    var passSegment = 0
    /// The next event of the schedule, of the count-in or of the notes to strike.
    var index = 0
    var segment = 0
    /// The segment itself, and the tick at which it ends; `Int64.min` where it is to be looked up.
    private var stretch = TempoSegment()
    var stretchEnd = Int64.min
    /// The tick of the last event looked at, and its engine frame.
    var tick: Int64 = -1
    private var tickFrame: Int64 = 0

    /// A player that has nothing to play yet.
    ///
    /// - Parameter samplers: The most samplers that an item may have, 0 … 256.
    public init(samplers: Int) {
        ledger = NoteLedger(samplers: samplers)
        sent = .allocate(samplers: samplers)
        view = .allocate(capacity: 1)
    }

    deinit {
        sent.deallocate()
        view.deallocate()
    }

    /// What is played, whole.
    var item: PlayItemView? {
        @_noLocks get { hasItem ? view.pointee : nil }
        @_noLocks set {
            hasItem = newValue != nil
            stretchEnd = .min
            if let newValue { view.initialize(to: newValue) }
        }
    }

    /// Begins an item; what still sounds of the last one is released first.
    ///
    /// All that is sent first (releases, then what puts the channels into their state) comes at
    /// this very frame and before the first note, so no note waits for its channel and none is
    /// late. With a count-in this is the frame of the first click. To samplers whose state is known
    /// only what differs is sent; a channel whose parameters or resets differ is put into its state
    /// from the initial one, and a sampler too if System Exclusive messages differ: a host that has
    /// sent other messages, or changed the samplers, says so by ``forgetChannels()``.
    ///
    /// - Parameters:
    ///   - item: The item; its `PlayItem` must live until the next `start` or the player's end.
    ///   - atFrame: The engine frame at which the item begins, not before the frame of the last
    ///     event that was handed out: its `startFrame` falls on it, or on the end of the count-in.
    @_noLocks
    public mutating func start(_ item: PlayItemView, atFrame: Int64) {
        precondition(item.samplerCount <= ledger.samplers, "more samplers than the player has")
        self.item = item
        originFrame = atFrame + item.leadFrames
        anchorFrame = item.startFrame
        baseFrame = originFrame
        basePosition = item.startFrame
        earliestFrame = atFrame
        turnsTaken = 0
        setTurns(of: item, isReached: item.loop.isReached)
        opensPass = false
        opensFresh = item.startsFresh
        keepsKeys = false
        beginOpening(atFrame: atFrame)
    }

    /// Works out how often playing comes round, as of `baseFrame`.
    @_noLocks
    mutating func setTurns(of item: PlayItemView, isReached: Bool) {
        turns = 0
        if item.hasLoop, isReached {
            turns = item.loop.turns == .max ? .max : max(item.loop.turns - turnsTaken, 0)
        }
        baseTurns = turns
    }

    /// Forgets what the channels of all samplers keep: the next opening sends all of it.
    ///
    /// To be called before a `start` on other samplers, or on samplers to which something else was
    /// sent.
    @_noLocks
    public func forgetChannels() {
        for port in 0..<sent.samplers { sent.isKnown[port] = false }
    }

    /// How many beats of the count-in are left, the one that sounds included; 0 after it.
    ///
    /// Meanwhile ``position(atFrame:)`` stands at the item's start.
    @_noLocks
    public func countInBeats(atFrame frame: Int64) -> Int {
        guard let item, phaseIsBeforeStart, item.leadCount > 0 else { return 0 }
        let left = originFrame - frame
        guard left > 0 else { return 0 }
        var beats = 1
        for index in 0..<item.leadCount
        where item.lead[index].distance < left
            && MIDIMessage(bits: item.lead[index].bits).isNoteOn
        {
            beats += 1
        }
        return min(beats, item.leadCount / 2)
    }

    /// Whether the item has begun and is not over, so that it may be before its start.
    private var phaseIsBeforeStart: Bool {
        @_noLocks get {
            switch phase {
            case .opening, .leading: true
            case .releasing: opensAfterRelease
            case .striking, .events, .ended: false
            }
        }
    }

    /// Whether the item has ended and everything it started has been released.
    public var hasEnded: Bool { @_noLocks get { phase == .ended } }

    /// The engine frame at which the item ends; after ``release(atFrame:)``, of the release.
    ///
    /// `Int64.max` while it comes round its loop: nothing may be added to it.
    public var endFrame: Int64 {
        @_noLocks get {
            guard let item else { return releaseFrame }
            if phase == .ended || (phase == .releasing && !opensAfterRelease) {
                return releaseFrame
            }
            guard turns == 0 else {
                return item.loop.lengthened(engineFrame(ofItemFrame: item.lastFrame), turns: turns)
            }
            return max(engineFrame(ofItemFrame: item.lastFrame), earliestFrame)
        }
    }

    /// How many keys sound, as far as the player knows.
    public var soundingKeys: Int { @_noLocks get { ledger.soundingKeys } }

    /// How many pedals are held, as far as the player knows.
    public var heldPedals: Int { @_noLocks get { ledger.heldPedals } }

    /// Stops: the notes that sound and the pedals that are held end at this frame, and nothing
    /// else comes.
    ///
    /// - Parameter atFrame: An engine frame, not before that of the last event handed out.
    @_noLocks
    public mutating func release(atFrame: Int64) {
        if phase == .ended { return }
        endItem(atFrame: atFrame)
    }

    /// The item frame that falls on an engine frame, between the item's ends; a loop is followed.
    ///
    /// After ``release(atFrame:)`` it is that of the release.
    @_noLocks
    public func position(atFrame frame: Int64) -> Int64 {
        guard let item else { return 0 }
        // So far ahead the sums below would overflow.
        let last = max(min(min(frame, endFrame), 1 << 62), baseFrame)
        let position = basePosition + (last - baseFrame)
        guard baseTurns > 0 else { return min(position, item.lastFrame) }
        guard position >= item.loop.end else { return position }
        let length = item.loop.end - item.loop.start
        let behind = position - item.loop.end
        guard behind / length < baseTurns else {
            return min(position - baseTurns * length, item.lastFrame)
        }
        return item.loop.start + behind % length
    }

    /// The nominal frame that falls on an engine frame: ``position(atFrame:)`` at normal speed.
    @_noLocks
    public func nominalPosition(atFrame frame: Int64) -> Int64 {
        guard let item else { return 0 }
        return item.nominalFrame(ofItemFrame: position(atFrame: frame))
    }

    /// The next event that is due before a frame.
    ///
    /// - Parameter limit: An engine frame; usually the end of the period.
    /// - Returns: The event; `nil` if nothing (more) is due before `limit`.
    @_noLocks
    public mutating func nextEvent(before limit: Int64) -> PlayedEvent? {
        // Nearly always it is a plain note: little code, few registers to save.
        if case .events = phase, hasItem, ledger.leavingKeys == 0,
            index < (turns > 0 ? view.pointee.loop.eventsEnd : view.pointee.eventsEnd)
        {
            let event = view.pointee.schedule.events[index]
            if event.tick != tick { takeTick(event.tick) }
            guard tickFrame < limit else { return nil }
            if takePlainNote(event) {
                index += 1
                return PlayedEvent(
                    frame: tickFrame,
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
                guard releaseFrame < limit else { return nil }
                if let event = nextRelease() { return event }
            case .opening:
                guard openingFrame < limit else { return nil }
                if ledger.leavingKeys > 0 { return nextLeaving() }
                if let event = nextOpening() { return event }
            case .leading:
                if ledger.leavingKeys > 0 {
                    guard earliestFrame < limit else { return nil }
                    return nextLeaving()
                }
                guard let event = nextLead(before: limit) else {
                    if case .leading = phase { return nil }
                    continue
                }
                return event
            case .striking:
                guard originFrame < limit else { return nil }
                if let event = nextStrike() { return event }
            case .events:
                if ledger.leavingKeys > 0 {
                    guard earliestFrame < limit else { return nil }
                    return nextLeaving()
                }
                guard hasItem else { return nil }
                let loops = turns > 0
                if index < (loops ? view.pointee.loop.eventsEnd : view.pointee.eventsEnd) {
                    let event = view.pointee.schedule.events[index]
                    if event.tick != tick { takeTick(event.tick) }
                    guard tickFrame < limit else { return nil }
                    index += 1
                    if let event = forward(event, frame: tickFrame) { return event }
                } else {
                    let last = loops ? view.pointee.loop.end : view.pointee.lastFrame
                    let end = max(engineFrame(ofItemFrame: last), earliestFrame)
                    guard end < limit else { return nil }
                    if loops {
                        beginPass(of: view.pointee.loop, atFrame: end)
                    } else {
                        endItem(atFrame: end)
                    }
                }
            }
        }
    }

    @_noLocks
    private mutating func endItem(atFrame frame: Int64) {
        releaseFrame = frame
        releaseCursor = 0
        opensAfterRelease = false
        phase = ledger.isEmpty ? .ended : .releasing
    }

    /// Comes round: what sounds is released, and the loop begins again on the same frame.
    @_noLocks
    mutating func beginPass(of loop: LoopView, atFrame frame: Int64) {
        originFrame = frame
        anchorFrame = loop.start
        if turns < .max { turns -= 1 }
        turnsTaken += 1
        opensPass = true
        opensFresh = false
        passEvent = loop.firstEvent
        passSegment = loop.segment
        beginOpening(atFrame: frame)
    }

    @_noLocks
    mutating func beginOpening(atFrame frame: Int64) {
        tick = -1
        openingFrame = frame
        progress = OpeningProgress()
        releaseFrame = frame
        releaseCursor = 0
        opensAfterRelease = true
        phase = ledger.isEmpty ? .opening : .releasing
    }

    @_noLocks
    private mutating func nextRelease() -> PlayedEvent? {
        let ended = ledger.removeNext(cursor: &releaseCursor)
        if ledger.isEmpty {
            phase = opensAfterRelease ? .opening : .ended
        }
        guard let ended else { return nil }
        // A pedal that goes up.
        if ended.message.status & 0xF0 == 0xB0 { sent.apply(ended.message, port: Int(ended.port)) }
        return PlayedEvent(
            frame: releaseFrame,
            bits: ended.message.bits,
            port: ended.port,
            kind: .channel
        )
    }

    @_noLocks
    private mutating func nextLeaving() -> PlayedEvent? {
        guard let ended = ledger.removeNextLeaving() else { return nil }
        return PlayedEvent(
            frame: earliestFrame,
            bits: ended.message.bits,
            port: ended.port,
            kind: .channel
        )
    }

    @_noLocks
    func engineFrame(ofItemFrame frame: Int64) -> Int64 {
        originFrame + (frame - anchorFrame)
    }

    /// Works out the frame of a tick, once per tick; ticks never go back within a pass.
    @inline(__always)
    @_noLocks
    private mutating func takeTick(_ tick: Int64) {
        if tick >= stretchEnd { takeStretch(of: tick) }
        let frame = stretch.frame(atTick: tick, second: view.pointee.second)
        self.tick = tick
        tickFrame = max(engineFrame(ofItemFrame: frame), earliestFrame)
    }

    /// Looks up the segment that a tick is in, from the present one on.
    @inline(never)
    @_noLocks
    private mutating func takeStretch(of tick: Int64) {
        let segments = view.pointee.segments
        let count = view.pointee.segmentCount
        while segment + 1 < count && segments[segment + 1].tick <= tick { segment += 1 }
        stretch = segments[segment]
        stretchEnd = segment + 1 < count ? segments[segment + 1].tick : .max
    }
}
