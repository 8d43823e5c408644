import MIDI

/// How the channels get into the state at a beginning.
///
/// The player knows what it has sent (``ChannelStates``). A sampler about which nothing is known,
/// or to which other System Exclusive messages were sent, is put into its initial state and led from
/// there by all that the piece has sent. A channel with other parameters or resets is treated so on
/// its own. All other channels get the values that differ and nothing else.
extension MusicPlayer {
    /// What is to be done about a sampler.
    enum Treatment: BitwiseCopyable {
        case whole
        /// The channels that begin with their initial state.
        case channels(UInt16)
    }

    /// The next event of the opening; `nil` once it is over, and where the phase has changed.
    @_noLocks
    mutating func nextOpening() -> PlayedEvent? {
        guard let item else { return nil }
        let opening = opensPass ? item.loop.opening : item.opening
        while progress.port < item.samplerCount {
            switch progress.stage {
            case .begin:
                if let event = beginSampler(opening) { return event }
            case .reset:
                if let event = nextReset(opening) { return event }
            case .writes:
                if let event = nextWrite(opening) { return event }
            case .channels:
                if let event = nextChange(opening) { return event }
            }
        }
        index = 0
        // Where playing has begun in the middle of the count-in, its first clicks are over.
        let left = originFrame - openingFrame
        while index < item.leadCount, item.lead[index].distance > left { index += 1 }
        if opensPass || keepsKeys || item.leadCount == 0 {
            index = 0
            phase = .striking
        } else {
            phase = .leading
        }
        return nil
    }

    @_noLocks
    private mutating func beginSampler(_ opening: OpeningView) -> PlayedEvent? {
        if opensFresh {
            sent.clear(port: progress.port)
            progress.enter(.writes)
            return nil
        }
        switch treatment(of: progress.port, opening) {
        case .channels(let resets):
            progress.resets = resets
            progress.enter(.channels)
            return nil
        case .whole:
            if !sent.isKnown[progress.port] { sent.clear(port: progress.port) }
            // Until it is done.
            sent.isKnown[progress.port] = false
            progress.enter(.reset)
            return PlayedEvent(
                frame: openingFrame,
                bits: 0,
                port: UInt8(truncatingIfNeeded: progress.port),
                kind: .restart
            )
        }
    }

    @_noLocks
    func treatment(of port: Int, _ opening: OpeningView) -> Treatment {
        let target = opening.states
        guard sent.isKnown[port],
            sent.messageSignatures[port] == target.messageSignatures[port]
        else { return .whole }
        var resets: UInt16 = 0
        for channel in 0..<16 where !canChange(port, channel, to: target) {
            resets |= 1 << UInt16(truncatingIfNeeded: channel)
        }
        // What a System Exclusive message changed after a value has to come in that order.
        for channel in 0..<16 where resets >> UInt16(truncatingIfNeeded: channel) & 1 == 1 {
            let reached = target.channel(port, channel)[ChannelStates.reached]
            if reached != ChannelStates.unwritten { return .whole }
        }
        return .channels(resets)
    }

    /// Whether values alone make the one state out of the other.
    @_noLocks
    private func canChange(_ port: Int, _ channel: Int, to target: ChannelStates) -> Bool {
        let place = port << 4 | channel
        guard sent.signatures[place] == target.signatures[place] else { return false }
        let (old, new) = (sent.channel(port, channel), target.channel(port, channel))
        for slot in 0..<ChannelStates.reached where old[slot] != new[slot] {
            // What was written before a reset of the controllers counts as that has left it.
            if new[slot] != ChannelStates.unwritten, new[slot] > 0xFF { return false }
        }
        return true
    }

    @_noLocks
    private mutating func nextReset(
        _ opening: OpeningView
    ) -> PlayedEvent? {
        guard progress.step < opening.resetCount * 16 else {
            progress.enter(.writes)
            return nil
        }
        progress.step += 1
        return send(MIDIMessage(bits: opening.reset[progress.step - 1]))
    }

    @_noLocks
    private mutating func nextWrite(
        _ opening: OpeningView
    ) -> PlayedEvent? {
        let place = opening.offsets[progress.port] + progress.step
        guard place < opening.offsets[progress.port + 1] else {
            if opensFresh {
                sent.copy(port: progress.port, from: opening.states)
                progress.nextPort()
            } else {
                // Values that no reset puts back.
                progress.resets = 0
                progress.enter(.channels)
            }
            return nil
        }
        progress.step += 1
        return send(opening.writes[place])
    }

    @_noLocks
    private mutating func send(_ event: ChaseEvent) -> PlayedEvent? {
        forward(
            ScheduledEvent(tick: 0, bits: event.bits, track: 0, port: event.port, kind: event.kind),
            frame: openingFrame
        )
    }

    @_noLocks
    private mutating func send(_ message: MIDIMessage) -> PlayedEvent? {
        let port = UInt8(truncatingIfNeeded: progress.port)
        return forward(
            ScheduledEvent(tick: 0, bits: message.bits, track: 0, port: port, kind: .channel),
            frame: openingFrame
        )
    }

    @_noLocks
    private mutating func nextChange(
        _ opening: OpeningView
    ) -> PlayedEvent? {
        let channel = progress.channel
        guard channel < 16 else {
            sent.copy(port: progress.port, from: opening.states)
            progress.nextPort()
            return nil
        }
        let bit = UInt16(1) << UInt16(truncatingIfNeeded: channel)
        if progress.resets & bit != 0 {
            if let event = nextOfChannel(channel, opening) { return event }
            // Then the values that no reset puts back.
            progress.resets &= ~bit
            progress.step = 0
        }
        if let event = nextValue(of: channel, opening) { return event }
        sent.copy(progress.port, channel: channel, from: opening.states)
        progress.nextChannel()
        return nil
    }

    /// The next event of a channel that begins with its initial state; `nil` after the last.
    @_noLocks
    private mutating func nextOfChannel(
        _ channel: Int,
        _ opening: OpeningView
    ) -> PlayedEvent? {
        if progress.step < opening.resetCount {
            progress.step += 1
            let bits = opening.reset[channel * opening.resetCount + progress.step - 1]
            return send(MIDIMessage(bits: bits))
        }
        let first = opening.offsets[progress.port] - opening.resetCount
        while first + progress.step < opening.offsets[progress.port + 1] {
            let event = opening.writes[first + progress.step]
            progress.step += 1
            guard case .channel = event.kind, Int(event.bits & 15) == channel else { continue }
            return send(event)
        }
        return nil
    }

    /// The next value of a channel that differs; `nil` after the last.
    @_noLocks
    private mutating func nextValue(
        of channel: Int,
        _ opening: OpeningView
    ) -> PlayedEvent? {
        let old = sent.channel(progress.port, channel)
        let new = opening.states.channel(progress.port, channel)
        if progress.step == 0 {
            progress.needsProgram = ChannelChange.needsProgram(old: old, new: new)
        }
        let change = ChannelChange(
            old: old,
            new: new,
            status: UInt8(truncatingIfNeeded: channel),
            needsProgram: progress.needsProgram
        )
        while progress.step < ChannelChange.stepCount {
            let step = progress.step
            progress.step += 1
            if let message = change.message(step) { return send(message) }
        }
        return nil
    }

    // MARK: Count-in and notes

    /// The next click of the count-in, or its end; `nil` where none is due, and once it is over.
    @_noLocks
    mutating func nextLead(before limit: Int64) -> PlayedEvent? {
        guard let item else { return nil }
        while index < item.leadCount {
            let click = item.lead[index]
            let frame = max(originFrame - click.distance, earliestFrame)
            guard frame < limit else { return nil }
            index += 1
            // Without a metronome the beats are counted in silence.
            guard Int(item.leadPort) < item.samplerCount else { continue }
            let message = MIDIMessage(bits: click.bits)
            let (channel, key) = (message.channel, message.data1)
            if message.isNoteOn {
                ledger.noteOn(port: item.leadPort, channel: channel, key: key)
            } else if ledger.noteOff(port: item.leadPort, channel: channel, key: key) == 0 {
                continue
            }
            return PlayedEvent(frame: frame, bits: click.bits, port: item.leadPort, kind: .channel)
        }
        guard originFrame < limit else { return nil }
        index = 0
        phase = .striking
        return nil
    }

    /// The next note that sounds at the beginning.
    @_noLocks
    mutating func nextStrike() -> PlayedEvent? {
        guard let item else { return nil }
        let opening = opensPass ? item.loop.opening : item.opening
        while index < opening.noteCount {
            let note = opening.notes[index]
            index += 1
            // Where keys go on, so does what the pedals hold.
            if keepsKeys, !note.isKeyDown || isKept(note.event, of: item) { continue }
            if let event = forward(note.event, frame: max(originFrame, earliestFrame)) {
                return event
            }
        }
        if keepsKeys { ledger.forgetKept() }
        keepsKeys = false
        index = opensPass ? passEvent : item.firstEvent
        segment = opensPass ? passSegment : 0
        stretchEnd = .min
        phase = .events
        return nil
    }
}
