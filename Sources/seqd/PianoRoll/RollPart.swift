import MIDI
import Sequencer

/// What has a colour of its own: a channel of a track.
struct RollPart: Hashable {
    /// The track, from 0; `nil` stands for all for which no colour is left.
    var track: Int?
    var channel: TrackInfo.Channel
    var isDrums: Bool
    var noteCount = 0
    /// Its place among the parts.
    var index = 0
    var color = RollStyle.otherParts
}

/// The parts of a sequence.
struct RollParts {
    /// At most so many have a place of their own in the legend.
    static let most = 48

    private(set) var all: [RollPart] = []
    private var places: [UInt32: Int] = [:]

    init(_ sequence: PreparedSequence) {
        var counts: [UInt32: Int] = [:]
        var last: (key: UInt32, count: Int) = (.max, 0)
        for event in sequence.schedule.events
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
            if all.count >= Self.most {
                // Drums keep to their own lane whatever their colour.
                part.track = nil
                if let place = all.firstIndex(where: {
                    $0.track == nil && $0.isDrums == part.isDrums
                }) {
                    all[place].noteCount += count
                    places[key] = place
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
            places[key] = all.count
            all.append(part)
        }
    }

    /// The part of a note.
    func place(of event: ScheduledEvent) -> Int? { places[Self.key(event)] }

    private static func key(_ event: ScheduledEvent) -> UInt32 {
        UInt32(event.track) << 8 | UInt32(event.port & 15) << 4 | UInt32(event.message.channel)
    }

    static func isDrums(port: UInt8, channel: UInt8, _ sequence: PreparedSequence) -> Bool {
        let drums = sequence.schedule.drumChannels
        guard drums.indices.contains(Int(port)) else { return false }
        return drums[Int(port)] >> UInt16(channel & 15) & 1 == 1
    }
}
