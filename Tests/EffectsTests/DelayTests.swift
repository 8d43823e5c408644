import Effects
import Glibc
import Testing

/// The delays in the place of a reverb, by their echoes.
@Suite struct DelayTests {
    private static func parameters(
        _ kind: ReverbKind,
        _ change: (inout ReverbParameters) -> Void = { _ in }
    ) -> ReverbParameters {
        var parameters = ReverbParameters()
        parameters.become(kind)
        change(&parameters)
        return parameters
    }

    /// An impulse at frame 1,000.
    private static func impulse(_ count: Int) -> [Float] {
        (0..<count).map { $0 == 1_000 ? 1 : 0 }
    }

    /// The echoes on a side, by their numbers in steps of a gap, with their levels in dB.
    private static func echoes(_ side: [Float], gap: Int) throws -> [(number: Int, level: Double)] {
        try side.indices.filter { abs(side[$0]) > 1e-3 }.map { frame in
            let number = (frame - 1_000) / gap
            try #require(frame == 1_000 + number * gap, "an echo at frame \(frame)")
            return (number, 20 * log10(Double(side[frame])))
        }
    }

    private static func level(_ echo: Int, feedback: Double) -> Double {
        20 * log10(0.7 * pow(feedback, Double(echo)))
    }

    private static let rates = [8_000, 44_100, 48_000, 96_000]

    @Test("Echoes come on both sides, each softer by the feedback", arguments: rates)
    func delay(rate: Int) throws {
        let output = Processing.reverb(Self.parameters(.delay), Self.impulse(2 * rate), rate: rate)
        let echoes = try Self.echoes(
            output.left,
            gap: Int((112.64 * Double(rate) / 1_000).rounded())
        )
        #expect(echoes.map(\.number) == Array(1...7))
        for (index, echo) in echoes.enumerated() {
            #expect(abs(echo.level - Self.level(index, feedback: 0.374)) < 1e-3)
        }
        #expect(output.left == output.right)
        let gap = 112.64 * Double(rate) / 1_000
        #expect(output.left.filter { $0 != 0 }.count <= Int(Double(2 * rate) / gap))
    }

    @Test("Of a panning delay they come on the left and on the right in turn", arguments: rates)
    func panningDelay(rate: Int) throws {
        let input = Self.impulse(2 * rate)
        let output = Processing.reverb(Self.parameters(.panningDelay), input, rate: rate)
        let gap = Int((112.64 * Double(rate) / 1_000).rounded())
        let (left, right) = try (
            Self.echoes(output.left, gap: gap), Self.echoes(output.right, gap: gap)
        )
        #expect(left.map(\.number).prefix(4) == [1, 3, 5, 7])
        #expect(right.map(\.number).prefix(4) == [2, 4, 6, 8])
        for side in [left, right] {
            for (index, echo) in side.enumerated() {
                #expect(abs(echo.level - Self.level(index, feedback: 0.309)) < 1e-3)
            }
        }
    }

    @Test("The shortest delay is one of 64 frames")
    func shortest() throws {
        let parameters = Self.parameters(.delay) { $0.delay = 2 }
        let output = Processing.reverb(parameters, Self.impulse(4_000), rate: 8_000)
        #expect(try Self.echoes(output.left, gap: 64).map(\.number) == Array(1...7))
    }

    @Test("The longest delay is one of half a second")
    func longest() throws {
        let parameters = Self.parameters(.panningDelay) { $0.delay = 500 }
        let output = Processing.reverb(parameters, Self.impulse(192_000), rate: 96_000)
        #expect(try Self.echoes(output.left, gap: 48_000).map(\.number) == [1, 3])
        #expect(try Self.echoes(output.right, gap: 48_000).map(\.number) == [2])
    }

    @Test("Damping is a low-pass of one pole in front", arguments: [0, 0.25, 1])
    func damping(value: Double) {
        let rate = 48_000.0
        let parameters = Self.parameters(.delay) { ($0.damping, $0.feedback) = (value, 0) }
        for frequency in [100.0, 1_600, 9_600] {
            let step = 2 * Double.pi * frequency / rate
            let input = (0..<96_000).map { Float(sin(step * Double($0))) }
            let output = Processing.reverb(parameters, input).left[48_000...]
            let energy = output.reduce(0.0) { $0 + Double($1) * Double($1) } / 48_000
            // The magnitude of a / (1 − (1 − a) z⁻¹).
            let pole = value > 0 ? exp(-2 * Double.pi * 8_000 * pow(25, -value) / rate) : 0
            let squared = pow(1 - pole, 2) / (1 - 2 * pole * cos(step) + pole * pole)
            let expected = 10 * log10(0.7 * 0.7 * squared / 2)
            #expect(abs(10 * log10(energy) - expected) < 0.05, "\(frequency) Hz")
        }
    }

    @Test("is silent again, and as new, when nothing of it can be heard")
    func sleep() {
        let burst = Noise.samples(4_800)
        let rest = [Float](repeating: 0, count: 123_200)
        let parameters = Self.parameters(.panningDelay) { ($0.damping, $0.feedback) = (0.5, 0.1) }
        let output = Processing.reverb(parameters, burst + rest + burst + rest)
        let half = output.left.count / 2
        let last = output.right[..<half].lastIndex { $0 != 0 } ?? 0
        // 20 dB in each 10,814 frames.
        #expect((54_000..<90_000).contains(last), "\(last)")
        // The last echo that is not below −126 dBFS.
        #expect(output.right[..<last].suffix(64).allSatisfy { abs($0) < 4e-6 })
        let isSame = [output.left, output.right].map { $0[..<half].elementsEqual($0[half...]) }
        #expect(isSame == [true, true])
    }
}
