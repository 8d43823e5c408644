import Testing

@testable import Voices

/// Values that follow a controller evenly.
@Suite struct ControlRampTests {
    @Test func goesInALineAndStays() {
        var ramp = ControlRamp()
        #expect(ramp.next(to: 0, in: 0) == 0)
        #expect((0..<6).map { _ in ramp.next(to: 1, in: 4) } == [0.25, 0.5, 0.75, 1, 1, 1])
        #expect((0..<3).map { _ in ramp.next(to: 0, in: 2) } == [0.5, 0, 0])
    }

    @Test func aNewTargetBeginsANewLine() {
        var ramp = ControlRamp()
        _ = (0..<2).map { _ in ramp.next(to: 1, in: 4) }
        #expect(
            (0..<5).map { _ in ramp.next(to: 0.75, in: 4) } == [0.5625, 0.625, 0.6875, 0.75, 0.75]
        )
        #expect(ramp.next(to: 3, in: 0.5) == 3)
    }
}
