import CFluidSynth
import MIDI
import Sequencer

/// Racks that come and go.
extension EngineCore {
    /// Makes a rack heard, from a frame of the grid within this period on.
    @_noLocks
    mutating func add(_ rack: UnsafeMutablePointer<RackView>, offset: Int) {
        for index in 0..<rackCount where racks[index] == rack {
            if rack.pointee.isIn(.retiring) { rack.pointee.phase = .active }
            return
        }
        // The controlling thread counts what it has lent and never lends more.
        precondition(rackCount < Self.rackCapacity, "too many racks")
        racks[rackCount] = rack
        rackCount &+= 1
        rack.pointee.hasJoined = true
        rack.pointee.phase = .active
        addShards(of: rack, offset: offset)
    }

    @_noLocks
    private mutating func addShards(of rack: UnsafeMutablePointer<RackView>, offset: Int) {
        precondition(shardCount &+ rack.pointee.shardCount <= Self.shardCapacity, "too many shards")
        for index in 0..<rack.pointee.shardCount {
            rack.pointee.shards[index].beginsAt = offset
            shards[shardCount] = rack.pointee.shards + index
            shardCount &+= 1
        }
    }

    /// Lets a rack sound on until it is silent.
    @_noLocks
    func retire(_ rack: UnsafeMutablePointer<RackView>) {
        guard !rack.pointee.isIn(.retiring) else { return }
        rack.pointee.phase = .retiring
        rack.pointee.quietFrames = 0
        rack.pointee.retiringFrames = 0
    }

    /// Plays a live input with a rack; one that it had hands over to it.
    @_noLocks
    mutating func install(_ rack: UnsafeMutablePointer<RackView>, input: Int) {
        guard input < inputCount else { return }
        if let old = inputs[input] {
            takeOver(from: old, by: rack)
        } else {
            add(rack, offset: Int(firstGridOffset))
        }
        inputs[input] = rack
    }

    /// Puts a rack in the place of another one that plays music.
    ///
    /// Where that one has gone, nothing needs the new one: it leaves at once.
    @_noLocks
    mutating func exchange(_ number: Int, for rack: UnsafeMutablePointer<RackView>) {
        guard let old = stage, old.pointee.number == number else {
            rack.pointee.hasLeft = true
            _ = addPending(.retired(rack: rack.pointee.number))
            return
        }
        takeOver(from: old, by: rack)
        stage = rack
        // Not all of a channel's state can be copied: what is begun next is sent all of it.
        player.forgetChannels()
        if let item {
            self.item = QueuedItem(
                view: item.view,
                rack: rack,
                number: item.number,
                isLast: item.isLast
            )
        }
    }

    @_noLocks
    private mutating func takeOver(
        from old: UnsafeMutablePointer<RackView>,
        by rack: UnsafeMutablePointer<RackView>
    ) {
        wake(old)
        add(rack, offset: Int(firstGridOffset))
        for strip in 0..<min(old.pointee.stripCount, rack.pointee.stripCount) {
            copyState(from: old.pointee.strips + strip, to: rack.pointee.strips + strip)
        }
        rack.pointee.predecessor = old
        // Keys that are down end when they are let go.
        old.pointee.hasRetirementLimit = false
        retire(old)
    }

    /// Brings the channels of fresh instances into the state of those of others.
    ///
    /// Some 0.1 ms: it reads and compares, and writes only what differs.
    @_noLocks
    private func copyState(
        from old: UnsafeMutablePointer<SamplerStrip>,
        to new: UnsafeMutablePointer<SamplerStrip>
    ) {
        new.pointee.gain = old.pointee.gain
        new.pointee.lastReset = old.pointee.lastReset
        replayReset(new)
        for channel in 0..<16 {
            let rhythm = old.pointee.shard(of: channel).pointee.rhythm
            new.pointee.shard(of: channel).pointee.rhythm.copy(channel, from: rhythm)
            // The keys that are down stay with the old ones.
            new.pointee.shard(of: channel).pointee.keys[channel].isMono =
                old.pointee.shard(of: channel).pointee.keys[channel].isMono
            copyChannel(
                channel,
                from: old.pointee.shard(of: channel),
                to: new.pointee.shard(of: channel)
            )
        }
    }

    /// Resets choose the bank mode, which nothing else can.
    @_noLocks
    private func replayReset(_ strip: UnsafeMutablePointer<SamplerStrip>) {
        let count = strip.pointee.lastReset.count
        guard count > 0 else { return }
        withUnsafePointer(to: &strip.pointee.lastReset.bytes) { bytes in
            UnsafeRawPointer(bytes).withMemoryRebound(to: CChar.self, capacity: count) { bytes in
                for shard in 0..<strip.pointee.shardCount {
                    _ = fluid_synth_sysex(
                        strip.pointee.shards[shard].synth,
                        bytes,
                        Int32(truncatingIfNeeded: count),
                        nil,
                        nil,
                        nil,
                        0
                    )
                }
            }
        }
    }

    @_noLocks
    private func copyChannel(
        _ number: Int,
        from oldShard: UnsafeMutablePointer<Shard>,
        to newShard: UnsafeMutablePointer<Shard>
    ) {
        let channel = Int32(truncatingIfNeeded: number)
        let old = oldShard.pointee.synth
        let new = newShard.pointee.synth
        let isDrums = oldShard.pointee.rhythm.contains(number)
        let type = isDrums ? CHANNEL_TYPE_DRUM : CHANNEL_TYPE_MELODIC
        _ = fluid_synth_set_channel_type(new, channel, Int32(type.rawValue))
        newShard.pointee.copyPreset(number, from: oldShard)
        for number: Int32 in 0..<120 where !Self.actsWhenSent(number) {
            var value: Int32 = 0
            var current: Int32 = 0
            _ = fluid_synth_get_cc(old, channel, number, &value)
            _ = fluid_synth_get_cc(new, channel, number, &current)
            if value != current { _ = fluid_synth_cc(new, channel, number, value) }
        }
        var bend: Int32 = 0
        var range: Int32 = 0
        _ = fluid_synth_get_pitch_bend(old, channel, &bend)
        _ = fluid_synth_get_pitch_wheel_sens(old, channel, &range)
        _ = fluid_synth_pitch_wheel_sens(new, channel, range)
        _ = fluid_synth_pitch_bend(new, channel, bend)
        for generator in 0..<Int32(GEN_LAST.rawValue) {
            let value = fluid_synth_get_gen(old, channel, generator)
            if value != fluid_synth_get_gen(new, channel, generator) {
                _ = fluid_synth_set_gen(new, channel, generator, value)
            }
        }
    }

    /// Controllers that do something when they come, instead of standing for a value: bank select
    /// and data entry.
    @_noLocks
    private static func actsWhenSent(_ number: Int32) -> Bool {
        switch number {
        case 0, 32, 6, 38, 96...101: true
        default: false
        }
    }

    // MARK: Silence

    /// Removes racks that have retired into silence, and lets those of idle inputs sleep.
    @_noLocks
    mutating func watchRacks(_ frames: Int) {
        dismissOldest()
        var index = 0
        while index < rackCount {
            let rack = racks[index]
            index &+= 1
            guard
                rack.pointee.isIn(.retiring)
                    || (rack.pointee.maySleep && rack.pointee.isIn(.active))
            else { continue }
            if isSilent(rack, frames) {
                rack.pointee.quietFrames &+= Int64(frames)
            } else {
                rack.pointee.quietFrames = 0
            }
            if rack.pointee.isIn(.retiring) {
                rack.pointee.retiringFrames &+= Int64(frames)
                if hasRetired(rack), remove(rack) { index &-= 1 }
            } else if rack.pointee.quietFrames >= Int64(rate / 2),
                (position &+ Int64(frames)) & (Shard.grid &- 1) == 0
            {
                rack.pointee.phase = .asleep
                removeShards(of: rack)
            }
        }
    }

    /// Fades out the rack that has been retiring for longest, where too many are: someone who skips
    /// through a list of songs does not want them all to ring, nor the memory that they take.
    @_noLocks
    private func dismissOldest() {
        var retiring = 0
        var oldest: UnsafeMutablePointer<RackView>?
        for index in 0..<rackCount
        where racks[index].pointee.isIn(.retiring) && !racks[index].pointee.isDismissed {
            retiring &+= 1
            let frames = racks[index].pointee.retiringFrames
            if frames > (oldest?.pointee.retiringFrames ?? -1) { oldest = racks[index] }
        }
        guard retiring > Self.retiringCapacity, let oldest else { return }
        oldest.pointee.isDismissed = true
        for strip in 0..<oldest.pointee.stripCount {
            oldest.pointee.strips[strip].gain.move(to: 0, frames: fadeFrames)
        }
    }

    @_noLocks
    private func isFaded(_ rack: UnsafeMutablePointer<RackView>) -> Bool {
        for strip in 0..<rack.pointee.stripCount where rack.pointee.strips[strip].gain.isMoving {
            return false
        }
        return rack.pointee.isDismissed
    }

    @_noLocks
    private func hasRetired(_ rack: UnsafeMutablePointer<RackView>) -> Bool {
        if rack.pointee.quietFrames >= Int64(rate / 10) || isFaded(rack) { return true }
        let longest = Int64(TailPolicy.longestSeconds) &* Int64(rate)
        return rack.pointee.hasRetirementLimit && rack.pointee.retiringFrames >= longest
    }

    /// Whether a rack has no voice, and gave nothing in this period that could be heard.
    @_noLocks
    private func isSilent(_ rack: UnsafeMutablePointer<RackView>, _ frames: Int) -> Bool {
        // −100 dBFS, where a tail counts as ended only after a while of it.
        let threshold: Float = 0.00001
        for index in 0..<rack.pointee.shardCount {
            let shard = rack.pointee.shards + index
            if fluid_synth_get_active_voice_count(shard.pointee.synth) > 0 { return false }
            let left = shard.pointee.left
            let right = shard.pointee.right
            for frame in 0..<frames
            where left[frame].magnitude > threshold || right[frame].magnitude > threshold {
                return false
            }
        }
        return true
    }

    /// Wakes a rack that sleeps; its instances go on from the next frame of the grid, on which they
    /// fell asleep.
    @_noLocks
    mutating func wake(_ rack: UnsafeMutablePointer<RackView>) {
        rack.pointee.quietFrames = 0
        guard rack.pointee.isIn(.asleep) else { return }
        rack.pointee.phase = .active
        addShards(of: rack, offset: Int(firstGridOffset))
    }

    @_noLocks
    private mutating func remove(_ rack: UnsafeMutablePointer<RackView>) -> Bool {
        guard addPending(.retired(rack: rack.pointee.number)) else { return false }
        rack.pointee.hasLeft = true
        removeShards(of: rack)
        var kept = 0
        for index in 0..<rackCount where racks[index] != rack {
            racks[kept] = racks[index]
            if racks[kept].pointee.predecessor == rack { racks[kept].pointee.predecessor = nil }
            kept &+= 1
        }
        rackCount = kept
        return true
    }

    @_noLocks
    private mutating func removeShards(of rack: UnsafeMutablePointer<RackView>) {
        let first = rack.pointee.shards
        let last = first + rack.pointee.shardCount
        var kept = 0
        for index in 0..<shardCount where shards[index] < first || shards[index] >= last {
            shards[kept] = shards[index]
            kept &+= 1
        }
        shardCount = kept
    }
}
