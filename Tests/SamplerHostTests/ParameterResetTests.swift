import MIDI
import SamplerHost
import TestSupport
import Testing

/// What Reset All Controllers (CC121) leaves as it is, by RP-015: the values of parameters.
@Suite struct ParameterResetTests {
    private func render(
        _ studio: Studio,
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws -> Rendering {
        try studio.render(
            .milliseconds {
                body(&$0)
                $0.key(50...300)
            }
        )
    }

    @Test(
        arguments: [
            (1, 12_288, 50), (1, 0, -100), (2, 69 << 7, 500), (2, 57 << 7, -700),
        ] as [(UInt16, UInt16, Double)]
    )
    func tuning(parameter: UInt16, value: UInt16, expected: Double) throws {
        let studio = try Studio()
        let rendering = try render(studio) {
            $0.registeredParameter(at: 0, channel: 0, parameter, value: value)
            $0.control(at: 20, channel: 0, 121, 0)
        }
        let heard = try rendering.left.frequency(in: rendering.frames(70..<290))
        #expect(abs(cents(heard, above: 440) - expected) < 0.2)
    }

    @Test func generators() throws {
        let studio = try Studio()
        let plain = try render(studio) { _ in }
        let rendering = try render(studio) {
            // The attenuation in centibels.
            $0.generator(at: 0, 48, 100)
            $0.control(at: 20, channel: 0, 121, 0)
        }
        let fall = try rendering.level(ofKey: 69, 100..<250) - plain.level(ofKey: 69, 100..<250)
        #expect(abs(fall + 10) < 0.05)
    }

    /// The next piece begins without them.
    @Test func theEndOfAPieceUndoesThem() throws {
        let studio = try Studio()
        let first = SMFBuilder.milliseconds {
            $0.generator(at: 0, 48, 100)
            $0.registeredParameter(at: 0, channel: 0, 2, value: 69 << 7)
            $0.control(at: 20, channel: 0, 121, 0)
            $0.endTick = 100
        }
        let second = SMFBuilder.milliseconds { $0.key(50...300) }
        let plain = try studio.render(SMFBuilder.milliseconds { $0.endTick = 100 }, second)
        let rendering = try studio.render(first, second)
        #expect(try rendering.distance(to: plain) < -100)
    }

    /// The vibrato of the modulation wheel goes, its range stays.
    @Test func theModulationWheelGoesBack() throws {
        let studio = try Studio()
        let rendering = try render(studio) {
            $0.registeredParameter(at: 0, channel: 0, 5, value: 2 << 7)
            $0.control(at: 0, channel: 0, .modulation, 127)
            $0.control(at: 20, channel: 0, 121, 0)
        }
        let plain = try render(studio) { _ in }
        #expect(try rendering.distance(to: plain) < -100)
    }
}
