import MIDI
import Realtime
import TestSupport
import Testing

@testable import SamplerHost

/// The spans that a period is rendered in.
@Suite struct SpanTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let song = SMFBuilder.milliseconds { $0.key(0...100) }

    @Test func eventsOfALaterSpanWaitForIt() throws {
        func output(_ ends: [Int]) throws -> [Float] {
            let stage = try RoutedStage(Self.song, RoutedStage.settings(font: studio.font))
            let shard = stage.rack.rack.value.samplers[0].shard(of: 0)
            let note = MIDIMessage(status: 0x90, data1: 69, data2: 100)
            let event = unsafe ShardEvent(offset: 192, kind: .channel, bits: note.bits)
            stage.rack.rack.value.push(event, toShard: shard)
            var start = 0
            for end in ends {
                stage.rack.rack.value.shards[shard].render(from: start, to: end)
                start = end
            }
            return (0..<256).map { stage.rack.rack.value.shards[shard].output.left[$0] }
        }
        let whole = try output([256])
        #expect(whole[0..<192].allSatisfy { $0 == 0 } && whole[192...].contains { $0 != 0 })
        #expect(try output([64, 128, 256]) == whole)
    }
}
