import Realtime

/// Notes.
extension VoiceEngine {
    /// Begins a note: a voice for each region of the channel's preset that plays it.
    ///
    /// Beyond the polyphony other voices end: released ones first, then those that a pedal holds; drums
    /// last; of equal ones the softest.
    ///
    /// - Parameters:
    ///   - channel: The channel, 0 … 15.
    ///   - key: The key, 0 … 127.
    ///   - velocity: The velocity, 1 … 127; 0 is a note-off.
    ///   - note: The settings that are no controllers.
    /// - Returns: The number of voices that have begun.
    @_noLocks
    @discardableResult
    public mutating func noteOn(
        channel: Int,
        key: UInt8,
        velocity: UInt8,
        note: NoteSettings = NoteSettings()
    ) -> Int {
        guard velocity > 0 else {
            noteOff(channel: channel, key: key)
            return 0
        }
        guard key < 128, let reference = channels[channel].preset else { return 0 }
        noteCount &+= 1
        if reference.record[0].controls != nil {
            return strike(channel, key, velocity, note, reference.record[0])
        }
        releaseKey(channel, key, cuts: note.cutsKey)
        let preset = reference.record[0]
        guard share.includes(key: key, channel: channel, isLinked: preset.linksKeys) else {
            return 0
        }
        var begun = 0
        let (first, end) = (preset.starts[Int(key)], preset.starts[Int(key) &+ 1])
        for index in Int(first)..<Int(end) {
            let region = preset.regions[Int(preset.order[index])]
            guard velocity >= region.lowVelocity, velocity <= region.highVelocity else { continue }
            guard region.sample.count > 1, let slot = freeSlot() else { continue }
            voices[slot] = Voice(region)
            voices[slot].note = noteCount
            voices[slot].channel = channel
            voices[slot].offset = settings.isReference ? 0 : position
            takeSlotGains(slot)
            voices[slot].begin(
                key: key,
                velocity: velocity,
                ownParameters: region.ownParameters,
                note: note,
                self.channel(channel),
                conversions,
                settings
            )
            cutClass(voices[slot].exclusiveClass, channel)
            list.add(slot, voices)
            begun &+= 1
        }
        return begun
    }

    /// Ends a note: its voices are released, or held by pedals.
    @_noLocks
    public mutating func noteOff(channel: Int, key: UInt8) {
        if channels[channel].preset?.record[0].controls != nil, key < 128 {
            lift(channel, key)
        }
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: channel, key: key, slot) else { continue }
            releaseKey(slot)
        }
    }

    /// Ends the voices of a key that sounds when the key goes down again.
    @_noLocks
    mutating func releaseKey(_ channel: Int, _ key: UInt8, cuts: Bool) {
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: channel, key: key, slot) else { continue }
            if cuts {
                cut(slot)
            } else {
                releaseKey(slot)
            }
        }
    }

    /// Releases a voice from its key.
    @_noLocks
    private mutating func releaseKey(_ slot: Int) {
        guard voices[slot].holds.includes(.key) else { return }
        voices[slot].holds.drop(.key)
        if isSustained(slot) { voices[slot].holds.add(.sustain) }
        if voices[slot].holds.rawValue == 0 { release(slot) }
    }

    @_noLocks
    private mutating func release(_ slot: Int) {
        if voices[slot].isArticulated {
            if articulated[slot].isOneShot { return }
            articulated[slot].release(&voices[slot], conversions)
        } else {
            voices[slot].release(conversions, settings)
        }
        if settings.hasHalfPedal { followPedal(slot) }
    }

    /// The controller of a voice's sustain pedal.
    @_noLocks
    func pedal(of slot: Int) -> UInt8 {
        guard voices[slot].isArticulated else { return 64 }
        return (articulated[slot].conditions?.sustainController ?? 64) & 127
    }

    /// Releases a voice that its sustain pedal has held and holds no more.
    @_noLocks
    mutating func endSustain(_ slot: Int) {
        guard voices[slot].holds.includes(.sustain), !isSustained(slot) else { return }
        voices[slot].holds.drop(.sustain)
        if voices[slot].holds.rawValue == 0 { release(slot) }
    }

    /// Has a released voice fall as fast as the sustain pedal's position says.
    @_noLocks
    mutating func followPedal(_ slot: Int) {
        guard voices[slot].isReleased else { return }
        let channel = channel(voices[slot].channel)
        if voices[slot].isArticulated {
            guard !voices[slot].isOff else { return }
            let value = channel.value.controllers[Int(pedal(of: slot))]
            articulated[slot].followPedal(at: Double(value) / 127, conversions)
            return
        }
        voices[slot].update(.volumeRelease, channel, conversions, settings)
    }

    /// Takes a cause from all voices of a channel that have it.
    @_noLocks
    mutating func remove(_ cause: Holds, channel: Int) {
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: channel, slot), voices[slot].holds.includes(cause) else {
                continue
            }
            voices[slot].holds.drop(cause)
            if voices[slot].holds.rawValue == 0 { release(slot) }
        }
    }

    /// Has the sostenuto pedal hold the keys that are down.
    @_noLocks
    mutating func holdKeys(channel: Int) {
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: channel, slot), voices[slot].holds.includes(.key) else {
                continue
            }
            if voices[slot].isArticulated, !articulated[slot].record[0].conditions.followsSostenuto
            {
                continue
            }
            voices[slot].holds.add(.sostenuto)
        }
    }

    /// Releases all keys of a channel; pedals hold what they hold.
    @_noLocks
    public mutating func allNotesOff(channel: Int) {
        for index in 0..<list.count {
            let slot = list.slot(index)
            if list.isOf(channel: channel, slot) { releaseKey(slot) }
        }
    }

    /// Silences a channel within 3 ms; in reference mode at once.
    @_noLocks
    public mutating func allSoundOff(channel: Int) {
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: channel, slot) else { continue }
            if settings.isReference {
                list.finish(slot)
            } else {
                fadeOut(slot)
            }
        }
    }

    @_noLocks
    private mutating func cutClass(_ exclusiveClass: Int, _ channel: Int) {
        guard exclusiveClass != 0 else { return }
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: channel, slot), !list.hasFinished(slot),
                voices[slot].isExclusive(to: exclusiveClass, note: noteCount)
            else { continue }
            cut(slot)
        }
    }

    /// A slot for a voice; if none is free, that of the voice with the lowest priority.
    ///
    /// At the polyphony one of the voices fades out within 3 ms, in a slot beyond it. With those used
    /// up too the note is left out.
    @_noLocks
    mutating func freeSlot() -> Int? {
        if list.count &- list.fadingCount >= polyphony {
            guard let victim = victim() else { return nil }
            fadeOut(victim)
        }
        return list.take()
    }

    /// Fades a voice out within 3 ms; one that has not sounded ends at once.
    @_noLocks
    mutating func fadeOut(_ slot: Int) {
        if !voices[slot].hasSounded { list.finish(slot) }
        voices[slot].fadeOut(conversions)
        list.fade(slot)
    }

    /// Ends a voice as another one of its exclusive class does.
    @_noLocks
    mutating func cut(_ slot: Int) {
        if voices[slot].isArticulated {
            articulated[slot].cut(&voices[slot], conversions)
        } else if settings.isReference {
            voices[slot].cut(conversions, settings)
        } else {
            fadeOut(slot)
        }
    }

    /// The voice that ends when there are too many.
    ///
    /// A released one before one that a pedal holds, and that before one whose key is down; drums last;
    /// of equal ones the softest. None of the note that is beginning.
    @_noLocks
    private func victim() -> Int? {
        var best: Int?
        var bestScore = Double.infinity
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard voices[slot].fade == nil, voices[slot].note != noteCount,
                !list.hasFinished(slot)
            else { continue }
            var score = voices[slot].amplitude * 0.5
            if !voices[slot].isReleased { score += voices[slot].holds.includes(.key) ? 2 : 1 }
            if voices[slot].channel == 9 { score += 4 }
            if score < bestScore { (best, bestScore) = (slot, score) }
        }
        return best
    }
}
