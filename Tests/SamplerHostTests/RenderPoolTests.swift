import Testing

@testable import SamplerHost

/// The tasks that the audio thread shares with its workers.
@Suite struct RenderPoolTests {
    @Test func aWorkerThatWakesForMinutesOfSpansAtOnceTakesNothing() throws {
        let pool = UnsafeMutablePointer<RenderPool>.allocate(capacity: 1)
        pool.initialize(to: RenderPool(workerCount: 1))
        let synth = try #require(OpaquePointer(bitPattern: 1))
        let shards = UnsafeMutablePointer<Shard>.allocate(capacity: 2)
        let pointers = UnsafeMutablePointer<UnsafeMutablePointer<Shard>>.allocate(capacity: 2)
        for index in 0..<2 {
            (shards + index).initialize(
                to: Shard(synth: synth, substitutes: synth, maximumFrames: 64, bankMode: .gs)
            )
            (pointers + index).initialize(to: shards + index)
        }
        defer {
            for index in 0..<2 { shards[index].deallocate() }
            shards.deallocate()
            pointers.deallocate()
            pool.deinitialize(count: 1)
            pool.deallocate()
        }
        // No frame is rendered, so nothing is asked of the instances.
        pool.pointee.render(pointers, count: 2, from: 0, to: 0)
        // No channel message: nothing is done with it, but it is taken by whoever renders.
        let isPushed = shards[0].push(ShardEvent(offset: 0, kind: .channel, bits: 0))
        #expect(isPushed)
        for _ in 0..<70_000 { pool.pointee.takeTasks() }
        #expect(shards[0].queued == 1)
        pool.pointee.render(pointers, count: 2, from: 0, to: 0)
        #expect(shards[0].queued == 0)
    }
}
