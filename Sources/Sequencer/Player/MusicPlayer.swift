import Realtime

/// Plays one ``PlayItem`` after another: hands out every event with the frame at which it is due.
///
/// It has no clock and no thread of its own and gives the same events for the same calls. It runs
/// on the audio thread: only `init` and `deinit` allocate, and what takes an item frees the last.
/// It ends what it has started: at the end of an item, at ``release(atFrame:)`` and at
/// ``start(_:atFrame:)`` over a playing item, each sounding note gets its note-off and each held
/// pedal goes up.
public struct MusicPlayer: ~Copyable {
    let core: Box<PlayerCore>
    /// The item that plays, where it was given to the player by reference.
    var item: PlayItem?

    /// Makes a player that has nothing to play yet.
    ///
    /// - Parameter samplers: The most samplers that an item may have, 0 … 256.
    public init(samplers: Int) {
        core = Box(PlayerCore(samplers: samplers))
    }

    // MARK: Events

    /// The next event that is due before a frame.
    ///
    /// - Parameter limit: An engine frame; usually the end of the period.
    /// - Returns: The event; `nil` if nothing (more) is due before `limit`.
    @_noLocks
    public mutating func nextEvent(before limit: Int64) -> PlayedEvent? {
        core.value.nextEvent(before: limit)
    }

    /// Stops: the notes that sound and the pedals that are held end at this frame, and nothing
    /// else comes.
    ///
    /// - Parameter atFrame: An engine frame, not before that of the last event handed out.
    @_noLocks
    public mutating func release(atFrame: Int64) { core.value.release(atFrame: atFrame) }

    /// Switches the metronome on or off; it is off at first and stays as it is from item to item.
    ///
    /// While it is on, every beat of what plays gives a ``PlayedEvent/Kind/click``: a high wood block
    /// where a bar begins, a low one elsewhere, each held for a sixteenth note at most. Beats that
    /// fall on one frame click once. Music without bars (SMPTE) has none. A click that sounds ends
    /// when the metronome is switched off, but for one of a count-in.
    ///
    /// To be called between two periods, after `nextEvent` has answered `nil`.
    ///
    /// - Parameters:
    ///   - isOn: Whether beats click.
    ///   - frame: The engine frame from which on they do, not before that of the last event handed
    ///     out.
    @_noLocks
    public mutating func setMetronome(_ isOn: Bool, atFrame frame: Int64) {
        core.value.setMetronome(isOn, atFrame: frame)
    }

    /// Forgets what the channels of all samplers keep: the next preroll sends all of it.
    ///
    /// To be called before a `start` on other samplers, or on samplers to which something else was
    /// sent.
    @_noLocks
    public func forgetChannels() { core.value.forgetChannels() }

    /// Takes over what holds from item to item: the metronome, and the tick of a hold; what it knows
    /// of channels is forgotten.
    @_noLocks
    package func takeSettings(of other: borrowing MusicPlayer) {
        core.value.forgetChannels()
        core.value.clicks.isOn = other.core.value.clicks.isOn
        core.value.hold = HoldState()
        core.value.hold.set(other.core.value.hold.tick, pass: 0)
    }

    /// Notes that other samplers have taken over, with the state of the channels as far as it can be
    /// copied: what is begun next is sent all of it, unless it continues with keys that are down,
    /// which a reset would release.
    @_noLocks
    package mutating func noteCopiedChannels() { core.value.noteCopiedChannels() }

    /// Holds playing at a tick, and releases it from the one that was set before.
    ///
    /// Time stops there before all that is on the tick: no event and no click comes, the item does
    /// not end, and sounding notes continue, until another tick is set. Only an item that is begun,
    /// an update that mutes something, and ``release(atFrame:)`` do what they do elsewhere. A tick
    /// that the present pass has passed is reached in the next pass of the loop, or not at all. It
    /// holds for items that follow too.
    ///
    /// To be called between two periods, after `nextEvent` has answered `nil`.
    ///
    /// - Parameters:
    ///   - tick: The tick; `Int64.max` for none.
    ///   - pass: The number of the pass from which on the tick is meant, see ``pass(atFrame:)``.
    ///   - frame: The engine frame at which playing continues, not before that of the last event
    ///     handed out.
    @_noLocks
    public mutating func hold(atTick tick: Int64, pass: Int64 = 0, atFrame frame: Int64) {
        core.value.setHold(tick: tick, pass: pass, atFrame: frame)
    }

    /// Whether playing is held at an engine frame, where a tick was set.
    @_noLocks
    public func isHeld(atFrame frame: Int64) -> Bool { core.value.isHeld(atFrame: frame) }

    // MARK: Positions

    /// Whether the item has ended and everything it started has been released.
    public var hasEnded: Bool { @_noLocks get { core.value.hasEnded } }

    /// Whether there is an item that it reads: none once it has ended.
    var readsItem: Bool { !core.value.slot.isEmpty }

    /// The engine frame at which the item ends; after ``release(atFrame:)``, of the release.
    ///
    /// `Int64.max` while its loop still repeats, and before a hold: nothing may be added to it.
    public var endFrame: Int64 { @_noLocks get { core.value.endFrame } }

    /// The item frame that falls on an engine frame, between the item's ends; a loop is followed.
    ///
    /// After ``release(atFrame:)`` it is that of the release.
    @_noLocks
    public func position(atFrame frame: Int64) -> Int64 { core.value.position(atFrame: frame) }

    /// The frames of a quarter note at an engine frame, at the speed of the item; 0 where it has no
    /// quarter notes, and without an item.
    @_noLocks
    package func framesPerQuarter(atFrame frame: Int64) -> Double {
        core.value.framesPerQuarter(atFrame: frame)
    }

    /// The number of times that playing has returned to a loop's start up to an engine frame, since
    /// the item was begun.
    @_noLocks
    public func pass(atFrame frame: Int64) -> Int64 { core.value.pass(atFrame: frame) }

    /// The number of times that playing goes back from an engine frame on; `Int64.max` for ever.
    @_noLocks
    public func repeats(atFrame frame: Int64) -> Int64 { core.value.repeats(atFrame: frame) }

    /// The nominal frame that falls on an engine frame: ``position(atFrame:)`` at normal speed.
    @_noLocks
    public func nominalPosition(atFrame frame: Int64) -> Int64 {
        core.value.nominalPosition(atFrame: frame)
    }

    /// The beats of the count-in that are left, the one that sounds included; 0 after it.
    ///
    /// Meanwhile ``position(atFrame:)`` stands at the item's start.
    @_noLocks
    public func countInBeats(atFrame frame: Int64) -> Int {
        core.value.countInBeats(atFrame: frame)
    }

    // MARK: Sounding notes

    /// The number of keys that sound, as far as the player knows.
    public var soundingKeys: Int { @_noLocks get { core.value.ledger.soundingKeys } }

    /// The number of pedals that are held, as far as the player knows.
    public var heldPedals: Int { @_noLocks get { core.value.ledger.heldPedals } }
}
