import Effects
import Testing

/// Effects that get their input in pieces of any lengths.
@Suite struct PieceTests {
    private static let ways = [[1, 7, 64, 33, 130, 5, 63], [4_096], [1], [100]]

    /// Noise in bursts, with silence before it and in between, in which effects fall asleep.
    private static let input: [Float] = {
        var noise = Noise(seed: 7)
        return (0..<110_000).map { frame in
            let isSounding = (1_003..<9_003).contains(frame) || (100_031..<103_000).contains(frame)
            return isSounding ? noise.next() : 0
        }
    }()

    @Test func aReverbIsTheSameInAnyPieces() {
        var parameters = ReverbParameters()
        parameters.roomSize = 0
        var other = ReverbParameters()
        other.scale = 0.5
        let changes = [4_096: other, 6_016: ReverbParameters(), 8_000: parameters, 106_048: nil]
        let whole = Processing.reverb(parameters, Self.input, changes: changes)
        #expect(whole.left.contains { abs($0) > 0.1 })
        #expect(whole.left[95_000..<100_000].allSatisfy { $0 == 0 }, "it has not slept")
        #expect(whole.left.last == 0, "it was not switched off")
        for ways in Self.ways {
            let other = Processing.reverb(parameters, Self.input, ways: ways, changes: changes)
            let difference = other.firstDifference(from: whole)
            #expect(difference == nil, "in pieces of \(ways)")
        }
    }

    @Test func aDelayIsTheSameInAnyPieces() {
        var delay = ReverbParameters()
        delay.become(.delay)
        var other = ReverbParameters()
        other.become(.panningDelay)
        (other.delay, other.damping) = (10, 0.5)
        let changes = [
            4_096: other, 5_056: ReverbParameters(), 8_000: delay, 100_800: other, 106_048: nil,
        ]
        let whole = Processing.reverb(delay, Self.input, changes: changes)
        #expect(whole.right.contains { abs($0) > 0.1 })
        #expect(whole.right[95_000..<100_000].allSatisfy { $0 == 0 }, "it has not slept")
        #expect(whole.right.last == 0, "it was not switched off")
        for ways in Self.ways {
            let other = Processing.reverb(delay, Self.input, ways: ways, changes: changes)
            let difference = other.firstDifference(from: whole)
            #expect(difference == nil, "in pieces of \(ways)")
        }
    }

    @Test func aChorusIsTheSameInAnyPieces() {
        var other = ChorusParameters()
        (other.voices, other.depth, other.speed, other.delay) = (4, 40, 5, 20)
        (other.feedback, other.reverbSend, other.shape) = (0.5, 0.5, .triangle)
        let changes = [4_096: other, 5_056: ChorusParameters(), 8_000: other, 104_000: nil]
        let whole = Processing.chorus(ChorusParameters(), Self.input, changes: changes)
        #expect(whole.left.contains { abs($0) > 0.1 })
        #expect(whole.send.contains { abs($0) > 0.01 })
        #expect(whole.left[95_000..<100_000].allSatisfy { $0 == 0 }, "it has not slept")
        #expect(whole.left.last == 0, "it was not switched off")
        for ways in Self.ways {
            let other = Processing.chorus(
                ChorusParameters(),
                Self.input,
                ways: ways,
                changes: changes
            )
            let difference = other.firstDifference(from: whole)
            #expect(difference == nil, "in pieces of \(ways)")
        }
    }
}
