/// A track of a file with its notes, as the views show it.
struct ListedTrack: Sendable {
    /// A note of a track.
    struct Note: Hashable, Sendable {
        var start: Int64
        /// The first tick after it.
        var end: Int64
        var key: UInt8
        var velocity: UInt8
    }

    /// A channel of the track.
    struct Channel: Hashable, Sendable {
        /// The sampler and the channel, from 0.
        var port: Int
        var channel: Int
        /// The number of the port, its FF 21 value and 1.
        var portNumber: Int
        /// The selector: `ch:1`, or `ch:2/10` in a file of several ports.
        var selector: String
    }

    /// The number from 1 in file order, as selectors have it.
    var number: Int
    /// The name, or the name of its first preset.
    var name: String
    var channels: [Channel]
    /// The name of the first preset; `nil` if it has none.
    var preset: String?
    /// The devices that it names.
    var devices: [String]
    /// The notes by their start.
    private(set) var notes: [Note] = []
    /// The greatest end of each note and those before it.
    private var ends: [Int64] = []

    /// Makes a track with notes in any order.
    init(
        number: Int,
        name: String,
        channels: [Channel],
        preset: String?,
        devices: [String],
        notes: [Note]
    ) {
        self.number = number
        self.name = name
        self.channels = channels
        self.preset = preset
        self.devices = devices
        self.notes = notes.sorted { ($0.start, $0.key) < ($1.start, $1.key) }
        var latest = Int64.min
        ends = self.notes.map { note in
            latest = max(latest, note.end)
            return latest
        }
    }

    /// The notes that are held at a tick, from the lowest key; pedals are not counted.
    func notes(at tick: Int64) -> [Note] {
        var (low, high) = (0, notes.count)
        while low < high {
            let middle = (low + high) / 2
            if notes[middle].start <= tick { low = middle + 1 } else { high = middle }
        }
        var found: [Note] = []
        var index = low - 1
        while index >= 0, ends[index] > tick {
            if notes[index].end > tick { found.append(notes[index]) }
            index -= 1
        }
        return found.sorted { $0.key < $1.key }
    }
}
