import Testing

@testable import Playback

@Suite("Whose turn it is of the actions that wait")
struct ActionSpanTests {
    private typealias Action = ActionScheduler<Void>.Action

    /// An action that waits for a frame, at which playing was or was not when it was accepted.
    private func action(
        _ frame: Int64,
        acceptedAt acceptedFrame: Int64? = nil,
        _ timing: ActionTiming = .exact,
        changesLoop: Bool = false
    ) -> Action {
        Action(
            number: 1,
            payload: (),
            timing: timing,
            changesLoop: changesLoop,
            frame: frame,
            acceptedFrame: acceptedFrame
        )
    }

    /// What is played between two looks.
    private func span(
        _ start: Int64,
        _ end: Int64,
        loop: Range<Int64>? = nil
    ) -> ActionSpan {
        ActionSpan(
            from: start,
            to: PlayPosition(end, loop: loop, lookahead: 2_400, renderAhead: 512)
        )
    }

    @Test("has come for the position at which playing was when it was accepted")
    func acceptedPosition() {
        // Looked at before for another one, and playing has not gone on since.
        #expect(span(0, 0).reason(for: action(0, acceptedAt: 0)) == .reached)
        #expect(span(256, 512).reason(for: action(256, acceptedAt: 256)) == .reached)
        #expect(span(256, 512).reason(for: action(300, acceptedAt: 256)) == .reached)
        // One that has waited since before the last look has had its turn.
        #expect(span(256, 512).reason(for: action(256)) == nil)
    }

    @Test("counts nothing that was played before it was accepted")
    func earlierPosition() {
        // A loop has come round since the last look, and it was accepted then.
        let loop: Range<Int64> = 0..<96_000
        let wrapped = span(95_900, 200, loop: loop)
        #expect(wrapped.reason(for: action(95_950)) == .reached)
        #expect(wrapped.reason(for: action(95_950, acceptedAt: 100)) == nil)
        #expect(wrapped.reason(for: action(150, acceptedAt: 100)) == .reached)
        // Nothing had been looked at for long.
        let near = action(5_600, acceptedAt: 4_900)
        #expect(span(0, 5_000).reason(for: near) == .ahead(atLoopEnd: false))
        #expect(span(0, 5_000).reason(for: action(9_000, acceptedAt: 4_900)) == nil)
    }

    @Test("comes ahead of the position for what is done on the frame, and at it for the rest")
    func ahead() {
        #expect(span(0, 1_000).reason(for: action(2_000)) == .ahead(atLoopEnd: false))
        #expect(span(0, 1_000).reason(for: action(2_000, .near)) == nil)
        // Too near for the engine to hear of it.
        #expect(span(0, 1_000).reason(for: action(1_400)) == nil)
        let loop: Range<Int64> = 0..<2_000
        let looped = span(500, 1_000, loop: loop)
        #expect(looped.reason(for: action(2_000)) == .ahead(atLoopEnd: true))
        #expect(looped.reason(for: action(0)) == .ahead(atLoopEnd: true))
        // Another loop that begins there is not entered from before it.
        #expect(looped.reason(for: action(0, changesLoop: true)) == nil)
        #expect(span(1_900, 100, loop: loop).reason(for: action(2_000, .near)) == .reached)
    }
}
