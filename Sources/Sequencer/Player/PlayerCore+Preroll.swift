import MIDI
import Realtime

/// Puts the channels into the state at a beginning.
///
/// The player knows what it has sent (``ChannelStates``). A sampler about which nothing is known,
/// or to which other System Exclusive messages were sent, is put into its initial state and led from
/// there by all that the piece has sent. A channel with other parameters or resets is treated so on
/// its own. All other channels get the values that differ and nothing else.
extension PlayerCore {
    /// The treatment of a sampler.
    enum Treatment: BitwiseCopyable {
        case whole
        /// The channels that begin with their initial state.
        case channels(UInt16)
    }

    /// The next event of the preroll; `nil` once it is over, and where the phase has changed.
    @_noLocks
    mutating func nextPreroll() -> PlayedEvent? {
        // Of the item only what is needed: all of it would be copied for each event.
        guard !slot.isEmpty else { return nil }
        let target = preroll.beginsPass ? slot.value.loop.preroll : slot.value.preroll
        while preroll.progress.port < slot.value.samplerCount {
            switch preroll.progress.stage {
            case .begin:
                if let event = beginSampler(target) { return event }
            case .reset:
                if let event = nextReset(target) { return event }
            case .writes:
                if let event = nextWrite(target) { return event }
            case .exclusives:
                if let event = nextExclusive(target) { return event }
            case .moved:
                if let event = nextMoved(target) { return event }
            case .channels:
                if let event = nextChange(target) { return event }
            }
        }
        if let event = nextShared(target) { return event }
        index = 0
        // Where playing has begun in the middle of the count-in, its first clicks are over.
        let left = timeline.origin - preroll.frame
        let countIn = slot.value.countIn
        while index < countIn.count, countIn[index].distance > left { index += 1 }
        if preroll.beginsPass || preroll.keepsKeys || countIn.count == 0 {
            index = 0
            phase = .chasedNotes
        } else {
            phase = .countIn
        }
        return nil
    }

    /// The next message to a destination that several channels share; `nil` after the last.
    ///
    /// Each of them has just been put into its own state, one after the other; at the destination the
    /// order of the piece counts. For the sources nothing changes.
    @_noLocks
    private mutating func nextShared(_ target: PrerollView) -> PlayedEvent? {
        guard preroll.progress.step < target.shared.count else { return nil }
        let event = target.shared[preroll.progress.step]
        preroll.progress.step += 1
        return PlayedEvent(frame: preroll.frame, bits: event.bits, port: event.port, kind: .channel)
    }

    @_noLocks
    private mutating func beginSampler(_ target: PrerollView) -> PlayedEvent? {
        if preroll.isUntouched {
            sent.clear(port: preroll.progress.port)
            isCopied[preroll.progress.port] = false
            preroll.progress.enter(.writes)
            return nil
        }
        if moved[preroll.progress.port] != 0, !preroll.progress.hasMoved {
            preroll.progress.enter(.exclusives)
            return PlayedEvent(
                frame: preroll.frame,
                bits: 0,
                port: UInt8(truncatingIfNeeded: preroll.progress.port),
                kind: .restart
            )
        }
        switch treatment(of: preroll.progress.port, target, keepsKeys: preroll.keepsKeys) {
        case .channels(let resets):
            preroll.progress.resets = resets
            preroll.progress.enter(.channels)
            return nil
        case .whole:
            if !sent.isKnown[preroll.progress.port] { sent.clear(port: preroll.progress.port) }
            // Until it is done.
            sent.isKnown[preroll.progress.port] = false
            isCopied[preroll.progress.port] = false
            preroll.progress.enter(.reset)
            return PlayedEvent(
                frame: preroll.frame,
                bits: 0,
                port: UInt8(truncatingIfNeeded: preroll.progress.port),
                kind: .restart
            )
        }
    }

    @_noLocks
    func treatment(of port: Int, _ target: PrerollView, keepsKeys: Bool) -> Treatment {
        let states = target.states
        guard sent.isKnown[port], !isCopied[port] || keepsKeys,
            sent.messageSignatures[port] == states.messageSignatures[port]
        else { return .whole }
        var resets: UInt16 = 0
        for channel in 0..<16 where !canChange(port, channel, to: states) {
            resets |= 1 << UInt16(truncatingIfNeeded: channel)
        }
        // A value that a System Exclusive message changed afterwards has to be sent in that order.
        for channel in 0..<16 where resets >> UInt16(truncatingIfNeeded: channel) & 1 == 1 {
            let reached = states.channel(port, channel)[ChannelStates.reached]
            if reached != ChannelStates.unwritten { return .whole }
        }
        return .channels(resets)
    }

    /// Whether values alone make the one state out of the other.
    @_noLocks
    private func canChange(_ port: Int, _ channel: Int, to target: ChannelStates) -> Bool {
        let number = port << 4 | channel
        guard sent.signatures[number] == target.signatures[number] else { return false }
        let (old, new) = (sent.channel(port, channel), target.channel(port, channel))
        for slot in 0..<ChannelStates.reached where old[slot] != new[slot] {
            // A value written before a reset of the controllers counts as the reset has left it.
            if new[slot] != ChannelStates.unwritten, new[slot] > 0xFF { return false }
            // A System Exclusive message may have written what no message of the channel has.
            if new[slot] == ChannelStates.unwritten,
                new[ChannelStates.reached] != ChannelStates.unwritten
            {
                return false
            }
        }
        return true
    }

    @_noLocks
    private mutating func nextReset(
        _ target: PrerollView
    ) -> PlayedEvent? {
        guard preroll.progress.step < target.resetCount * 16 else {
            preroll.progress.enter(.writes)
            return nil
        }
        preroll.progress.step += 1
        return send(MIDIMessage(bits: target.reset[preroll.progress.step - 1]))
    }

    @_noLocks
    private mutating func nextWrite(
        _ target: PrerollView
    ) -> PlayedEvent? {
        let write = target.offsets[preroll.progress.port] + preroll.progress.step
        guard write < target.offsets[preroll.progress.port + 1] else {
            if preroll.isUntouched {
                sent.copy(port: preroll.progress.port, from: target.states)
                preroll.progress.nextPort()
            } else {
                // Values that no reset puts back.
                preroll.progress.resets = 0
                preroll.progress.enter(.channels)
            }
            return nil
        }
        preroll.progress.step += 1
        return send(target.writes[write])
    }

    /// The next System Exclusive message for destinations that are new; `nil` after the last.
    ///
    /// The states and the ledger are about the source, for which nothing changes.
    @_noLocks
    private mutating func nextExclusive(_ target: PrerollView) -> PlayedEvent? {
        while let event = nextTargetWrite(target, from: 0) {
            if case .systemExclusive = event.kind { return handedOut(event.bits, .systemExclusive) }
        }
        preroll.progress.enter(.moved)
        return nil
    }

    /// The next message that leads a channel of new destinations from the initial state to the target;
    /// `nil` after the last.
    @_noLocks
    private mutating func nextMoved(_ target: PrerollView) -> PlayedEvent? {
        let port = preroll.progress.port
        while preroll.progress.channel < 16 {
            let channel = preroll.progress.channel
            if moved[port] >> UInt16(truncatingIfNeeded: channel) & 1 == 1 {
                if preroll.progress.step < target.resetCount {
                    preroll.progress.step += 1
                    let index = channel * target.resetCount + preroll.progress.step - 1
                    return nextOfMoved(target.reset[index])
                }
                while let event = nextTargetWrite(target, from: target.resetCount) {
                    if case .channel = event.kind, Int(event.bits & 15) == channel {
                        return nextOfMoved(event.bits)
                    }
                }
            }
            preroll.progress.nextChannel()
        }
        guard isNew[port] else {
            preroll.progress.hasMoved = true
            preroll.progress.enter(.begin)
            return nil
        }
        // A source that led nowhere before is in its state with that.
        sent.copy(port: port, from: target.states)
        preroll.progress.nextPort()
        return nil
    }

    /// A message that leads a channel of new destinations to the target; of a source that led nowhere
    /// before it is noted, as of any other it has been.
    @_noLocks
    private mutating func nextOfMoved(_ bits: UInt32) -> PlayedEvent? {
        isNew[preroll.progress.port]
            ? send(MIDIMessage(bits: bits)) : handedOut(bits, .channel)
    }

    /// The next of the messages that lead a sampler to the target, where its first has a step.
    @_noLocks
    private mutating func nextTargetWrite(_ target: PrerollView, from first: Int) -> ChaseEvent? {
        let index = target.offsets[preroll.progress.port] + preroll.progress.step - first
        guard index < target.offsets[preroll.progress.port + 1] else { return nil }
        preroll.progress.step += 1
        return target.writes[index]
    }

    @_noLocks
    private func handedOut(_ bits: UInt32, _ kind: PlayedEvent.Kind) -> PlayedEvent {
        PlayedEvent(
            frame: preroll.frame,
            bits: bits,
            port: UInt8(truncatingIfNeeded: preroll.progress.port),
            kind: kind
        )
    }

    @_noLocks
    private mutating func send(_ event: ChaseEvent) -> PlayedEvent? {
        forward(
            ScheduledEvent(tick: 0, bits: event.bits, track: 0, port: event.port, kind: event.kind),
            frame: preroll.frame
        )
    }

    @_noLocks
    private mutating func send(_ message: MIDIMessage) -> PlayedEvent? {
        let port = UInt8(truncatingIfNeeded: preroll.progress.port)
        return forward(
            ScheduledEvent(tick: 0, bits: message.bits, track: 0, port: port, kind: .channel),
            frame: preroll.frame
        )
    }

    @_noLocks
    private mutating func nextChange(
        _ target: PrerollView
    ) -> PlayedEvent? {
        let channel = preroll.progress.channel
        guard channel < 16 else {
            sent.copy(port: preroll.progress.port, from: target.states)
            preroll.progress.nextPort()
            return nil
        }
        let bit = UInt16(1) << UInt16(truncatingIfNeeded: channel)
        if preroll.progress.resets & bit != 0 {
            if let event = nextOfChannel(channel, target) { return event }
            // Then the values that no reset puts back.
            preroll.progress.resets &= ~bit
            preroll.progress.step = 0
        }
        if let event = nextValue(of: channel, target) { return event }
        sent.copy(preroll.progress.port, channel: channel, from: target.states)
        preroll.progress.nextChannel()
        return nil
    }

    /// The next event of a channel that begins with its initial state; `nil` after the last.
    @_noLocks
    private mutating func nextOfChannel(
        _ channel: Int,
        _ target: PrerollView
    ) -> PlayedEvent? {
        if preroll.progress.step < target.resetCount {
            preroll.progress.step += 1
            let bits = target.reset[channel * target.resetCount + preroll.progress.step - 1]
            return send(MIDIMessage(bits: bits))
        }
        let first = target.offsets[preroll.progress.port] - target.resetCount
        while first + preroll.progress.step < target.offsets[preroll.progress.port + 1] {
            let event = target.writes[first + preroll.progress.step]
            preroll.progress.step += 1
            guard case .channel = event.kind, Int(event.bits & 15) == channel else { continue }
            return send(event)
        }
        return nil
    }

    /// The next value of a channel that differs; `nil` after the last.
    @_noLocks
    private mutating func nextValue(
        of channel: Int,
        _ target: PrerollView
    ) -> PlayedEvent? {
        let old = sent.channel(preroll.progress.port, channel)
        let new = target.states.channel(preroll.progress.port, channel)
        if preroll.progress.step == 0 {
            preroll.progress.needsProgram = ChannelChange.needsProgram(old: old, new: new)
        }
        let change = ChannelChange(
            old: old,
            new: new,
            status: UInt8(truncatingIfNeeded: channel),
            needsProgram: preroll.progress.needsProgram
        )
        while preroll.progress.step < ChannelChange.stepCount {
            let step = preroll.progress.step
            preroll.progress.step += 1
            if let message = change.message(step) { return send(message) }
        }
        return nil
    }

    // MARK: Count-in and notes

    /// The next click of the count-in, or its end; `nil` where none is due, and once it is over.
    @_noLocks
    mutating func nextCountIn(before limit: Int64) -> PlayedEvent? {
        guard let item else { return nil }
        while index < item.countIn.count {
            let click = item.countIn[index]
            let frame = max(timeline.origin - click.distance, timeline.earliest)
            guard frame < limit else { return nil }
            index += 1
            let message = MIDIMessage(bits: click.bits)
            if message.isNoteOn {
                clicks.hold(message.data1)
            } else if clicks.key == message.data1 {
                clicks.release()
            } else {
                continue
            }
            return PlayedEvent(frame: frame, bits: click.bits, port: 0, kind: .click)
        }
        guard timeline.origin < limit else { return nil }
        index = 0
        phase = .chasedNotes
        return nil
    }

    /// The next note that sounds at the beginning.
    @_noLocks
    mutating func nextChasedNote() -> PlayedEvent? {
        guard let item else { return nil }
        let target = preroll.beginsPass ? item.loop.preroll : item.preroll
        while index < target.notes.count {
            let note = target.notes[index]
            index += 1
            // A destination that is new gets its state, not what began before.
            let channel = UInt16(note.event.message.channel)
            if preroll.keepsKeys, moved[Int(note.event.port)] >> channel & 1 == 1 { continue }
            // Where keys continue, so do the notes that the pedals hold.
            if preroll.keepsKeys, !note.isKeyDown || isKept(note.event, of: item) { continue }
            if let event = forward(note.event, frame: max(timeline.origin, timeline.earliest)) {
                return event
            }
        }
        if preroll.keepsKeys { ledger.forgetKept() }
        forgetMoved()
        preroll.keepsKeys = false
        index = preroll.beginsPass ? preroll.passEvent : item.firstEvent
        ticks.locate(segment: preroll.beginsPass ? preroll.passSegment : 0)
        phase = .events
        locateClicks()
        return nil
    }
}
