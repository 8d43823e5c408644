import MIDI
import SMF

/// The events of a take by the tracks that they go to.
struct TakeLayers {
    /// The track of an event: its pass, its input, and its channel if channels have tracks of
    /// their own; System Exclusive messages then have none.
    struct Key: Hashable, Comparable {
        var input: Int
        var channel: Int
        var pass: Int

        static func < (first: Key, second: Key) -> Bool {
            (first.input, first.channel, first.pass)
                < (second.input, second.channel, second.pass)
        }
    }

    private(set) var layers: [Key: [(tick: Int64, event: Event)]] = [:]
    private let split: TakePlan.Split

    init(_ split: TakePlan.Split) { self.split = split }

    /// The track of a message.
    func key(_ event: RecordedEvent, pass: Int) -> Key {
        var channel = -1
        if split == .channel, case .message(let message) = event.content {
            channel = Int(message.channel)
        }
        return Key(input: event.input, channel: channel, pass: pass)
    }

    /// Adds an event to a track.
    mutating func append(_ event: Event, at tick: Int64, to key: Key) {
        layers[key, default: []].append((tick, event))
    }

    /// The tracks, each with its name, and with its port if there are several inputs.
    func tracks() throws(SequenceError) -> [Track] {
        let inputs = Set(layers.keys.map(\.input))
        let hasPorts = inputs.count > 1 || inputs.contains { $0 > 0 }
        var tracks: [Track] = []
        for (number, key) in layers.keys.sorted().enumerated() {
            var output = FileTrack(number: number, with: [])
            try output.appendAtStart(.text(.trackName, Array(name(key).utf8)))
            if hasPorts {
                let port = UInt8(clamping: key.input)
                try output.appendAtStart(MetaEvent(type: 0x21, bytes: [port]))
            }
            // `sorted` keeps the order of equal ticks.
            let events = (layers[key] ?? []).sorted { $0.tick < $1.tick }
            for item in events { try output.append(item.event, at: item.tick) }
            try output.end(at: events.last?.tick ?? 0)
            tracks.append(output.track)
        }
        return tracks
    }

    private func name(_ key: Key) -> String {
        var parts = ["in \(key.input + 1)"]
        if key.channel >= 0 { parts.append("channel \(key.channel + 1)") }
        if key.pass > 0 { parts.append("pass \(key.pass + 1)") }
        return parts.joined(separator: ", ")
    }
}
