import MIDI

/// Counts what sounds while the events of a schedule go by.
struct SoundingNotes {
    /// A key of a channel.
    private struct Key {
        /// Note-ons that wait for their note-off.
        var down: UInt16 = 0
        /// Whether CC64 or CC66 holds it.
        var isSustained = false
        /// Whether it was down when the sostenuto pedal went down.
        var isMarked = false

        var sounds: Bool { down > 0 || isSustained }
    }

    private struct Channel {
        var hasSustain = false
        var hasSostenuto = false
        /// The number of its sounding keys, so that most pedals need not examine all keys.
        var sounding = 0
    }

    private let samplers: Int
    private var keys: [Key]
    private var channels: [Channel]
    private var count = 0
    private var stretches: [Polyphony.Stretch]
    private var stretchIndex = 0
    private var lastTick: Int64 = 0
    private var peak = 0
    private var peakTick: Int64 = 0

    init(samplers: Int, stretches: [Polyphony.Stretch]) {
        self.samplers = samplers
        self.stretches = stretches
        keys = Array(repeating: Key(), count: samplers * 2048)
        channels = Array(repeating: Channel(), count: samplers * 16)
    }

    /// The result of counting.
    var polyphony: Polyphony {
        var finished = self
        finished.advance(to: .max)
        return Polyphony(peak: peak, peakTick: peakTick, stretches: finished.stretches)
    }

    mutating func take(_ event: ScheduledEvent) {
        guard Int(event.port) < samplers else { return }
        advance(to: event.tick)
        let message = event.message
        let channel = event.channelIndex
        if message.isNoteOn {
            noteOn(channel, Int(message.data1 & 127), at: event.tick)
        } else if message.isNoteOff {
            noteOff(channel, Int(message.data1 & 127))
        } else if message.kind == .controlChange {
            control(channel, message.data1, message.data2)
        }
    }

    /// A reset ends all notes of a sampler.
    mutating func clear(port: UInt8, at tick: Int64) {
        guard Int(port) < samplers else { return }
        advance(to: tick)
        for channel in Int(port) << 4..<(Int(port) + 1) << 4 {
            silence(channel)
            channels[channel].hasSustain = false
            channels[channel].hasSostenuto = false
        }
    }

    /// Advances to the stretch of a tick; notes that are not released sound in all stretches until
    /// there.
    ///
    /// Not in one that begins just there: a note may end with the bar before.
    private mutating func advance(to tick: Int64) {
        guard tick > lastTick else { return }
        lastTick = tick
        while stretchIndex < stretches.count {
            stretches[stretchIndex].peak = max(stretches[stretchIndex].peak, count)
            guard stretchIndex + 1 < stretches.count, stretches[stretchIndex + 1].tick <= tick
            else { return }
            stretchIndex += 1
            if stretches[stretchIndex].tick == tick { return }
        }
    }

    private mutating func noteOn(_ channel: Int, _ key: Int, at tick: Int64) {
        let index = channel << 7 | key
        if !keys[index].sounds { change(channel, by: 1) }
        // Struck again, it is a key that is down; the pedal takes it again when it goes up.
        keys[index].isSustained = false
        keys[index].isMarked = false
        if keys[index].down < .max { keys[index].down += 1 }
        if stretchIndex < stretches.count, stretches[stretchIndex].peak < count {
            stretches[stretchIndex].peak = count
        }
        guard count > peak else { return }
        peak = count
        peakTick = tick
    }

    private mutating func noteOff(_ channel: Int, _ key: Int) {
        let index = channel << 7 | key
        guard keys[index].down > 0 else { return }
        keys[index].down -= 1
        if keys[index].down == 0 { release(channel, index) }
    }

    /// Releases a key, which still sounds if a pedal holds it.
    private mutating func release(_ channel: Int, _ index: Int) {
        let isHeld =
            channels[channel].hasSustain
            || channels[channel].hasSostenuto && keys[index].isMarked
        keys[index].isSustained = isHeld
        if !isHeld { change(channel, by: -1) }
    }

    private mutating func control(_ channel: Int, _ number: UInt8, _ value: UInt8) {
        switch number {
        case 64: setPedals(channel, sustain: value >= 64)
        case 66: setPedals(channel, sostenuto: value >= 64)
        case 120: silence(channel)
        case 121: setPedals(channel, sustain: false, sostenuto: false)
        case 123...127:
            forEachSounding(of: channel) { notes, index in
                guard notes.keys[index].down > 0 else { return }
                notes.keys[index].down = 0
                notes.release(channel, index)
            }
        default: break
        }
    }

    private mutating func setPedals(
        _ channel: Int,
        sustain: Bool? = nil,
        sostenuto: Bool? = nil
    ) {
        if sostenuto == true, !channels[channel].hasSostenuto {
            forEachSounding(of: channel) { notes, index in
                notes.keys[index].isMarked = notes.keys[index].down > 0
            }
        }
        channels[channel].hasSustain = sustain ?? channels[channel].hasSustain
        channels[channel].hasSostenuto = sostenuto ?? channels[channel].hasSostenuto
        guard !channels[channel].hasSustain else { return }
        let holdsMarked = channels[channel].hasSostenuto
        forEachSounding(of: channel) { notes, index in
            guard notes.keys[index].isSustained,
                !(holdsMarked && notes.keys[index].isMarked)
            else { return }
            notes.keys[index].isSustained = false
            if notes.keys[index].down == 0 { notes.change(channel, by: -1) }
        }
    }

    private mutating func silence(_ channel: Int) {
        forEachSounding(of: channel) { notes, index in
            notes.keys[index] = Key()
            notes.change(channel, by: -1)
        }
    }

    private mutating func forEachSounding(
        of channel: Int,
        _ body: (inout SoundingNotes, Int) -> Void
    ) {
        guard channels[channel].sounding > 0 else { return }
        for index in channel << 7..<(channel + 1) << 7 where keys[index].sounds {
            body(&self, index)
        }
    }

    private mutating func change(_ channel: Int, by difference: Int) {
        count += difference
        channels[channel].sounding += difference
    }
}
