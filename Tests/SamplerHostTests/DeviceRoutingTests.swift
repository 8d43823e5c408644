import MIDI
import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// Devices that files name (FF 09), with samplers of their own and as sources of rules.
@Suite struct DeviceRoutingTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// Two devices on one channel: key 57 on the left, 81 on the right.
    private static let duo = SMFBuilder.milliseconds(
        { track in
            track.meta(at: 0, type: 9, Array("Synth A".utf8))
            track.program(at: 0, channel: 0, MeasuringFont.Program.left.rawValue)
            track.key(20...200, 57)
        },
        { track in
            track.meta(at: 0, type: 9, Array("Synth B".utf8))
            track.program(at: 0, channel: 0, MeasuringFont.Program.right.rawValue)
            track.key(20...200, 81)
        }
    )

    /// Two devices that share no channel.
    private static let apart = SMFBuilder.milliseconds(
        { track in
            track.meta(at: 0, type: 9, Array("Synth A".utf8))
            track.key(20...200, 57)
        },
        { track in
            track.meta(at: 0, type: 9, Array("Synth B".utf8))
            track.key(20...200, 81, channel: 1)
        }
    )

    private func level(_ signal: Signal, _ key: UInt8) throws -> Double {
        try signal.level(ofPartial: frequency(ofKey: key), in: 4_800..<8_160)
    }

    @Test func twoDevicesOnOneChannelHaveTheirOwnPrograms() throws {
        let sound = try studio.render(Self.duo)
        #expect(try level(sound.left, 57) > -35)
        #expect(try level(sound.right, 81) > -35)
        #expect(try level(sound.left, 81) < -60)
        #expect(try level(sound.right, 57) < -60)
    }

    @Test(arguments: [true, false])
    func rulesLeadDevicesByTheirNames(sharesChannel: Bool) throws {
        var settings = RoutedStage.settings(font: studio.font)
        settings.rules = [
            .rule(.deviceName("*th b"), to: "two") { $0.destinations[0].transpose = 3 }
        ]
        let stage = try RoutedStage(sharesChannel ? Self.duo : Self.apart, settings)
        #expect(stage.routed.findings.isEmpty)
        try stage.play()
        #expect(stage.rack.names == ["one", "two", "three", "other"])
        let sound = (left: try stage.left, right: try stage.right)
        #expect(try level(sound.left, 57) > -35)
        #expect(try level(sound.right, 84) > -35)
        #expect(try level(sound.right, 81) < -50)
        #expect(stage.heldCount == 0)
    }

    @Test func aDeviceThatIsNotThereIsReported() throws {
        var settings = RoutedStage.settings(font: studio.font)
        settings.rules = [.rule(.deviceName("Synth C"), to: "two")]
        let routed = try settings.routing(of: try sequence(Self.duo))
        #expect(routed.findings == [.unmatchedRule(0)])
    }
}
