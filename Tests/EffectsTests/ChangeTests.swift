import Effects
import Glibc
import Testing

/// Parameters that change while something sounds.
@Suite struct ChangeTests {
    private static let change = 48_000

    /// A low tone, in which every click and step is heard.
    private static let tone: [Float] = (0..<120_000).map {
        Float(0.5 * sin(2 * Double.pi * 110 * Double($0) / 48_000))
    }

    /// The most energy that 256 frames have above 4 kHz, in dB of full scale, from a frame on.
    private static func roughness(_ samples: ArraySlice<Float>) -> Double {
        // Three differences: a high-pass of 18 dB for each octave, 0 dB at a quarter of the rate.
        var rough = samples.map(Double.init)
        for _ in 0..<3 {
            rough = zip(rough.dropFirst(), rough).map { ($0 - $1) / 2.0.squareRoot() }
        }
        var most = 0.0
        for start in stride(from: 0, to: rough.count - 256, by: 128) {
            let energy = rough[start..<start + 256].reduce(0) { $0 + $1 * $1 }
            most = max(most, energy / 256)
        }
        return 10 * log10(most + 1e-30)
    }

    private static func reverb(_ change: (inout ReverbParameters) -> Void) -> ReverbParameters {
        var parameters = ReverbParameters()
        change(&parameters)
        return parameters
    }

    private static let reverbs: [ReverbParameters?] = [
        reverb { $0.level = 0 }, reverb { $0.roomSize = 1 }, reverb { $0.roomSize = 0 },
        reverb { $0.damping = 1 }, reverb { $0.width = 0 }, reverb { $0.scale = 0.3 }, nil,
        reverb { $0.become(.delay) }, reverb { $0.become(.panningDelay) },
    ]

    @Test("A reverb changes without a click or steps", arguments: reverbs)
    func reverbChanges(parameters: ReverbParameters?) {
        let output = Processing.reverb(
            ReverbParameters(),
            Self.tone,
            changes: [Self.change: parameters, Self.change + 24_000: ReverbParameters()]
        )
        let steady = Self.roughness(output.left[36_000..<48_000])
        let changing = Self.roughness(output.left[48_000...])
        #expect(steady < -90)
        #expect(changing < -70, "\(changing) dBFS, \(steady) before")
        #expect(output.left.allSatisfy { abs($0) < 4 })
    }

    private static let delays: [ReverbParameters?] = [
        reverb { $0.become(.panningDelay) }, reverb { ($0.algorithm, $0.delay) = (.delay, 300) },
        reverb { ($0.algorithm, $0.feedback) = (.delay, 0.9) },
        reverb { ($0.algorithm, $0.damping) = (.delay, 1) },
        reverb { ($0.algorithm, $0.level) = (.delay, 0) }, ReverbParameters(), nil,
    ]

    @Test("A delay changes without a click or steps", arguments: delays)
    func delayChanges(parameters: ReverbParameters?) {
        let delay = Self.reverb { $0.become(.delay) }
        let output = Processing.reverb(
            delay,
            Self.tone,
            changes: [Self.change: parameters, Self.change + 24_000: delay]
        )
        for side in [output.left, output.right] {
            let steady = Self.roughness(side[36_000..<48_000])
            let changing = Self.roughness(side[48_000...])
            #expect(steady < -90)
            #expect(changing < -70, "\(changing) dBFS, \(steady) before")
            #expect(side.allSatisfy { abs($0) < 6 })
        }
    }

    private static func chorus(_ change: (inout ChorusParameters) -> Void) -> ChorusParameters {
        var parameters = ChorusParameters()
        change(&parameters)
        return parameters
    }

    private static let choruses: [ChorusParameters?] = [
        chorus { $0.level = 0 }, chorus { $0.voices = 8 }, chorus { $0.depth = 20 },
        chorus { $0.delay = 30 }, chorus { $0.speed = 5 }, chorus { $0.shape = .triangle },
        chorus { $0.feedback = 0.8 }, nil,
    ]

    @Test("A chorus changes without a click or steps", arguments: choruses)
    func chorusChanges(parameters: ChorusParameters?) {
        let output = Processing.chorus(
            ChorusParameters(),
            Self.tone,
            changes: [Self.change: parameters, Self.change + 24_000: ChorusParameters()]
        )
        let steady = Self.roughness(output.left[36_000..<48_000])
        let changing = Self.roughness(output.left[48_000...])
        #expect(steady < -90)
        #expect(changing < -70, "\(changing) dBFS, \(steady) before")
        #expect(output.left.allSatisfy { abs($0) < 4 })
    }

    @Test("A change arrives at what it was to be")
    func arrival() {
        let quiet = Self.reverb { $0.level = 0.35 }
        let loud = Processing.reverb(ReverbParameters(), Self.tone)
        let changed = Processing.reverb(
            ReverbParameters(),
            Self.tone,
            changes: [Self.change: quiet]
        )
        for frame in stride(from: Self.change + 2_048, to: 120_000, by: 97) {
            #expect(abs(changed.left[frame] - loud.left[frame] / 2) < 1e-5)
        }
        #expect(changed.left[..<Self.change] == loud.left[..<Self.change])
    }

    @Test("What is switched off is silent soon, and on again begins softly")
    func off() {
        let changes: [Int: ReverbParameters?] = [48_000: nil, 72_000: ReverbParameters()]
        let output = Processing.reverb(ReverbParameters(), Self.tone, changes: changes)
        #expect(output.left[50_048..<72_000].allSatisfy { $0 == 0 })
        #expect(output.left[80_000...].contains { abs($0) > 0.1 })
        let chorus = Processing.chorus(
            ChorusParameters(),
            Self.tone,
            changes: [48_000: nil, 72_000: ChorusParameters()]
        )
        #expect(chorus.left[50_048..<72_000].allSatisfy { $0 == 0 })
        #expect(chorus.left[80_000...].contains { abs($0) > 0.1 })
    }
}
