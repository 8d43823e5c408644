import SamplerHost
import SoundTestSupport
import TestSupport
import Testing

/// Live sources, commands and reports on three threads.
///
/// ThreadSanitizer runs over this suite.
@Suite struct LiveEngineThreadTests {
    @Test(arguments: [1, 2])
    func whatIsGivenComesBackWhateverHappensMeanwhile(threads: Int) throws {
        let studio = try Studio()
        let meddling = try LiveRealtimeMeddling(font: studio.font, threads: threads)
        try meddling.run(rounds: 40)
        #expect(meddling.liveEvents > 100)
        #expect(meddling.voices > 0)
        #expect(meddling.sink.isFinished)
        var back: Set<Int> = []
        var hasFinished = false
        for report in meddling.reports {
            switch report {
            case .ended(let item, _), .halted(let item, _), .replaced(let item),
                .refused(let item):
                #expect(back.insert(item).inserted, "item \(item) came back twice")
            case .finished: hasFinished = true
            case .began, .fading, .rackReplaced, .rackReturned, .returned, .substituted,
                .clipBegan, .clipDropped, .clipEnded, .pluginBypassed:
                break
            }
        }
        #expect(hasFinished)
        #expect(meddling.itemsGiven >= 12)
        #expect(back.count == meddling.itemsGiven)
    }
}
