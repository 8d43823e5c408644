import MIDI

/// Plays one ``PlayItem`` after another: hands out every event with the frame at which it is due.
///
/// It has no clock and no thread of its own and gives the same events for the same calls. It runs
/// on the audio thread: only `init` and `deinit` allocate. What it started it ends: at the end of
/// an item, at ``release(atFrame:)`` and at ``start(_:atFrame:)`` over a playing item, each
/// sounding note gets its note-off and each held pedal goes up.
public struct MusicPlayer: ~Copyable {
    /// What comes next.
    private enum Phase: BitwiseCopyable {
        /// The ledger's notes and pedals end at `releaseFrame`; then comes the item's opening, or nothing.
        case releasing
        case opening
        case events
        case ended
    }

    private var ledger: NoteLedger
    private var item: PlayItemView?
    private var phase = Phase.ended
    private var opensAfterRelease = false
    private var releaseFrame: Int64 = 0
    private var releaseCursor = 0
    /// The engine frame of the item's `startFrame`.
    private var originFrame: Int64 = 0
    private var index = 0
    private var segment = 0
    /// The tick of the last event looked at, and its engine frame.
    private var tick: Int64 = -1
    private var tickFrame: Int64 = 0

    /// A player that has nothing to play yet.
    ///
    /// - Parameter samplers: The most samplers that an item may have, 0 … 256.
    public init(samplers: Int) {
        ledger = NoteLedger(samplers: samplers)
    }

    /// Begins an item; what still sounds of the last one is released first.
    ///
    /// - Parameters:
    ///   - item: The item; its `PlayItem` must live until the next `start` or the player's end.
    ///   - atFrame: The engine frame at which the item's `startFrame` falls, not before the frame
    ///     of the last event that was handed out.
    @_noLocks
    public mutating func start(_ item: PlayItemView, atFrame: Int64) {
        precondition(item.samplerCount <= ledger.samplers, "more samplers than the player has")
        self.item = item
        originFrame = atFrame
        index = 0
        segment = 0
        tick = -1
        releaseFrame = atFrame
        releaseCursor = 0
        opensAfterRelease = true
        phase = ledger.isEmpty ? .opening : .releasing
    }

    /// Whether the item has ended and everything it started has been released.
    public var hasEnded: Bool { @_noLocks get { phase == .ended } }

    /// The engine frame at which the item ends; after ``release(atFrame:)``, of the release.
    public var endFrame: Int64 {
        @_noLocks get {
            guard let item else { return releaseFrame }
            if phase == .ended || (phase == .releasing && !opensAfterRelease) {
                return releaseFrame
            }
            return originFrame + (item.endFrame - item.startFrame)
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

    /// The frame of the sequence that falls on an engine frame, between the item's ends.
    @_noLocks
    public func position(atFrame frame: Int64) -> Int64 {
        guard let item else { return 0 }
        let last = max(min(frame, endFrame), originFrame)
        return min(item.startFrame + (last - originFrame), item.endFrame)
    }

    /// The next event that is due before a frame.
    ///
    /// - Parameter limit: An engine frame; usually the end of the period.
    /// - Returns: The event; `nil` if nothing (more) is due before `limit`.
    @_noLocks
    public mutating func nextEvent(before limit: Int64) -> PlayedEvent? {
        while true {
            switch phase {
            case .ended:
                return nil
            case .releasing:
                guard releaseFrame < limit else { return nil }
                if let event = nextRelease() { return event }
            case .opening:
                guard originFrame < limit else { return nil }
                if let event = nextOpening() { return event }
            case .events:
                guard let item else { return nil }
                if index < item.eventsEnd {
                    let event = item.schedule.events[index]
                    let frame = engineFrame(ofTick: event.tick, in: item)
                    guard frame < limit else { return nil }
                    index += 1
                    if let event = forward(event, of: item, frame: frame) { return event }
                } else {
                    let end = originFrame + (item.endFrame - item.startFrame)
                    guard end < limit else { return nil }
                    endItem(atFrame: end)
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

    @_noLocks
    private mutating func nextRelease() -> PlayedEvent? {
        let ended = ledger.removeNext(cursor: &releaseCursor)
        if ledger.isEmpty {
            phase = opensAfterRelease ? .opening : .ended
        }
        guard let ended else { return nil }
        return PlayedEvent(
            frame: releaseFrame,
            bits: ended.message.bits,
            port: ended.port,
            kind: .channel
        )
    }

    @_noLocks
    private mutating func nextOpening() -> PlayedEvent? {
        guard let item, index < item.openingCount else {
            index = item?.firstEvent ?? 0
            phase = .events
            return nil
        }
        let event = item.opening[index]
        index += 1
        return forward(
            ScheduledEvent(tick: 0, bits: event.bits, track: 0, port: event.port, kind: event.kind),
            of: item,
            frame: originFrame
        )
    }

    /// The frame of a tick, worked out once per tick; ticks never go back within an item.
    @_noLocks
    private mutating func engineFrame(ofTick tick: Int64, in item: PlayItemView) -> Int64 {
        if tick == self.tick { return tickFrame }
        while segment + 1 < item.segmentCount && item.segments[segment + 1].tick <= tick {
            segment += 1
        }
        let frame = item.segments[segment].frame(
            atTick: tick,
            unitsPerSecond: item.unitsPerSecond
        )
        self.tick = tick
        tickFrame = originFrame + (frame - item.startFrame)
        return tickFrame
    }

    /// Enters an event into the ledger and says what of it is sent; `nil` if nothing.
    @_noLocks
    private mutating func forward(
        _ event: ScheduledEvent,
        of item: PlayItemView,
        frame: Int64
    ) -> PlayedEvent? {
        var bits = event.bits
        switch event.kind {
        case .systemExclusive:
            if item.schedule.isReset(bits) { ledger.clear(port: event.port) }
        case .channel:
            let message = MIDIMessage(bits: bits)
            switch message.status & 0xF0 {
            case 0x80, 0x90:
                guard let key = sentKey(of: message, event, item) else { return nil }
                bits = MIDIMessage(status: message.status, data1: key, data2: message.data2).bits
            case 0xA0:
                let key = item.transposed(
                    key: message.data1,
                    port: event.port,
                    channel: message.channel
                )
                bits = MIDIMessage(status: message.status, data1: key, data2: message.data2).bits
            case 0xB0:
                ledger.control(
                    port: event.port,
                    channel: message.channel,
                    number: message.data1,
                    value: message.data2
                )
            default:
                break
            }
        }
        return PlayedEvent(frame: frame, bits: bits, port: event.port, kind: event.kind)
    }

    /// The key under which a note-on or note-off is sent, or `nil` if it is kept back.
    ///
    /// Several tracks may hold one key of a channel: it goes up with the last note-off. Where a
    /// note-off is missing somewhere in the sequence that would never come, so there each counts.
    @_noLocks
    private mutating func sentKey(
        of message: MIDIMessage,
        _ event: ScheduledEvent,
        _ item: PlayItemView
    ) -> UInt8? {
        let channel = message.channel
        guard item.isAudible(track: event.track, port: event.port, channel: channel) else {
            return nil
        }
        let key = item.transposed(key: message.data1, port: event.port, channel: channel)
        if message.isNoteOn {
            ledger.noteOn(port: event.port, channel: channel, key: key)
            return key
        }
        let count = ledger.noteOff(port: event.port, channel: channel, key: key)
        if count <= 1 { return count == 1 ? key : nil }
        let isUnbalanced = item.schedule.isUnbalanced(
            port: event.port,
            channel: channel,
            key: message.data1
        )
        return isUnbalanced ? key : nil
    }
}
