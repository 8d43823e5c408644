import Effects
import MIDI
import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// Effects buses of racks: samplers with effects of their own.
@Suite struct EffectsBusTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// A note that ends at 200 ms, on two channels of which both send to the effects.
    private static let song = SMFBuilder.milliseconds {
        for channel: UInt8 in 0...1 {
            $0.control(at: 0, channel: channel, 91, 127)
            $0.key(0...200, 57 + 12 * channel, channel: channel)
        }
        $0.endTick = 900
    }

    /// A rack of two samplers, of which one sends to a reverb of its own.
    private func rack() -> RackSettings {
        var rack = RoutedStage.settings(
            font: studio.font,
            .rule(.all, to: "one") { $0.channels = 1 },
            .rule(.all, to: "two") { $0.channels = 2 }
        )
        var hall = EffectsSettings()
        hall.reverb?.roomSize = 1
        hall.chorus = nil
        rack.effects["hall"] = hall
        rack.samplers[1].effects = "hall"
        return rack
    }

    /// The level of a key's sine well after its end, in dBFS.
    private func tail(_ rack: RackSettings, ofKey key: UInt8) throws -> Double {
        let stage = try RoutedStage(Self.song, rack, tail: .none)
        try stage.play()
        return try stage.left.level(ofPartial: frequency(ofKey: key), in: 36_000..<40_800)
    }

    @Test("only the samplers of a bus are heard through its effects")
    func aBusOfItsOwn() throws {
        // The engine's own bus has neither reverb nor chorus here.
        let hall = try tail(rack(), ofKey: 69)
        #expect(hall > -65)
        // What is measured there is the other key's reverberation, an octave away.
        #expect(try tail(rack(), ofKey: 57) < hall - 20)
        var dry = rack()
        dry.samplers[1].effects = RackSettings.mainEffects
        #expect(try tail(dry, ofKey: 69) < -90)
    }

    @Test("a bus has its name as long as a rack uses it")
    func names() {
        var directory = EffectsDirectory(count: 3)
        let settings = EffectsSettings()
        #expect(directory.bus(named: "main") == 0)
        #expect(directory.bus(named: "hall") == nil)
        #expect(directory.take("hall", settings, for: 1) == 1)
        #expect(directory.take("plate", settings, for: 1) == 2)
        #expect(directory.takeChanges().map(\.bus) == [1, 2])
        // The same settings leave the bus as it is, also if it was set since; others are heard.
        var set = settings
        set.chorus = nil
        let isSet = directory.set("hall", set)
        #expect(isSet)
        #expect(directory.takeChanges().map(\.settings) == [set])
        #expect(directory.take("hall", settings, for: 2) == 1)
        #expect(directory.takeChanges().isEmpty)
        #expect(directory.settings(of: "hall") == set)
        #expect(directory.names == ["main", "hall", "plate"])
        let isSetUnknown = directory.set("cave", set)
        #expect(!isSetUnknown)
        #expect(directory.take("hall", .none, for: 2) == 1)
        #expect(directory.takeChanges().map(\.settings) == [.none])
        #expect(!directory.hasRoom(for: ["room"]))
        directory.release(rack: 1)
        #expect(directory.hasRoom(for: ["hall", "room"]))
        #expect(!directory.hasRoom(for: ["cave", "room"]))
        #expect(directory.take("room", settings, for: 3) == 2)
        #expect(directory.bus(named: "plate") == nil)
        #expect(directory.names == ["main", "hall", "room"])
        #expect(directory.settings(of: "main") == EffectsSettings())
    }
}
