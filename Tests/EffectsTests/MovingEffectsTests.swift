import Testing

@testable import Effects

/// The settings of an effects bus on their way to other ones.
@Suite struct MovingEffectsTests {
    @Test func numbersMoveEvenly() {
        var start = EffectsSettings()
        start.reverb?.level = 0.2
        start.chorus?.voices = 2
        var end = start
        end.reverb?.level = 0.6
        end.reverb?.damping = 1
        end.chorus?.voices = 4
        let middle = start.moving(to: end, part: 0.5)
        #expect(abs((middle.reverb?.level ?? 0) - 0.4) < 1e-12)
        let damping = start.reverb?.damping ?? 0
        #expect(abs((middle.reverb?.damping ?? 0) - (damping + 1) / 2) < 1e-12)
        #expect(middle.chorus?.voices == 3)
        #expect(start.moving(to: end, part: 1) == end)
    }

    @Test func whatIsSwitchedOnOrOffFades() {
        let on = EffectsSettings()
        var off = on
        off.reverb = nil
        let level = on.reverb?.level ?? 0
        #expect(abs((on.moving(to: off, part: 0.25).reverb?.level ?? 0) - level * 0.75) < 1e-12)
        #expect(abs((off.moving(to: on, part: 0.25).reverb?.level ?? 0) - level * 0.25) < 1e-12)
        #expect(off.moving(to: on, part: 0.5).reverb?.damping == on.reverb?.damping)
        #expect(on.moving(to: off, part: 1).reverb == nil)
        #expect(EffectsSettings.none.moving(to: .none, part: 0.5) == .none)
    }

    @Test func anotherTypeIsThereAtOnce() throws {
        let start = EffectsSettings()
        var end = start
        end.reverb = try ReverbParameters.parsing("delay,level=0.5,delay=300")
        #expect(start.moving(to: end, part: 0.1).reverb == end.reverb)
    }
}
