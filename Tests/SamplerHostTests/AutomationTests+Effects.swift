import Effects
import Foundation
import Racks
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Parameters of effects buses, and numbers of their inserts and of those of outputs, that move with
/// the music.
extension AutomationTests {
    /// A note that sends to reverb and chorus, and the time that they ring on.
    private static let sending = SMFBuilder.milliseconds {
        $0.control(at: 0, channel: 0, 91, 127)
        $0.control(at: 0, channel: 0, 93, 127)
        $0.key(0...300, 69)
        $0.endTick = 1_500
    }

    /// A stage whose sampler sends to a bus of its own.
    private func stage(
        effects: EffectsSettings,
        inserts: String = "none",
        ofBus: String? = nil,
        period: Int = 256
    ) throws -> RoutedStage {
        var rack = RoutedStage.settings(font: studio.font)
        rack.effects["hall"] = effects
        rack.fallback?.effects = "hall"
        rack.fallback?.strip.inserts = try StripParameter.inserts(inserts)
        let chain = try StripParameter.inserts(ofBus ?? "none")
        return try RoutedStage(Self.sending, rack, period: period, tail: .none) {
            $0.limiter = false
            $0.inserts[.effects("hall")] = chain
        }
    }

    /// A line of a bus's parameter.
    private func line(
        _ name: String,
        _ shape: AutomationLine.Shape = .straight,
        _ points: (milliseconds: Int64, value: Float)...
    ) throws -> AutomationLine {
        let index = try #require(EffectsSettings.numbers.firstIndex { $0.name == name })
        return AutomationLine(
            strip: "effects:hall",
            .effect(number: index),
            shape,
            points: points.map { .init(frame: $0.milliseconds * 48, value: $0.value) }
        )
    }

    /// Values of all parameters of effects that the music can move, with the text of each effect.
    private static let values: [(effect: String, text: String, values: [(String, Float)])] = [
        (
            "reverb", "room-size=0.75,damping=0.5,size=0.5,width=0.25,level=0.5",
            [("room-size", 0.75), ("damping", 0.5), ("size", 0.5), ("width", 0.25), ("level", 0.5)]
        ),
        (
            "chorus",
            "voices=2,level=0.5,speed=1,depth=8,delay=10,feedback=0.25,reverb-send=0.5",
            [
                ("voices", 2), ("level", 0.5), ("speed", 1), ("depth", 8), ("delay", 10),
                ("feedback", 0.25), ("reverb-send", 0.5),
            ]
        ),
        (
            "reverb", "type=delay,delay=150,feedback=0.5,damping=0.5,level=0.5",
            [("delay", 150), ("feedback", 0.5), ("damping", 0.5), ("level", 0.5)]
        ),
    ]

    @Test("has effects sound as with the parameters to which they are moved", arguments: 0..<3)
    func effects(_ index: Int) throws {
        let (effect, text, values) = Self.values[index]
        let type = text.hasPrefix("type=delay") ? "type=delay" : nil
        func settings(_ text: String?) throws -> EffectsSettings {
            let other = effect == "reverb" ? #""chorus": null"# : #""reverb": "room""#
            let own = text.map { #", "\#(effect)": "\#($0)""# } ?? ""
            let json = "{\(other)\(own)}"
            return try JSONDecoder().decode(EffectsSettings.self, from: Data(json.utf8))
        }
        let moved = try stage(effects: settings(type))
        let lines = try values.map { try line("\(effect) \($0)", .straight, (0, $1)) }
        let sound = try play(moved, item(moved, lines))
        let set = try stage(effects: settings(text))
        let expected = try play(set, item(set))
        let other = try stage(effects: settings(type))
        let unmoved = try play(other, item(other))
        func difference(_ other: Signal) -> Float {
            let count = min(sound.frameCount, other.frameCount)
            return (0..<count).reduce(0) { max($0, abs(sound.samples[$1] - other.samples[$1])) }
        }
        #expect(difference(unmoved) > 0.01, "\(text)")
        #expect(difference(expected) < 1e-5, "\(text): \(difference(expected))")
    }

    @Test("has as many numbers of effects as the audio thread expects")
    func numbersOfEffects() {
        let reverb = EffectsSettings.numbers.prefix(EffectsSettings.reverbNumbers)
        let chorus = EffectsSettings.numbers.dropFirst(EffectsSettings.reverbNumbers)
        #expect(reverb.allSatisfy { $0.name?.hasPrefix("reverb ") ?? true })
        #expect(chorus.count == EffectsSettings.chorusNumbers)
        #expect(chorus.allSatisfy { $0.name?.hasPrefix("chorus ") ?? true })
    }

    @Test("moves an effect as late as its sends, and in periods of any length alike")
    func effectsBehindDelay() throws {
        func sound(_ inserts: String, period: Int = 256) throws -> [Float] {
            let stage = try stage(effects: EffectsSettings(), inserts: inserts, period: period)
            let line = try line("reverb level", .straight, (0, 0), (280, 0), (300, 1))
            return try play(stage, item(stage, [line])).samples
        }
        let expected = try sound("compressor,ratio=1")
        let isSame = try sound("compressor,ratio=1", period: 441) == expected
        #expect(isSame)
        // 5.33 ms are a whole turn of values. What is delayed is rounded differently.
        let late = try sound("compressor,ratio=1,look-ahead=5.334")
        let difference = zip(late, expected).reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(late.count == expected.count && difference < 1e-6, "\(difference)")
    }

    @Test("returns effects to their settings after the music")
    func effectsAfterwards() throws {
        var settings = EffectsSettings()
        settings.chorus = nil
        let stage = try stage(effects: settings)
        try stage.start(item(stage, try line("reverb level", .straight, (0, 0))), isLast: false)
        _ = stage.engine.enqueue(
            item(stage),
            on: stage.rack,
            routed: stage.routed,
            isLast: true
        )
        try stage.run()
        let sound = try stage.left
        func tail(_ start: Int) throws -> Double {
            try sound.level(ofPartial: 440, in: (start + 500) * 48..<(start + 600) * 48)
        }
        #expect(try tail(0) < -90)
        #expect(try tail(1_500) > -65)
    }

    @Test("moves the inserts of an effects bus")
    func insertsOfBus() throws {
        let layout = try InsertSettings(parsing: "width").layout
        var settings = EffectsSettings()
        settings.chorus = nil
        func sides(_ lines: [AutomationLine]) throws -> (left: Signal, right: Signal) {
            let stage = try stage(effects: settings, ofBus: "width")
            let left = try play(stage, item(stage, lines))
            return (left, try stage.right)
        }
        let (left, right) = try sides([])
        #expect(left.samples != right.samples)
        let mono = line(
            .insert(number: 1, place: 1, layout: layout),
            strip: "effects:hall",
            (0, 0)
        )
        let (one, other) = try sides([mono])
        #expect(one.samples == other.samples)
    }
}
