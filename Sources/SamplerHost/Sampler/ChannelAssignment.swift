import MIDI
import Sequencer

/// Which shard of a sampler plays which of its channels.
///
/// The assignment is part of the sound (a voice's first 64 frames depend on which voices its
/// instance played before), so it follows from the music and the number of shards alone.
struct ChannelAssignment {
    var shardOfChannel = InlineArray<16, UInt8>(repeating: 0)

    /// Spreads a sampler's channels evenly: the busiest first, each to the shard that has least.
    ///
    /// - Parameters:
    ///   - work: How much each channel has to do, in any unit.
    ///   - shards: How many shards there are.
    init(work: [UInt64], shards: Int) {
        var load = [UInt64](repeating: 0, count: shards)
        let order = work.indices.sorted { (work[$1], $0) < (work[$0], $1) }
        for channel in order {
            var least = 0
            for shard in load.indices where load[shard] < load[least] { least = shard }
            // Unused channels count a little, so that they too are spread.
            load[least] += work[channel] + 1
            shardOfChannel[channel] = UInt8(least)
        }
    }

    /// Estimates each channel's work: the time its notes sound, in ticks scaled by the division.
    ///
    /// - Returns: For each sampler of the schedule sixteen numbers.
    static func work(of sequence: PreparedSequence) -> [[UInt64]] {
        let count = sequence.ports.count * 16
        // Plain memory: the largest files have tens of millions of events.
        let sums = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
        let began = UnsafeMutablePointer<Int64>.allocate(capacity: count * 128)
        sums.initialize(repeating: 0, count: count)
        began.initialize(repeating: -1, count: count * 128)
        defer {
            sums.deallocate()
            began.deallocate()
        }
        // A struck sound takes its time however short the note is.
        let least = max(1, sequence.tempoMap.tick(atFrame: 24_000, rate: 48_000))
        let schedule = sequence.schedule
        withExtendedLifetime(schedule) {
            for event in schedule.events where event.kind == .channel {
                let message = event.message
                let place = Int(event.port) << 4 | Int(message.channel)
                let key = place << 7 | Int(message.data1 & 127)
                if message.isNoteOn {
                    began[key] = event.tick
                    sums[place] &+= UInt64(least)
                } else if message.isNoteOff, began[key] >= 0 {
                    let length = event.tick - began[key]
                    began[key] = -1
                    if length > least { sums[place] &+= UInt64(length - least) }
                }
            }
        }
        return stride(from: 0, to: count, by: 16).map { first in
            Array(UnsafeBufferPointer(start: sums + first, count: 16))
        }
    }
}
