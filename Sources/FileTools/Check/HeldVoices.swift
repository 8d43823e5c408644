import MIDI
package import Sequencer

/// Counts the notes and voices that are held at once, by keys and by pedals.
///
/// Voices in their release phase are not counted: its length depends on the sound's envelopes.
/// Notes that are repeated under the pedal add up, as in FluidSynth.
package struct HeldVoices {
    /// A number of notes and their voices.
    private struct Load {
        var notes = 0
        var voices = 0

        static func + (left: Load, right: Load) -> Load {
            Load(notes: left.notes + right.notes, voices: left.voices + right.voices)
        }

        static func - (left: Load, right: Load) -> Load {
            Load(notes: left.notes - right.notes, voices: left.voices - right.voices)
        }
    }

    /// The largest number at once, and its tick.
    package struct Peak: Sendable {
        package var count = 0
        package var tick: Int64 = 0
    }

    private struct Channel {
        var isSustained = false
        var isSostenuto = false
        /// The load that the sustain pedal holds.
        var sustained = Load()
        /// The load that the sostenuto pedal holds.
        var caught = Load()
    }

    private struct Key {
        var down = Load()
        /// Whether the sostenuto pedal went down while the key was down.
        var isCaught = false
    }

    /// The peaks over all samplers.
    package private(set) var notes = Peak()
    package private(set) var voices = Peak()
    /// The peaks by sampler and shard.
    package private(set) var shardVoices: [[Peak]]

    private let shards: [[Int]]
    private var channels: [Channel]
    private var keys: [Key]
    private var total = Load()
    private var shardTotals: [[Int]]

    /// Makes a counter.
    ///
    /// - Parameter shards: For each sampler the channels of its shards, bit n for channel n.
    package init(shards: [[UInt16]]) {
        self.shards = shards.map { shards in
            (0..<16).map { channel in
                shards.firstIndex { $0 >> UInt16(channel) & 1 == 1 } ?? 0
            }
        }
        channels = Array(repeating: Channel(), count: shards.count * 16)
        keys = Array(repeating: Key(), count: shards.count * 2_048)
        shardTotals = shards.map { Array(repeating: 0, count: max(1, $0.count)) }
        shardVoices = shardTotals.map { $0.map { _ in Peak() } }
    }

    package mutating func noteOn(_ event: ScheduledEvent, voices: Int) {
        let channel = event.channelIndex
        let key = channel << 7 | Int(event.message.data1)
        release(key, channel)
        let load = Load(notes: 1, voices: voices)
        keys[key] = Key(down: load)
        add(load, channel, event.tick)
    }

    package mutating func noteOff(_ event: ScheduledEvent) {
        let channel = event.channelIndex
        release(channel << 7 | Int(event.message.data1), channel)
    }

    /// Releases a key, which goes up or is played again.
    private mutating func release(_ key: Int, _ channel: Int) {
        let load = keys[key].down
        guard load.notes > 0 else { return }
        if keys[key].isCaught {
            channels[channel].caught = channels[channel].caught + load
        } else if channels[channel].isSustained {
            channels[channel].sustained = channels[channel].sustained + load
        } else {
            remove(load, channel)
        }
        keys[key] = Key()
    }

    package mutating func control(_ event: ScheduledEvent) {
        let channel = event.channelIndex
        let isDown = event.message.data2 >= 64
        switch event.message.data1 {
        case 64: sustain(channel, isDown)
        case 66: sostenuto(channel, isDown)
        case 120: silence(channel)
        case 121:
            sustain(channel, false)
            sostenuto(channel, false)
        case 123...127:
            for key in channel << 7..<(channel + 1) << 7 { release(key, channel) }
        default: break
        }
    }

    package mutating func reset(port: UInt8) {
        for channel in Int(port) << 4..<(Int(port) + 1) << 4 {
            silence(channel)
            channels[channel] = Channel()
        }
    }

    private mutating func sustain(_ channel: Int, _ isDown: Bool) {
        channels[channel].isSustained = isDown
        guard !isDown else { return }
        remove(channels[channel].sustained, channel)
        channels[channel].sustained = Load()
    }

    private mutating func sostenuto(_ channel: Int, _ isDown: Bool) {
        guard isDown != channels[channel].isSostenuto else { return }
        channels[channel].isSostenuto = isDown
        for key in channel << 7..<(channel + 1) << 7 {
            keys[key].isCaught = isDown && keys[key].down.notes > 0
        }
        guard !isDown else { return }
        remove(channels[channel].caught, channel)
        channels[channel].caught = Load()
    }

    private mutating func silence(_ channel: Int) {
        remove(channels[channel].sustained + channels[channel].caught, channel)
        channels[channel].sustained = Load()
        channels[channel].caught = Load()
        for key in channel << 7..<(channel + 1) << 7 {
            remove(keys[key].down, channel)
            keys[key] = Key()
        }
    }

    private mutating func add(_ load: Load, _ channel: Int, _ tick: Int64) {
        let (port, shard) = (channel >> 4, shards[channel >> 4][channel & 15])
        total = total + load
        shardTotals[port][shard] += load.voices
        if total.notes > notes.count { notes = Peak(count: total.notes, tick: tick) }
        if total.voices > voices.count { voices = Peak(count: total.voices, tick: tick) }
        if shardTotals[port][shard] > shardVoices[port][shard].count {
            shardVoices[port][shard] = Peak(count: shardTotals[port][shard], tick: tick)
        }
    }

    private mutating func remove(_ load: Load, _ channel: Int) {
        total = total - load
        shardTotals[channel >> 4][shards[channel >> 4][channel & 15]] -= load.voices
    }
}
