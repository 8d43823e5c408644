import Clips
import Realtime
import Synchronization

/// The racks that an engine renders: they are installed, idle, retire and leave.
///
/// The audio thread's.
struct RackSet: ~Copyable {
    private var racks: FixedList<Loan<Rack>>
    /// The shards of all racks that do not sleep.
    private var shards: FixedList<Loan<Shard>>
    /// The frames between those at which events act: the coarsest grid of the racks; without any, that
    /// of any that may come.
    private(set) var grid = Synthesizer.coarsestGrid
    /// Whether the next period has a coarser grid.
    private var hasOtherGrid = false
    private let rate: Int
    /// The vari-speed of all racks but the metronome's.
    private var variSpeed: VariSpeed
    /// The engine's frame with which the period begins.
    private var periodStart: Int64 = 0

    /// The racks that may continue to sound after they have been replaced.
    private static var retiringCapacity: Int { @_noLocks get { 6 } }

    /// Makes a set without racks.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - variSpeed: The vari-speed of samplers and clips.
    init(rate: Int, _ variSpeed: VariSpeed) {
        racks = FixedList(capacity: EngineCapacity.racks)
        shards = FixedList(capacity: EngineCapacity.shards)
        self.rate = rate
        self.variSpeed = variSpeed
    }

    /// The number of racks.
    var count: Int { @_noLocks get { racks.count } }

    /// A rack, 0 ..< ``count``.
    subscript(index: Int) -> Loan<Rack> { @_noLocks get { racks[index] } }

    /// Notes that a period begins.
    @_noLocks
    mutating func beginPeriod(at frame: Int64) {
        let frames = Int(frame &- periodStart)
        periodStart = frame
        for index in 0..<racks.count {
            for clip in 0..<racks[index].value.clips.count {
                racks[index].value.clips[clip].beginPeriod()
            }
        }
        // Most shards have begun.
        for index in 0..<shards.count where shards[index].value.beginsAt > 0 {
            shards[index].value.beginsAt = max(0, shards[index].value.beginsAt &- frames)
        }
        if hasOtherGrid { updateGrid(isPeriodBegin: true) }
    }

    // MARK: Coming and leaving

    /// Adds a rack, heard from an offset of the grid within this period on.
    @_noLocks
    mutating func add(_ rack: Loan<Rack>, offset: Int, _ mixer: inout Mixer) {
        for index in 0..<racks.count where racks[index] == rack {
            if rack.value.isIn(.retiring) { rack.value.phase = .active }
            return
        }
        racks.appendFitting(rack)
        rack.value.hasJoined = true
        rack.value.phase = .active
        for clip in 0..<rack.value.clips.count {
            rack.value.clips[clip].clear(to: offset)
            rack.value.clips[clip].variSpeed = variSpeed.factor
        }
        updateGrid()
        for sampler in 0..<rack.value.samplers.count where !rack.value.samplers[sampler].isOutput {
            // Set before the rack was lent.
            guard let strip = rack.value.samplers[sampler].strip else {
                preconditionFailure("a sampler without a strip")
            }
            rack.value.samplers[sampler].input = mixer.takeInput(
                of: strip,
                bus: rack.value.samplers[sampler].effectsBus,
                rackGain: rack.value.gain
            )
        }
        for shard in 0..<rack.value.shards.count {
            if let strip = rack.value.channelStrips[shard] { mixer.take(strip) }
        }
        addShards(of: rack, offset: offset)
        for sampler in 0..<rack.value.samplers.count {
            tune(sampler, of: rack, offset: offset, always: false)
        }
    }

    /// Tunes the samplers that are connected to a strip, or to strips of their channels that it is.
    ///
    /// - Parameters:
    ///   - strip: The strip, which has its new tuning.
    ///   - offset: Where in this period, on the grid.
    @_noLocks
    func tune(_ strip: Loan<Strip>, offset: Int) {
        // Those that sleep get it when they wake.
        for index in 0..<racks.count where !racks[index].value.isIn(.asleep) {
            for sampler in 0..<racks[index].value.samplers.count {
                guard let own = racks[index].value.samplers[sampler].strip,
                    own == strip || strip.value.isChannel(of: own)
                else { continue }
                tune(sampler, of: racks[index], offset: offset, always: true)
            }
        }
    }

    /// Has samplers and clips use another vari-speed.
    ///
    /// - Parameters:
    ///   - next: The vari-speed.
    ///   - offset: Where in this period, on the grid, as far as which clips have been played.
    @_noLocks
    mutating func use(_ next: VariSpeed, offset: Int) {
        variSpeed = next
        // Those that sleep take no events: they get it when they wake.
        for index in 0..<racks.count where !racks[index].value.isIn(.asleep) {
            useVariSpeed(in: racks[index], offset: offset)
        }
    }

    /// Gives the clips and samplers of a rack the vari-speed.
    @_noLocks
    private func useVariSpeed(in rack: Loan<Rack>, offset: Int) {
        for clip in 0..<rack.value.clips.count {
            rack.value.clips[clip].variSpeed = variSpeed.factor
        }
        for sampler in 0..<rack.value.samplers.count
        where !rack.value.samplers[sampler].isOutput {
            tune(sampler, of: rack, offset: offset, always: true)
        }
    }

    /// Gives a sampler's shards the tuning of its strip and of those of its channels.
    ///
    /// - Parameters:
    ///   - sampler: The sampler, by its number in the rack.
    ///   - rack: The rack.
    ///   - offset: Where in this period, on the grid.
    ///   - always: Whether shards get it too that need none.
    @_noLocks
    private func tune(_ sampler: Int, of rack: Loan<Rack>, offset: Int, always: Bool) {
        var shared = rack.value.samplers[sampler].strip?.value.tuning ?? 0
        if !rack.value.isMetronome { shared += variSpeed.cents }
        for shard in rack.value.samplers[sampler].shards {
            let cents = shared + (rack.value.channelStrips[shard]?.value.tuning ?? 0)
            guard always || cents != 0 else { continue }
            let event = unsafe ShardEvent(
                offset: Int32(truncatingIfNeeded: offset),
                kind: .tuning,
                bits: cents.bitPattern
            )
            rack.value.push(event, toShard: shard)
        }
    }

    @_noLocks
    private mutating func addShards(of rack: Loan<Rack>, offset: Int) {
        for index in 0..<rack.value.shards.count {
            // On the grid of its own.
            let grid = rack.value.shards[index].grid
            let first = (periodStart &+ Int64(offset) &+ grid &- 1) & ~(grid &- 1)
            rack.value.shards[index].beginsAt = Int(first &- periodStart)
            // Their array exists as long as the rack.
            unsafe shards.appendFitting(rack.value.shards.loan(of: index))
        }
    }

    /// Takes the grid of the racks, asleep or not: a finer one at once, a coarser one when a period
    /// begins, whose events may have frames already.
    @_noLocks
    private mutating func updateGrid(isPeriodBegin: Bool = false) {
        var coarsest = racks.count == 0 ? Synthesizer.coarsestGrid : 1
        for rack in 0..<racks.count {
            for shard in 0..<racks[rack].value.shards.count {
                coarsest = max(coarsest, racks[rack].value.shards[shard].grid)
            }
        }
        if isPeriodBegin || coarsest < grid { grid = coarsest }
        hasOtherGrid = grid != coarsest
    }

    /// Replaces a rack, which keeps sounding until it is silent.
    ///
    /// - Parameters:
    ///   - old: The other rack.
    ///   - rack: The rack.
    ///   - copiesState: Whether its channels get the state of those of the other.
    ///   - offset: Where in this period, on the grid.
    ///   - mixer: Where their inputs are.
    @_noLocks
    mutating func replace(
        _ old: Loan<Rack>,
        with rack: Loan<Rack>,
        copiesState: Bool = true,
        offset: Int,
        _ mixer: inout Mixer
    ) {
        wake(old, offset: offset)
        add(rack, offset: offset, &mixer)
        for sampler in 0..<rack.value.samplers.count where !rack.value.samplers[sampler].isOutput {
            let source = rack.value.samplers[sampler].source
            guard source >= 0, source < old.value.samplers.count,
                !old.value.samplers[source].isOutput
            else { continue }
            mixer.copyState(
                from: old.value.samplers[source].input,
                to: rack.value.samplers[sampler].input
            )
        }
        if copiesState { rack.value.copyState(from: old.value) }
        for clip in 0..<min(rack.value.clips.count, old.value.clips.count)
        where rack.value.clips[clip].isContinued {
            rack.value.clips[clip].takeOver(from: &old.value.clips[clip])
        }
        rack.value.predecessor = old
        for sampler in 0..<old.value.samplers.count where !rack.value.takesOver(sampler) {
            old.value.release(sampler, offset: Int32(truncatingIfNeeded: offset))
        }
        // Keys that are down end when they are released.
        old.value.hasRetirementLimit = false
        old.value.retire()
    }

    @_noLocks
    private mutating func remove(
        _ rack: Loan<Rack>,
        _ mixer: inout Mixer,
        _ outbox: inout Outbox
    ) -> Bool {
        guard outbox.add(.returned(.rack(rack.value.number))) else { return false }
        rack.value.hasLeft = true
        removeShards(of: rack)
        for sampler in 0..<rack.value.samplers.count where !rack.value.samplers[sampler].isOutput {
            mixer.returnInput(rack.value.samplers[sampler].input)
        }
        var kept = 0
        for index in 0..<racks.count where racks[index] != rack {
            racks[kept] = racks[index]
            if racks[kept].value.predecessor == rack {
                racks[kept].value.dropPredecessor()
            }
            kept &+= 1
        }
        racks.truncate(to: kept)
        updateGrid()
        return true
    }

    @_noLocks
    private mutating func removeShards(of rack: Loan<Rack>) {
        var kept = 0
        for index in 0..<shards.count where !rack.value.shards.lends(shards[index]) {
            shards[kept] = shards[index]
            kept &+= 1
        }
        shards.truncate(to: kept)
    }

    // MARK: Silence

    /// Wakes a rack that sleeps; its instances continue from the next frame of the grid, on which
    /// they fell asleep.
    @_noLocks
    mutating func wake(_ rack: Loan<Rack>, offset: Int) {
        rack.value.quietFrames = 0
        guard rack.value.isIn(.asleep) else { return }
        rack.value.phase = .active
        addShards(of: rack, offset: offset)
        useVariSpeed(in: rack, offset: offset)
    }

    /// Removes retired racks that have become silent, and puts those of idle inputs to sleep.
    ///
    /// - Parameters:
    ///   - frames: The period's length.
    ///   - end: The engine's frame behind it.
    ///   - mixer: Where their inputs are.
    ///   - outbox: Takes the reports.
    @_noLocks
    mutating func watch(
        _ frames: Int,
        before end: Int64,
        _ mixer: inout Mixer,
        _ outbox: inout Outbox
    ) {
        dismissOldest(&mixer)
        var index = 0
        while index < racks.count {
            let rack = racks[index]
            index &+= 1
            guard rack.value.isIn(.retiring) || (rack.value.maySleep && rack.value.isIn(.active))
            else { continue }
            if rack.value.isSilent(frames) {
                rack.value.quietFrames &+= Int64(frames)
            } else {
                rack.value.quietFrames = 0
            }
            if rack.value.isIn(.retiring) {
                rack.value.retiringFrames &+= Int64(frames)
                if hasRetired(rack, mixer), remove(rack, &mixer, &outbox) { index &-= 1 }
            } else if rack.value.quietFrames >= Int64(rate / 2), end & (grid &- 1) == 0 {
                rack.value.phase = .asleep
                removeShards(of: rack)
            }
        }
    }

    /// Fades out the rack that has been retiring for longest, where too many are: a user who skips
    /// through a list does not want all of it to ring, nor the memory that it takes.
    ///
    /// A rack on which a key or a pedal holds something stays: held notes continue through any
    /// number of changes.
    @_noLocks
    private func dismissOldest(_ mixer: inout Mixer) {
        guard racks.count > Self.retiringCapacity else { return }
        var retiring = 0
        var oldest: Loan<Rack>?
        var oldestFrames: Int64 = -1
        for index in 0..<racks.count
        where racks[index].value.isIn(.retiring) && !racks[index].value.isDismissed
            && !racks[index].value.isHeld
        {
            retiring &+= 1
            if racks[index].value.retiringFrames > oldestFrames {
                oldest = racks[index]
                oldestFrames = racks[index].value.retiringFrames
            }
        }
        guard retiring > Self.retiringCapacity, let oldest else { return }
        oldest.value.isDismissed = true
        for sampler in 0..<oldest.value.samplers.count
        where !oldest.value.samplers[sampler].isOutput {
            mixer.fadeOut(oldest.value.samplers[sampler].input)
        }
    }

    @_noLocks
    private func isFaded(_ rack: Loan<Rack>, _ mixer: borrowing Mixer) -> Bool {
        guard rack.value.isDismissed else { return false }
        for sampler in 0..<rack.value.samplers.count
        where !rack.value.samplers[sampler].isOutput
            && mixer.isMoving(rack.value.samplers[sampler].input)
        {
            return false
        }
        return true
    }

    @_noLocks
    private func hasRetired(_ rack: Loan<Rack>, _ mixer: borrowing Mixer) -> Bool {
        if rack.value.quietFrames >= Int64(rate / 10) || isFaded(rack, mixer) { return true }
        let longest = Int64(TailPolicy.longestSeconds) &* Int64(rate)
        return rack.value.hasRetirementLimit && rack.value.retiringFrames >= longest
    }

    // MARK: Sound

    /// Renders the frames `start ..< end` of all racks that do not sleep, and mixes them.
    @_noLocks
    mutating func render(
        from start: Int,
        to end: Int,
        _ pool: Loan<RenderPool>,
        _ mixer: inout Mixer
    ) {
        putCostlyFirst()
        // The list does not change before all its shards are rendered.
        unsafe pool.value.render(shards.lent, from: start, to: end)
        for index in 0..<racks.count where !racks[index].value.isIn(.asleep) {
            let rack = racks[index]
            for sampler in 0..<rack.value.samplers.count {
                mix(sampler, of: rack, from: start, to: end, &mixer)
            }
        }
        mixer.endSpan(from: start, to: end)
    }

    /// Moves the shards with many voices towards the front of the list: the threads take them from
    /// there, and the last ones should be short.
    @_noLocks
    private mutating func putCostlyFirst() {
        guard shards.count > 1 else { return }
        var index = shards.count &- 1
        while index > 0 {
            let shard = shards[index]
            let before = shards[index &- 1]
            if shard.value.voiceCount > before.value.voiceCount {
                shards[index &- 1] = shard
                shards[index] = before
            }
            index &-= 1
        }
    }

    /// Mixes a sampler and the clips that are heard through its strip, which have been played.
    @_noLocks
    private func mix(
        _ number: Int,
        of rack: Loan<Rack>,
        from start: Int,
        to end: Int,
        _ mixer: inout Mixer
    ) {
        var gain: GainRamp?
        let sampler = rack.value.samplers[number]
        for shard in sampler.shards {
            gain = mixer.add(
                rack.value.shards[shard].output,
                rack.value.shards[shard].sends,
                isSilent: !rack.value.shards[shard].hasSound,
                to: sampler.input,
                strip: rack.value.channelStrips[shard],
                from: start,
                to: end
            )
        }
        for clip in 0..<rack.value.clips.count where rack.value.clips[clip].sampler == number {
            gain = mixer.add(
                rack.value.clips[clip].output,
                rack.value.clips[clip].sends,
                isSilent: !rack.value.clips[clip].hasSound,
                to: sampler.input,
                from: start,
                to: end
            )
        }
        if let gain { mixer.endSpan(of: sampler.input, at: gain) }
    }

    /// The voices that sound.
    var voiceCount: Int {
        @_noLocks get {
            var voices = 0
            for index in 0..<shards.count { voices &+= shards[index].value.voiceCount }
            return voices
        }
    }
}
