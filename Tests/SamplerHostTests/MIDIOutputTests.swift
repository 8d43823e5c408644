import MIDI
import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// Music that rules lead to MIDI outputs, as it is sent.
@Suite struct MIDIOutputTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func stage(
        _ song: SMFBuilder,
        outputs: Int = 2,
        period: Int = 256,
        _ rules: RoutingRule...
    ) throws -> RoutedStage {
        var settings = RackSettings(samplers: [])
        settings.rules = rules
        return try RoutedStage(song, settings, period: period, outputs: outputs)
    }

    /// The messages, with the milliseconds to which they are rounded.
    private func sent(_ stage: RoutedStage) -> [(time: Double, output: Int, bytes: [UInt8])] {
        ScheduledWire.sent(by: stage.engine.midiOut).map {
            (Double($0.time) / 1e6, $0.output, $0.bytes)
        }
    }

    private var tune: SMFBuilder {
        .milliseconds({ track in
            track.program(at: 0, channel: 0, 20)
            track.control(at: 0, channel: 0, 7, 90)
            track.note(at: 101, length: 50, channel: 0, key: 60)
            track.note(at: 203, length: 50, channel: 0, key: 62)
            track.note(at: 307, length: 400, channel: 0, key: 64)
        })
    }

    @Test(arguments: [64, 256, 2_048])
    func aFileIsSentAsItIsAtItsTimesWhateverThePeriod(period: Int) throws {
        let stage = try stage(tune, period: period, .rule(.all, to: "out:1"))
        try stage.play()
        let sent = sent(stage)
        #expect(
            sent.map(\.bytes) == [
                [0xC0, 20], [0xB0, 7, 90], [0x90, 60, 100], [0x80, 60, 64], [0x90, 62, 100],
                [0x80, 62, 64], [0x90, 64, 100], [0x80, 64, 64],
            ]
        )
        for (time, wanted) in zip(sent.map(\.time), [0, 0, 101, 151, 203, 253, 307, 707]) {
            #expect(abs(time - Double(wanted)) < 0.03)
        }
        #expect(stage.heldCount == 0)
    }

    @Test func theLastEventOfAFileIsSent() throws {
        let song = SMFBuilder.milliseconds({ track in
            track.note(at: 0, length: 50, channel: 0, key: 60)
            track.control(at: 300, channel: 0, 7, 50)
        })
        let stage = try stage(song, .rule(.all, to: "out:1"))
        try stage.play()
        #expect(sent(stage).last?.bytes == [0xB0, 7, 50])
    }

    @Test func rulesChangeWhatIsSent() throws {
        let stage = try stage(
            tune,
            .rule(.all, to: "out:1", "out:2") { rule in
                rule.destinations[0].channel = 9
                rule.destinations[1].transpose = 12
                rule.destinations[1].velocity = .fixed(33)
                rule.destinations[1].preset = .init(bank: 8, program: 40)
            }
        )
        try stage.play()
        let sent = sent(stage)
        #expect(
            sent.filter { $0.output == 0 }.map(\.bytes).prefix(4) == [
                [0xC9, 20], [0xB9, 7, 90], [0x99, 60, 100], [0x89, 60, 64],
            ]
        )
        #expect(
            sent.filter { $0.output == 1 }.map(\.bytes).prefix(6) == [
                [0xB0, 0, 8], [0xB0, 32, 0], [0xC0, 40], [0xB0, 7, 90], [0x90, 72, 33],
                [0x80, 72, 64],
            ]
        )
    }

    @Test func systemExclusiveMessagesGoOnceToEachOutputThatIsReached() throws {
        let song = SMFBuilder.milliseconds({ track in
            track.systemExclusive(at: 100, [0x43, 0x10, 0x4C, 1, 2, 3, 0xF7])
            track.note(at: 200, length: 50, channel: 0, key: 60)
            track.note(at: 200, length: 50, channel: 1, key: 60)
        })
        let stage = try stage(
            song,
            .rule(.all, to: "out:1") { $0.channels = 1 },
            .rule(.all, to: "out:2") { $0.channels = 2 }
        )
        try stage.play()
        let messages = sent(stage).filter { $0.bytes[0] == 0xF0 }
        #expect(messages.map(\.output) == [0, 1])
        let message: [UInt8] = [0xF0, 0x43, 0x10, 0x4C, 1, 2, 3, 0xF7]
        #expect(messages.map(\.bytes) == [message, message])
        #expect(messages.allSatisfy { abs($0.time - 100) < 0.03 })
    }

    @Test func aSeekReleasesAndChases() throws {
        let stage = try stage(tune, .rule(.all, to: "out:1"))
        try stage.start(stage.item())
        stage.at(350) {
            _ = stage.engine.start(
                try stage.item(from: 190, isUntouched: false),
                on: stage.rack,
                routed: stage.routed,
                isLast: true
            )
        }
        try stage.run()
        let sent = sent(stage).filter { $0.time > 340 }
        #expect(sent.first?.bytes == [0x80, 64, 64])
        #expect(sent.dropFirst().first?.bytes == [0x90, 62, 100])
        #expect(balance(of: sent.map(\.bytes)) == [:])
    }

    @Test func muteAndPanicLeaveNothingDown() throws {
        let stage = try stage(tune, .rule(.all, to: "out:1"))
        try stage.start(stage.item())
        stage.at(320) {
            _ = stage.engine.updateItem(
                try stage.item(mute: "1", isUntouched: false),
                on: stage.rack,
                routed: stage.routed,
                isLast: true
            )
        }
        try stage.run()
        let muted = sent(stage).filter { $0.bytes == [0x80, 64, 64] }
        #expect(muted.count == 1)
        #expect(muted[0].time < 340)
    }

    @Test func otherRulesReleaseWhereNothingLeadsAndBringTheStateAlong() throws {
        let stage = try stage(tune, .rule(.all, to: "out:1"))
        var other = RackSettings(samplers: [])
        other.rules = [.rule(.all, to: "out:2")]
        let rerouted = try other.routing(of: stage.routed.source, after: stage.routed)
        try stage.start(stage.item())
        let rack = try SamplerRack(
            other,
            rate: RoutedStage.rate,
            maximumPeriod: 256,
            for: [rerouted],
            after: stage.rack
        )
        stage.at(120) {
            #expect(stage.engine.replaceRack(stage.rack, with: rack))
            _ = stage.engine.scheduleReplacement(
                try stage.item(rerouted, from: 180, isUntouched: false),
                on: rack,
                routed: rerouted,
                isLast: true
            )
        }
        try stage.run()
        let sent = sent(stage)
        let first = sent.filter { $0.output == 0 }
        let second = sent.filter { $0.output == 1 }
        #expect(balance(of: first.map(\.bytes)) == [:])
        #expect(balance(of: second.map(\.bytes)) == [:])
        #expect(second.contains { $0.bytes == [0xC0, 20] })
        #expect(second.contains { $0.bytes == [0xB0, 7, 90] })
        #expect(second.contains { $0.bytes == [0x90, 62, 100] })
        #expect(!first.contains { $0.bytes == [0x90, 62, 100] })
    }

    @Test func anEngineThatIsStoppedReleasesAll() throws {
        let stage = try stage(tune, .rule(.all, to: "out:1"))
        try stage.start(stage.item())
        stage.at(350) { stage.engine.stop() }
        try stage.run()
        #expect(balance(of: sent(stage).map(\.bytes)) == [:])
    }

    @Test func thePieceThatFollowsFindsInitialChannels() throws {
        let stage = try stage(tune, .rule(.all, to: "out:1"))
        try stage.start(stage.item(), isLast: false)
        let song = SMFBuilder.milliseconds({ track in
            track.note(at: 0, length: 50, channel: 0, key: 90)
        })
        var settings = RackSettings(samplers: [])
        settings.rules = [.rule(.all, to: "out:1")]
        let next = try RoutedStage(song, settings)
        #expect(
            stage.engine.enqueue(
                try next.item(),
                on: next.rack,
                routed: next.routed,
                isLast: true
            ) != nil
        )
        try stage.run()
        let bytes = sent(stage).map(\.bytes)
        let begin = try #require(bytes.firstIndex(of: [0x90, 90, 100]))
        #expect(bytes[..<begin].contains([0xB0, 7, 100]))
        #expect(bytes[..<begin].last == [0xC0, 0])
    }

    /// The keys that are down at the end, with how often.
    private func balance(of messages: [[UInt8]]) -> [[UInt8]: Int] {
        var down: [[UInt8]: Int] = [:]
        for bytes in messages {
            let key = [bytes[0] & 15, bytes.count > 1 ? bytes[1] : 0]
            switch bytes[0] & 0xF0 {
            case 0x90: down[key, default: 0] += 1
            case 0x80: down[key] = nil
            default: break
            }
        }
        return down
    }
}
