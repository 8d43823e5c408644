import MIDI
import Sequencer

/// Counts the notes and voices that are held at once, by keys and by pedals.
///
/// Voices that die away or ring on after the note-off are not known here: the sound's envelopes
/// say how long that takes. Sounds that are struck again under the pedal add up, as FluidSynth's
/// do.
struct HeldVoices {
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

    /// The most at once, and when.
    struct Peak: Sendable {
        var count = 0
        var tick: Int64 = 0
    }

    private struct Channel {
        var isSustained = false
        var isSostenuto = false
        /// Held by the sustain pedal.
        var sustained = Load()
        /// Held by the sostenuto pedal.
        var caught = Load()
    }

    private struct Key {
        var down = Load()
        /// Whether the sostenuto pedal went down while it was.
        var isCaught = false
    }

    /// Over all samplers.
    private(set) var notes = Peak()
    private(set) var voices = Peak()
    /// By sampler and shard.
    private(set) var shardVoices: [[Peak]]

    private let shards: [[Int]]
    private var channels: [Channel]
    private var keys: [Key]
    private var total = Load()
    private var shardTotals: [[Int]]

    /// Begins to count.
    ///
    /// - Parameter shards: For each sampler the shard of each channel.
    init(shards: [[Int]]) {
        self.shards = shards
        channels = Array(repeating: Channel(), count: shards.count * 16)
        keys = Array(repeating: Key(), count: shards.count * 2_048)
        shardTotals = shards.map { Array(repeating: 0, count: ($0.max() ?? 0) + 1) }
        shardVoices = shardTotals.map { $0.map { _ in Peak() } }
    }

    mutating func noteOn(_ event: ScheduledEvent, voices: Int) {
        let place = Int(event.port) << 4 | Int(event.message.channel)
        let key = place << 7 | Int(event.message.data1)
        lift(key, place)
        let load = Load(notes: 1, voices: voices)
        keys[key] = Key(down: load)
        add(load, place, event.tick)
    }

    mutating func noteOff(_ event: ScheduledEvent) {
        let place = Int(event.port) << 4 | Int(event.message.channel)
        lift(place << 7 | Int(event.message.data1), place)
    }

    /// A key goes up, or is struck again.
    private mutating func lift(_ key: Int, _ place: Int) {
        let load = keys[key].down
        guard load.notes > 0 else { return }
        if keys[key].isCaught {
            channels[place].caught = channels[place].caught + load
        } else if channels[place].isSustained {
            channels[place].sustained = channels[place].sustained + load
        } else {
            remove(load, place)
        }
        keys[key] = Key()
    }

    mutating func control(_ event: ScheduledEvent) {
        let place = Int(event.port) << 4 | Int(event.message.channel)
        let isDown = event.message.data2 >= 64
        switch event.message.data1 {
        case 64: sustain(place, isDown)
        case 66: sostenuto(place, isDown)
        case 120: silence(place)
        case 121:
            sustain(place, false)
            sostenuto(place, false)
        case 123...127:
            for key in place << 7..<(place + 1) << 7 { lift(key, place) }
        default: break
        }
    }

    mutating func reset(port: UInt8) {
        for place in Int(port) << 4..<(Int(port) + 1) << 4 {
            silence(place)
            channels[place] = Channel()
        }
    }

    private mutating func sustain(_ place: Int, _ isDown: Bool) {
        channels[place].isSustained = isDown
        guard !isDown else { return }
        remove(channels[place].sustained, place)
        channels[place].sustained = Load()
    }

    private mutating func sostenuto(_ place: Int, _ isDown: Bool) {
        guard isDown != channels[place].isSostenuto else { return }
        channels[place].isSostenuto = isDown
        for key in place << 7..<(place + 1) << 7 {
            keys[key].isCaught = isDown && keys[key].down.notes > 0
        }
        guard !isDown else { return }
        remove(channels[place].caught, place)
        channels[place].caught = Load()
    }

    private mutating func silence(_ place: Int) {
        remove(channels[place].sustained + channels[place].caught, place)
        channels[place].sustained = Load()
        channels[place].caught = Load()
        for key in place << 7..<(place + 1) << 7 {
            remove(keys[key].down, place)
            keys[key] = Key()
        }
    }

    private mutating func add(_ load: Load, _ place: Int, _ tick: Int64) {
        let (port, shard) = (place >> 4, shards[place >> 4][place & 15])
        total = total + load
        shardTotals[port][shard] += load.voices
        if total.notes > notes.count { notes = Peak(count: total.notes, tick: tick) }
        if total.voices > voices.count { voices = Peak(count: total.voices, tick: tick) }
        if shardTotals[port][shard] > shardVoices[port][shard].count {
            shardVoices[port][shard] = Peak(count: shardTotals[port][shard], tick: tick)
        }
    }

    private mutating func remove(_ load: Load, _ place: Int) {
        total = total - load
        shardTotals[place >> 4][shards[place >> 4][place & 15]] -= load.voices
    }
}
