import Testing

@testable import SamplerHost

/// How busy rendering is, whatever the clock says.
@Suite struct RenderLoadTests {
    private func load(_ count: Int, of nanoseconds: Int64, after load: RenderLoad) -> RenderLoad {
        var load = load
        for _ in 0..<count { load.note(nanoseconds, frames: 256, rate: 48_000) }
        return load
    }

    @Test func itFollowsTheTimeThatRenderingTakes() {
        // A period is 5.33 ms.
        let half = load(200, of: 2_666_667, after: RenderLoad())
        #expect(abs(half.millionths - 500_000) < 20)
        let over = load(200, of: 8_000_000, after: half)
        #expect(abs(over.millionths - 1_500_000) < 20)
        #expect(abs(load(200, of: 0, after: over).millionths) < 20)
    }

    @Test(arguments: [
        // Above 2 h 33 min the product with a million is beyond 64 bits.
        9_300_000_000_000, 3 * 86_400_000_000_000, .max, -1, .min,
    ])
    func aPeriodMayLastAsLongAsItLikes(nanoseconds: Int64) {
        let busy = load(200, of: 2_666_667, after: RenderLoad())
        let stopped = load(1, of: nanoseconds, after: busy)
        #expect((0...20_000_000).contains(stopped.millionths))
        // Within two seconds of playing it is forgotten.
        let after = load(400, of: 2_666_667, after: stopped)
        #expect(abs(after.millionths - 500_000) < 20)
    }

    @Test(arguments: [(1, 96_000), (4_096, 8_000), (1, 1_000_000_000), (1, .max)])
    func noPeriodIsTooShort(frames: Int, rate: Int) {
        var load = RenderLoad()
        load.note(.max, frames: frames, rate: rate)
        #expect(load.millionths >= 0)
    }
}
