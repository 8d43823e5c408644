import MIDI
import Sequencer

/// A channel of a track, which has a colour of its own.
struct RollPart: Hashable {
    /// The track, from 0; `nil` for all parts after the last that has a colour of its own.
    var track: Int?
    var channel: TrackInfo.Channel
    var isDrums: Bool
    var noteCount = 0
    /// The index among the parts.
    var index = 0
    var color = RollStyle.otherParts
}

/// The parts of a sequence.
struct RollParts {
    /// The most parts that have an entry of their own in the legend.
    static let limit = 48

    private(set) var all: [RollPart] = []
    private var indices: [UInt32: Int] = [:]

    init(_ sequence: PreparedSequence) {
        var counts: [UInt32: Int] = [:]
        var last: (key: UInt32, count: Int) = (.max, 0)
        for event in sequence.schedule
        where event.kind == .channel && event.message.isNoteOn {
            let key = Self.key(event)
            if key == last.key {
                last.count += 1
            } else {
                if last.count > 0 { counts[last.key, default: 0] += last.count }
                last = (key, 1)
            }
        }
        if last.count > 0 { counts[last.key, default: 0] += last.count }
        var colors = (melodic: 0, drums: 0)
        for key in counts.keys.sorted() {
            let count = counts[key] ?? 0
            let port = UInt8(truncatingIfNeeded: key >> 4 & 15)
            let channel = UInt8(truncatingIfNeeded: key & 15)
            var part = RollPart(
                track: Int(key >> 8),
                channel: TrackInfo.Channel(port: port, channel: channel),
                isDrums: Self.isDrums(port: port, channel: channel, sequence)
            )
            if all.count >= Self.limit {
                // Drums stay in their own lane in any colour.
                part.track = nil
                if let index = all.firstIndex(where: {
                    $0.track == nil && $0.isDrums == part.isDrums
                }) {
                    all[index].noteCount += count
                    indices[key] = index
                    continue
                }
            }
            part.noteCount = count
            part.index = all.count
            if part.track != nil, part.isDrums {
                part.color = RollStyle.color(colors.drums, of: RollStyle.drums)
                colors.drums += 1
            } else if part.track != nil {
                part.color = RollStyle.color(colors.melodic, of: RollStyle.parts)
                colors.melodic += 1
            }
            indices[key] = all.count
            all.append(part)
        }
    }

    /// The index of the part of a note.
    func index(of event: ScheduledEvent) -> Int? { indices[Self.key(event)] }

    private static func key(_ event: ScheduledEvent) -> UInt32 {
        UInt32(event.track) << 8 | UInt32(event.port & 15) << 4 | UInt32(event.message.channel)
    }

    static func isDrums(port: UInt8, channel: UInt8, _ sequence: PreparedSequence) -> Bool {
        let drums = sequence.schedule.drumChannels
        guard drums.indices.contains(Int(port)) else { return false }
        return drums[Int(port)] >> UInt16(channel & 15) & 1 == 1
    }
}
