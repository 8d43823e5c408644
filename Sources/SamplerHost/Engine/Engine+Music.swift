import Clips
import Realtime
public import Sequencer
import Synchronization

/// Music for the engine: items, and the racks that play them, live inputs and the metronome.
///
/// The controlling thread's.
extension Engine {
    /// Queues a sequence behind those that wait; the first begins at once.
    ///
    /// An item that was made for another rate than the engine's is refused here and in the methods
    /// below, and ``run(into:measuring:betweenPeriods:)`` throws.
    ///
    /// - Parameters:
    ///   - item: What to play, made for the engine's rate.
    ///   - rack: The samplers that play it; `nil` for those that the engine was made with.
    ///   - routed: The routes of its lanes, if the item is made of them; `nil` for those from each
    ///     lane to the sampler of its number.
    ///   - isLast: Whether the engine ends after it, when the tail is over.
    ///   - crossfade: The length of a crossfade in frames: this item begins so long before the end of
    ///     the one that plays, which is reported as ended when it has faded out. With 0 it begins at
    ///     the end, as do items on the same rack and those that play to MIDI outputs.
    /// - Returns: The number by which reports name it; `nil` when too many wait already.
    public func enqueue(
        _ item: PlayItem,
        on rack: SamplerRack? = nil,
        routed: RoutedSequence? = nil,
        isLast: Bool = false,
        crossfade: Int64 = 0
    ) -> Int? {
        guard
            let queued = lend(item, routed, to: rack, isLast: isLast, crossfade: crossfade)
        else { return nil }
        giveStripMoves()
        guard items.value.push(queued) else {
            loans.withdraw(item: queued.number)
            return nil
        }
        bell.ring()
        return queued.number
    }

    /// Plays an item at once, instead of the one that plays; that one's notes are released, and its
    /// samplers sound on until they are silent.
    ///
    /// Items that wait continue to wait.
    ///
    /// - Parameters:
    ///   - item: What to play, made for the engine's rate.
    ///   - rack: The samplers that play it.
    ///   - routed: The routes of its lanes, if the item is made of them; `nil` for those from each
    ///     lane to the sampler of its number.
    ///   - isLast: Whether the engine ends after it, when the tail is over.
    ///   - cutsVoices: Whether what sounds ends without its release: for an engine that is paused,
    ///     or what is released would be heard when it continues.
    ///   - hold: The tick at which it is to hold, set with its first frame; `nil` for the one
    ///     that is set.
    /// - Returns: The number by which reports name it; `nil` when the audio thread has hung.
    public func start(
        _ item: PlayItem,
        on rack: SamplerRack,
        routed: RoutedSequence? = nil,
        isLast: Bool = false,
        cutsVoices: Bool = false,
        hold: EngineHold? = nil
    ) -> Int? {
        lend(item, routed, to: rack, isLast: isLast).flatMap { queued in
            if cutsVoices { give(.cut) }
            return give(queued, .start(queued, hold: hold))
        }
    }

    /// Continues with another item in the place of the one that plays: the same sequence at the
    /// same rate, played differently.
    ///
    /// - Parameters:
    ///   - item: The item to continue with.
    ///   - rack: The samplers that play it now.
    ///   - routed: The routes of its lanes, if the item is made of them; `nil` for those from each
    ///     lane to the sampler of its number.
    ///   - isLast: Whether the engine ends after it, when the tail is over.
    /// - Returns: The number by which reports name it; `nil` when the audio thread has hung.
    public func updateItem(
        _ item: PlayItem,
        on rack: SamplerRack,
        routed: RoutedSequence? = nil,
        isLast: Bool = false
    ) -> Int? {
        lend(item, routed, to: rack, isLast: isLast).flatMap { give($0, .updateItem($0)) }
    }

    /// Schedules another version of what plays: it takes over where playing reaches its start.
    ///
    /// Keys that sound in both continue, if the item was made with `chaseNotes`; channels get what
    /// differs. Where that position is not ahead, in this pass of its loop, it takes over at once.
    /// Reports say that the old item was replaced, and at which frame this one began; it is replaced
    /// itself where nothing plays, where another rack does, and where another version comes first.
    ///
    /// - Parameters:
    ///   - item: The version: made for the engine's rate, and to begin where it takes over.
    ///   - rack: The samplers that play it now, which also have to have what it needs.
    ///   - routed: The routes of its lanes, if the item is made of them; `nil` for those from each
    ///     lane to the sampler of its number.
    ///   - isLast: Whether the engine ends after it, when the tail is over.
    /// - Returns: The number by which reports name it; `nil` when the audio thread has hung.
    public func scheduleReplacement(
        _ item: PlayItem,
        on rack: SamplerRack,
        routed: RoutedSequence? = nil,
        isLast: Bool = false
    ) -> Int? {
        lend(item, routed, to: rack, isLast: isLast).flatMap { give($0, .scheduleReplacement($0)) }
    }

    /// Ends what plays: its notes are released, and a report says how far it got.
    ///
    /// An engine that was to end after it, or plays the tail of its last item, continues.
    public func halt() { give(.halt) }

    /// Ends what plays as ``halt()`` does, and all its voices without their release.
    public func cut() { give(.cut) }

    /// Holds playback at a tick, before all events on it, and releases it from the tick that was
    /// set before.
    ///
    /// Notes that sound continue to sound, and so do live inputs. The tick applies to all that
    /// plays from now on, until another is set; one that the present pass of a loop has passed is
    /// reached in the next. ``position`` says whether playback is held there.
    ///
    /// - Parameter hold: The tick.
    public func hold(_ hold: EngineHold) { give(.hold(hold)) }

    /// Returns the items that wait up to now.
    public func dropQueued() { give(.dropQueued(before: loans.nextItem)) }

    /// Plays the live inputs with another rack; keys that are down end on the old one, which leaves
    /// when it is silent.
    ///
    /// Samplers with the same names, and those for what no rule takes of the same input, keep the state
    /// of their channels, and held notes continue. Parts that are led to other samplers get
    /// the state that they had; what they hold ends on the old ones when it is released.
    ///
    /// - Parameter rack: A rack made for the live inputs, after the one that plays.
    /// - Returns: `false` when too many racks still sound: try again later.
    public func install(_ rack: SamplerRack) -> Bool {
        guard let old = loans.liveRack else { preconditionFailure("no live inputs") }
        // What sources hold is noted by the numbers of samplers.
        precondition(rack.keepsNumbers(of: old), "the new rack is to be made after the old one")
        rack.takesOver(from: old)
        guard lend(rack, isPromised: true, isLive: true) else { return false }
        input.names.replace(with: rack.sourceNames, keeping: old.sourceNames)
        return give(.install(rack.ticket))
    }

    /// The rack that the live inputs play on; `nil` if there are none.
    public var liveRack: SamplerRack? { loans.liveRack }

    /// Replaces a rack that plays music, or has just played it, with one made for the same music:
    /// channels of samplers with the same names keep their state, keys that are down end on the old
    /// one.
    ///
    /// - Parameters:
    ///   - old: The rack in use; where it is no longer, the new one is returned unused.
    ///   - rack: The new one.
    /// - Returns: `false` when too many racks still sound: try again later.
    public func replaceRack(_ old: SamplerRack, with rack: SamplerRack) -> Bool {
        // What sources hold is noted by the numbers of samplers.
        precondition(rack.keepsNumbers(of: old), "the new rack is to be made after the old one")
        rack.takesOver(from: old)
        guard (try? loans.decodeItems(of: old, for: rack)) != nil else { return false }
        return lend(rack, isPromised: true) && give(.replaceRack(old.number, rack.ticket))
    }

    /// Replaces a rack that plays music as ``replaceRack(_:with:)`` does, where playing reaches a
    /// position: on the first frame of FluidSynth's grid (64 frames) at or after it.
    ///
    /// The playing item may be updated meanwhile, or replaced by another version: the position
    /// keeps its tick. If it is started anew, halted or ends before the position, the rack does not
    /// come, and a report returns it. Another rack that is to follow has it take over at once.
    ///
    /// - Parameters:
    ///   - old: The rack in use, or the one that is to take over next.
    ///   - rack: The new one.
    ///   - frame: The item frame; one that has been passed is reached at once.
    ///   - item: The number of the item, which plays or is to replace what plays.
    /// - Returns: `false` when too many racks still sound: try again later.
    public func scheduleRack(
        _ old: SamplerRack,
        with rack: SamplerRack,
        at frame: Int64,
        ofItem item: Int
    ) -> Bool {
        precondition(rack.keepsNumbers(of: old), "the new rack is to be made after the old one")
        rack.takesOver(from: old)
        guard (try? loans.decodeItems(of: old, for: rack)) != nil else { return false }
        guard lend(rack, isPromised: true) else { return false }
        return give(
            .scheduleRack(RackSwap(old: old.number, rack: rack.ticket, item: item, frame: frame))
        )
    }

    // MARK: Metronome

    /// Switches the metronome on or off; it is off at first.
    ///
    /// Playback continues unchanged: its beats click from now on, or no longer do. Count-ins click in
    /// any case. Nothing is heard of either before ``installMetronome(_:)``.
    public func setMetronome(_ isOn: Bool) { give(.setMetronome(isOn)) }

    /// Installs the rack that plays the clicks of the metronome and of count-ins.
    ///
    /// The last one leaves when it is silent.
    ///
    /// - Parameter rack: A rack made for a metronome, not in use before.
    /// - Returns: `false` when too many racks still sound: try again later.
    public func installMetronome(_ rack: SamplerRack) -> Bool {
        guard lend(rack, isPromised: true) else { return false }
        if let metronome { rack.takesOver(from: metronome) }
        metronome = rack
        return give(.installMetronome(rack.ticket))
    }

    // MARK: Loans

    private func give(_ queued: QueuedItem, _ command: EngineCommand.OnGrid) -> Int? {
        guard give(command) else {
            loans.takeBack(item: queued.number)
            return nil
        }
        return queued.number
    }

    /// Lends a rack to the audio thread.
    ///
    /// - Returns: `false` when there is no room for it.
    func lend(_ rack: SamplerRack, isPromised: Bool = false, isLive: Bool = false) -> Bool {
        loans.lend(rack, isPromised: isPromised, isLive: isLive) { tappedStrips }
    }

    private func lend(
        _ item: PlayItem,
        _ routed: RoutedSequence?,
        to rack: SamplerRack?,
        isLast: Bool,
        crossfade: Int64 = 0
    ) -> QueuedItem? {
        guard item.rate == settings.rate else {
            // It would play too fast or too slowly.
            status.value.refusedRate.store(item.rate, ordering: .relaxed)
            cancel()
            return nil
        }
        guard let played = rack ?? stage else {
            preconditionFailure(
                "an engine that was made for no music is given racks with its items"
            )
        }
        precondition(item.samplerCount <= lanes, "music that the engine was not made for")
        // Before the rack is lent, which nothing would return without its item.
        guard (try? played.decode(item, routed)) != nil else { return nil }
        loans.prepare(item.clips)
        if let rack {
            guard lend(rack) else { return nil }
        }
        return loans.lend(item, routed, on: played, isLast: isLast, crossfade: crossfade)
    }

    /// Whether there is room for a number of further racks of two shards.
    public func hasRoom(forRacks count: Int) -> Bool { loans.hasRoom(forRacks: count) }

    /// Checks that there is room for racks that have not been lent, their strips and effects buses.
    ///
    /// - Parameter racks: The racks.
    /// - Throws: `busy` if there is not.
    public func checkRoom(for racks: [SamplerRack]) throws(HostError) {
        switch loans.missingRoom(for: racks, tapped: { tappedStrips }) {
        case nil: return
        case .racks:
            throw HostError(.busy, "samplers", "too many still sound; try again")
        case .strips:
            throw Self.noRoomForStrips("strips")
        case .effectsBuses:
            throw HostError(
                .busy,
                "effects buses",
                "all \(settings.effectsBuses) are in use by racks that still sound; try again"
            )
        }
    }
}
