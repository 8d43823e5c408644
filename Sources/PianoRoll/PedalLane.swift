import MIDI
import Sequencer

/// The sustain pedal (CC64) of one channel over time.
struct PedalLane {
    /// The largest number of lanes that are drawn: the busiest.
    static let limit = 12
    static let height = 18.0

    var channel: TrackInfo.Channel
    /// The values, 0 … 127, with the ticks from which they hold.
    var values: [(tick: Int64, value: UInt8)] = []

    /// The lanes of a sequence, by channel.
    static func lanes(of sequence: PreparedSequence) -> [PedalLane] {
        var lanes: [Int: PedalLane] = [:]
        for event in sequence.schedule where event.kind == .channel {
            let message = event.message
            guard message.kind == .controlChange else { continue }
            let index = event.channelIndex
            // Reset All Controllers releases a pedal too.
            guard message.data1 == 64 || message.data1 == 121 && lanes[index] != nil else {
                continue
            }
            let channel = TrackInfo.Channel(port: event.port, channel: message.channel)
            let value = message.data1 == 64 ? message.data2 & 127 : 0
            lanes[index, default: PedalLane(channel: channel)].values.append((event.tick, value))
        }
        let pressed = lanes.filter { $0.value.values.contains { $0.value > 0 } }
        let busiest = pressed.sorted {
            ($1.value.values.count, $0.key) < ($0.value.values.count, $1.key)
        }.prefix(limit)
        return busiest.sorted { $0.key < $1.key }.map(\.value)
    }
}
