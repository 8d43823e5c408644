import MIDI
import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// Presets of parts, as they are heard.
@Suite struct PartPresetTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let left = RoutingDestination.FixedPreset(
        bank: 0,
        program: Int(MeasuringFont.Program.left.rawValue)
    )

    private static func isCentred(_ stage: RoutedStage, _ key: UInt8) throws -> Bool {
        let frames = 4_800..<6_240
        let left = try stage.left.level(ofPartial: frequency(ofKey: key), in: frames)
        let right = try stage.right.level(ofPartial: frequency(ofKey: key), in: frames)
        return abs(left - right) < 1
    }

    @Test func aPartPlaysItsPresetWhereverItIsLed() throws {
        let song = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, MeasuringFont.Program.right.rawValue)
            $0.key(0...200, 57)
            $0.program(at: 50, channel: 0, MeasuringFont.Program.right.rawValue)
        }
        var settings = RoutedStage.settings(font: studio.font)
        settings.programs = [PartPreset(.all, channels: 1, preset: Self.left)]
        for rules in [[], [RoutingRule.rule(.track(1), to: "two")]] {
            settings.rules = rules
            let stage = try RoutedStage(song, settings)
            try stage.play()
            #expect(stage.routed.findings.isEmpty)
            #expect(try stage.left.level(ofPartial: frequency(ofKey: 57), in: 4_800..<6_240) > -35)
            #expect(try stage.right.level(ofPartial: frequency(ofKey: 57), in: 4_800..<6_240) < -60)
        }
    }

    @Test func aTrackWithAPresetLeavesAChannelThatItSharesAlone() throws {
        let song = SMFBuilder.milliseconds({ $0.key(0...200, 57) }, { $0.key(0...200, 81) })
        var settings = RoutedStage.settings(font: studio.font)
        settings.programs = [PartPreset(.track(2), preset: Self.left)]
        let stage = try RoutedStage(song, settings)
        try stage.play()
        #expect(try Self.isCentred(stage, 57))
        #expect(try stage.left.level(ofPartial: frequency(ofKey: 81), in: 4_800..<6_240) > -35)
        #expect(try stage.right.level(ofPartial: frequency(ofKey: 81), in: 4_800..<6_240) < -60)
    }

    @Test func aPresetOfARuleHasPriorityOverThatOfThePart() throws {
        var destination = RoutingDestination(sampler: "two")
        destination.preset = .init(bank: 0, program: Int(MeasuringFont.Program.right.rawValue))
        var settings = RoutedStage.settings(font: studio.font)
        settings.rules = [RoutingRule(source: .all, destinations: [destination])]
        settings.programs = [PartPreset(.all, preset: Self.left)]
        let stage = try RoutedStage(SMFBuilder.milliseconds { $0.key(0...200, 57) }, settings)
        try stage.play()
        #expect(try stage.left.level(ofPartial: frequency(ofKey: 57), in: 4_800..<6_240) < -60)
    }

    @Test func aPresetOfAPartThatThereIsNotIsReported() throws {
        var settings = RoutedStage.settings(font: studio.font)
        let part = RoutingSelector(.trackName("Leed"))
        settings.programs = [PartPreset(part.source, preset: Self.left)]
        let routed = try settings.routing(
            of: sequence(SMFBuilder.milliseconds { $0.key(0...200, 57) })
        )
        #expect(routed.findings == [.unmatchedProgram(part)])
    }

    @Test func tracksWithPresetsNeedFreeChannels() throws {
        // Every channel of the sampler is in use, and one of them by two tracks.
        let song = SMFBuilder.milliseconds(
            { track in
                for channel: UInt8 in 0..<16 {
                    track.noteOn(at: 0, channel: channel, key: 60)
                    track.noteOff(at: 100, channel: channel, key: 60)
                }
            },
            { $0.key(0...200, 81) }
        )
        var settings = RoutedStage.settings(font: studio.font)
        settings.programs = [PartPreset(.track(2), preset: Self.left)]
        #expect {
            try settings.routing(of: sequence(song))
        } throws: {
            ($0 as? RoutingError)?.code == .noFreeChannel
        }
    }
}
