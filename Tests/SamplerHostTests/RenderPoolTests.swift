import Realtime
import Testing

@testable import SamplerHost

/// The tasks that the audio thread shares with its workers.
@Suite struct RenderPoolTests {
    @Test func aWorkerThatWakesForMinutesOfSpansAtOnceTakesNothing() throws {
        let pool = RenderPool(workerCount: 1)
        let instance = try FluidSynthInstance(
            SamplerSettings(fonts: []),
            rate: 48_000,
            polyphony: 1
        )
        var shards = FixedArray(count: 2) { _ in
            Shard(instance.makeSynthesizer(), maximumFrames: 64, bankMode: .gs)
        }
        var loans = FixedList<Loan<Shard>>(capacity: 2)
        for index in 0..<2 { loans.append(shards.loan(of: index)) }
        pool.render(loans.lent, from: 0, to: 0)
        // No channel message: nothing is done with it, but it is taken by whoever renders.
        let isPushed = shards[0].push(ShardEvent(offset: 0, kind: .channel, bits: 0))
        #expect(isPushed)
        for _ in 0..<70_000 { pool.takeTasks() }
        #expect(shards[0].queue.count == 1)
        pool.render(loans.lent, from: 0, to: 0)
        #expect(shards[0].queue.count == 0)
        withExtendedLifetime(instance) {}
    }
}
