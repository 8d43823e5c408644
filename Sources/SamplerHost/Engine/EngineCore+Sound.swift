import CFluidSynth
import MIDI
import Realtime
import Sequencer
import Synchronization

/// The sound of a period: shards rendered, mixed, brought to the master's level, measured.
extension EngineCore {
    /// Renders all shards as far as a frame of the period, and mixes them.
    @_noLocks
    mutating func renderSpan(to frame: Int) {
        let end = max(frame, spanStart)
        pool.pointee.render(shards, count: shardCount, from: spanStart, to: end)
        for rack in 0..<rackCount where !racks[rack].pointee.isIn(.asleep) {
            for strip in 0..<racks[rack].pointee.stripCount {
                mix(racks[rack].pointee.strips + strip, from: spanStart, to: end)
            }
        }
        gainEventCount = 0
        spanStart = end
        noteSubstitutions()
        reportPending()
        giveBackSpent()
    }

    /// Reports the live inputs that were told to play presets that are missing.
    @_noLocks
    private mutating func noteSubstitutions() {
        for input in 0..<inputCount {
            guard let rack = inputs[input] else { continue }
            var isNew = false
            for shard in 0..<rack.pointee.shardCount
            where rack.pointee.shards[shard].takesNewSubstitution() {
                isNew = true
            }
            if isNew { _ = addPending(.substituted(input: input)) }
        }
    }

    /// Gives back the System Exclusive messages of the span.
    @_noLocks
    private mutating func giveBackSpent() {
        for index in 0..<spentCount {
            // Never full: it is longer than all that can be under way.
            _ = queues[spent[index].queue].spent.pointee.push(
                LiveQueue.SpentBytes(spent[index].bytes)
            )
        }
        spentCount = 0
    }

    /// Adds a strip's shards to the mix, with its gain changes at their offsets.
    @_noLocks
    private func mix(_ strip: UnsafeMutablePointer<SamplerStrip>, from start: Int, to end: Int) {
        var position = start
        for index in 0..<gainEventCount where gainEvents[index].strip == strip {
            let offset = Int(gainEvents[index].offset)
            add(strip, from: position, to: offset)
            position = max(position, offset)
            strip.pointee.gain.move(to: gainEvents[index].target, frames: Self.gainRampFrames)
        }
        add(strip, from: position, to: end)
    }

    @_noLocks
    private func add(_ strip: UnsafeMutablePointer<SamplerStrip>, from start: Int, to end: Int) {
        guard start < end else { return }
        let shards = strip.pointee.shards
        let count = strip.pointee.shardCount
        var ramp = strip.pointee.gain
        if ramp.isMoving {
            for index in start..<end {
                let gain = ramp.next()
                for shard in 0..<count {
                    left[index] += shards[shard].left[index] * gain
                    right[index] += shards[shard].right[index] * gain
                }
            }
            strip.pointee.gain = ramp
            return
        }
        for shard in 0..<count {
            let shardLeft = shards[shard].left
            let shardRight = shards[shard].right
            let gain = ramp.gain
            for index in start..<end {
                left[index] += shardLeft[index] * gain
                right[index] += shardRight[index] * gain
            }
        }
    }

    /// Applies the master gain and its fades, follows the level, and finds the end.
    ///
    /// - Returns: How many of the frames are valid.
    @_noLocks
    mutating func applyMaster(_ frames: Int) -> Int {
        if isIn(.running) && tailStart == nil && !master.isMoving {
            applySteadyMaster(frames)
            return frames
        }
        var peak: Float = 0
        var count = 0
        while count < frames {
            if let tailStart, hasTailEnded(at: position &+ Int64(count), since: tailStart) {
                finish()
                break
            }
            if !master.isMoving && isIn(.stopping) {
                finish()
                break
            }
            let gain = master.next()
            let leftSample = left[count] * gain
            let rightSample = right[count] * gain
            left[count] = leftSample
            right[count] = rightSample
            let level = max(leftSample.magnitude, rightSample.magnitude)
            peak = max(peak, level)
            // The silence of a fade to a pause is not the music's.
            if isIn(.running) {
                quietFrames = level < TailPolicy.threshold ? quietFrames &+ 1 : 0
            }
            count += 1
        }
        // The shards have rendered the whole period: standing still begins after it.
        if !master.isMoving && isIn(.pausing) { state = .paused }
        if peak > 0 { raise(peak) }
        return count
    }

    /// ``applyMaster(_:)`` for the usual case that the gain stands still and no end is near: loops
    /// that the compiler can vectorise, with the same results.
    @_noLocks
    mutating func applySteadyMaster(_ frames: Int) {
        let gain = master.gain
        // Magnitudes order as their bits do, and integers have a vector maximum.
        var peak: Int32 = 0
        for index in 0..<frames {
            let sample = left[index] * gain
            left[index] = sample
            peak = max(peak, Int32(bitPattern: sample.bitPattern & 0x7FFF_FFFF))
        }
        for index in 0..<frames {
            let sample = right[index] * gain
            right[index] = sample
            peak = max(peak, Int32(bitPattern: sample.bitPattern & 0x7FFF_FFFF))
        }
        let level = Float(bitPattern: UInt32(bitPattern: peak))
        if level < TailPolicy.threshold {
            quietFrames &+= Int64(frames)
        } else {
            var last = frames &- 1
            while last >= 0, max(left[last].magnitude, right[last].magnitude) < TailPolicy.threshold
            {
                last &-= 1
            }
            quietFrames = Int64(frames &- 1 &- last)
        }
        if level > 0 { raise(level) }
    }

    @_noLocks
    func hasTailEnded(at frame: Int64, since start: Int64) -> Bool {
        guard frame >= start else { return false }
        let length = frame &- start
        switch tail {
        case .none: return true
        case .frames(let frames): return length >= frames
        case .auto:
            let longest = Int64(TailPolicy.longestSeconds) &* Int64(rate)
            return quietFrames >= Int64(rate / 10) || length >= longest
        }
    }

    @_noLocks
    mutating func finish() {
        state = .finished
    }

    // MARK: Reports

    @_noLocks
    mutating func raise(_ peak: Float) {
        // What is no number would stay the highest for ever.
        guard peak == peak else { return }
        // Bits of non-negative floats order as the floats do.
        let bits = peak.bitPattern
        if bits > status.pointee.peak.load(ordering: .relaxed) {
            status.pointee.peak.store(bits, ordering: .relaxed)
        }
        figures.highestPeak = max(figures.highestPeak, peak)
    }

    @_noLocks
    private func itemNumber() -> Int {
        guard let item else { return -1 }
        return item.number
    }

    /// Works the period's figures out, and reports the end.
    @_noLocks
    mutating func conclude(_ valid: Int) {
        var voices = 0
        for shard in 0..<shardCount {
            voices &+= Int(fluid_synth_get_active_voice_count(shards[shard].pointee.synth))
        }
        figures.voices = voices
        figures.frame = position
        if isStarted {
            figures.position = player.position(atFrame: position)
            figures.countIn = player.countInBeats(atFrame: position)
            figures.item = itemNumber()
        }
        if isIn(.finished) {
            if let item, let tailStart {
                _ = reports.pointee.push(.ended(item: item.number, frame: tailStart))
            }
            _ = reports.pointee.push(.finished(frame: position))
        }
    }
}
