import ControlProtocol
import TestSupport
import Testing

@testable import seqd

@Suite("Whose turn it is of the commands that wait")
struct ActionSpanTests {
    /// A command that waits for a frame, at which playing was or was not when it was accepted.
    private func action(
        _ frame: Int64,
        acceptedAt place: Int64? = nil,
        _ timing: Timing = .exact
    ) -> Transport.Action {
        Transport.Action(
            number: 1,
            command: "mute",
            timing: timing,
            changesLoop: false,
            frame: frame,
            acceptedPlace: place
        )
    }

    /// What is played between two looks.
    private func span(
        _ start: Int64,
        _ end: Int64,
        loop: Range<Int64>? = nil
    ) -> ActionSpan {
        ActionSpan(from: start, to: end, loop: loop, lead: 2_400, reach: 512)
    }

    @Test("has come for the place at which playing was when it was accepted")
    func acceptedPlace() {
        // Looked at before for another one, and playing has not gone on since.
        #expect(span(0, 0).turn(of: action(0, acceptedAt: 0)) == .reached)
        #expect(span(256, 512).turn(of: action(256, acceptedAt: 256)) == .reached)
        #expect(span(256, 512).turn(of: action(300, acceptedAt: 256)) == .reached)
        // One that has waited since before the last look has had its turn.
        #expect(span(256, 512).turn(of: action(256)) == nil)
    }

    @Test("counts nothing that was played before it was accepted")
    func earlierPlace() {
        // A loop has come round since the last look, and it was accepted then.
        let loop: Range<Int64> = 0..<96_000
        let wrapped = span(95_900, 200, loop: loop)
        #expect(wrapped.turn(of: action(95_950)) == .reached)
        #expect(wrapped.turn(of: action(95_950, acceptedAt: 100)) == nil)
        #expect(wrapped.turn(of: action(150, acceptedAt: 100)) == .reached)
        // Nothing had been looked at for long.
        let near = action(5_600, acceptedAt: 4_900)
        #expect(span(0, 5_000).turn(of: near) == .ahead(atLoopEnd: false))
        #expect(span(0, 5_000).turn(of: action(9_000, acceptedAt: 4_900)) == nil)
    }

    @Test("comes ahead of the place for what is done on the frame, and at it for the rest")
    func ahead() {
        #expect(span(0, 1_000).turn(of: action(2_000)) == .ahead(atLoopEnd: false))
        #expect(span(0, 1_000).turn(of: action(2_000, .near)) == nil)
        // Too near for the engine to hear of it.
        #expect(span(0, 1_000).turn(of: action(1_400)) == nil)
        let loop: Range<Int64> = 0..<2_000
        #expect(span(500, 1_000, loop: loop).turn(of: action(2_000)) == .ahead(atLoopEnd: true))
        #expect(span(1_900, 100, loop: loop).turn(of: action(2_000, .near)) == .reached)
    }
}
