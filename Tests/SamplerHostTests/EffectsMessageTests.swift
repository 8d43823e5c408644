import Effects
import Foundation
import MIDI
import TestSupport
import Testing

@testable import SamplerHost

/// Reverb and chorus messages, carried out on the effects bus that a sampler sends to.
@Suite struct EffectsMessageTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private typealias Body = @Sendable (inout SMFBuilder.Track) -> Void

    /// General MIDI 2's message for one parameter.
    private static func gm2(_ slot: UInt8, _ parameter: UInt8, _ value: UInt8, at tick: UInt32)
        -> Body
    {
        {
            $0.systemExclusive(
                at: tick,
                [0x7F, 0x7F, 4, 5, 1, 1, 1, 1, slot, parameter, value, 0xF7]
            )
        }
    }

    private static func gs(_ address: UInt8, _ value: UInt8, at tick: UInt32) -> Body {
        { $0.rolandData(at: tick, address: [0x40, 0x01, address], value) }
    }

    private static func reset(_ standard: String, at tick: UInt32) -> Body {
        { $0.reset(at: tick, standard) }
    }

    /// A note through reverb and chorus that ends at a fifth of a second, and some messages.
    private func render(
        reverb: Bool = true,
        chorus: Bool = false,
        _ bodies: Body...
    ) throws -> Rendering {
        let song = SMFBuilder.milliseconds { track in
            for body in bodies { body(&track) }
            track.program(at: 40, channel: 0, .wet)
            track.key(40...200)
            track.endTick = 1_600
        }
        var options = Rendering.Options()
        (options.reverb, options.chorus, options.tail) = (reverb, chorus, .none)
        return try studio.render(song, options: options)
    }

    /// The decay between 0.4 and 1.4 s, in dB.
    private func decay(_ rendering: Rendering) throws -> Double {
        try rendering.left.level(in: rendering.frames(400..<600))
            - rendering.left.level(in: rendering.frames(1_400..<1_600))
    }

    @Test("General MIDI 2's time is that of the decay", arguments: [40, 52, 64] as [UInt8])
    func time(value: UInt8) throws {
        let seconds = exp((Double(value) - 40) / 40)
        let heard = try decay(render(Self.gm2(1, 1, value, at: 0)))
        #expect(abs(heard / (60 / seconds) - 1) < 0.15, "\(heard) dB in a second")
    }

    @Test func aTypeIsARoomWithItsTime() throws {
        let small = try decay(render(Self.gm2(1, 0, 0, at: 0)))
        let large = try decay(render(Self.gm2(1, 0, 4, at: 0)))
        #expect(abs(small / (60 / 1.1) - 1) < 0.2, "\(small) dB in a second")
        #expect(abs(large / (60 / 1.8) - 1) < 0.2, "\(large) dB in a second")
        let macro = try render(Self.gs(0x30, 4, at: 0))
        #expect(try abs(decay(macro) - large) < 0.01)
    }

    @Test func rolandsLevelIsRelativeToItsUsualOne() throws {
        let tail = 300..<800
        let usual = try render()
        let half = try render(Self.gs(0x33, 32, at: 0))
        let difference =
            try half.left.level(in: half.frames(tail))
            - usual.left.level(in: usual.frames(tail))
        #expect(abs(difference + 6.02) < 0.05)
        let none = try render(Self.gs(0x33, 0, at: 0))
        let dry = try render(reverb: false)
        #expect(firstDifference(none.left.samples, dry.left.samples) == nil)
    }

    @Test("A reset brings back what the user chose", arguments: ["GM", "GM2", "GS", "XG"])
    func reset(standard: String) throws {
        let usual = try render(Self.reset(standard, at: 20))
        let other = try render(
            Self.gs(0x30, 0, at: 0),
            Self.gs(0x33, 100, at: 0),
            Self.gm2(1, 1, 70, at: 0),
            Self.reset(standard, at: 20)
        )
        #expect(firstDifference(usual.left.samples, other.left.samples) == nil)
        let without = try render(Self.gs(0x30, 0, at: 0))
        #expect(firstDifference(usual.left.samples, without.left.samples) != nil)
    }

    @Test func aTypeForgetsTheParametersBeforeIt() throws {
        let one = try render(Self.gs(0x30, 2, at: 10))
        let other = try render(
            Self.gs(0x34, 100, at: 0),
            Self.gs(0x33, 10, at: 0),
            Self.gs(0x32, 7, at: 0),
            Self.gs(0x30, 2, at: 10)
        )
        #expect(firstDifference(one.left.samples, other.left.samples) == nil)
    }

    @Test("A chorus that stands still repeats the sound")
    func chorus() throws {
        let still = try render(reverb: false, chorus: true, Self.gs(0x38, 6, at: 0))
        let usual = try render(reverb: false, chorus: true)
        // Short delay: up to 60 ms after the note, where the usual one has ended.
        #expect(try usual.peak(230..<250) < -80)
        #expect(try still.peak(230..<250) > -40)
        let soft = try render(
            reverb: false,
            chorus: true,
            Self.gs(0x38, 6, at: 0),
            Self.gs(0x3A, 32, at: 0)
        )
        let difference = try soft.peak(230..<250) - still.peak(230..<250)
        #expect(abs(difference + 6.02) < 0.05)
    }

    @Test func theChorusGoesToTheReverb() throws {
        let song: Body = { $0.control(at: 0, channel: 0, .reverbSend, 0) }
        let alone = try render(chorus: true, song)
        let sent = try render(chorus: true, song, Self.gm2(2, 4, 127, at: 0))
        #expect(firstDifference(alone.left.samples, sent.left.samples) != nil)
        let tail = 300..<800
        let gained =
            try sent.left.level(in: sent.frames(tail))
            - alone.left.level(in: alone.frames(tail))
        #expect(gained > 0.5, "\(gained) dB")
    }

    @Test("Messages change nothing that the user switched off")
    func off() throws {
        let dry = try render(reverb: false)
        let other = try render(
            reverb: false,
            Self.gs(0x30, 4, at: 0),
            Self.gs(0x33, 127, at: 0),
            Self.gm2(2, 0, 4, at: 0)
        )
        #expect(firstDifference(dry.left.samples, other.left.samples) == nil)
    }

    @Test("A restart of one sampler leaves what another's messages have set")
    func twoPorts() throws {
        func song(resets: Bool) -> SMFBuilder {
            .milliseconds(
                { track in
                    track.reset(at: 0, "GS")
                    Self.gs(0x30, 0, at: 10)(&track)
                    track.program(at: 40, channel: 0, .wet)
                    track.key(40...200)
                    track.endTick = 800
                },
                { track in
                    track.port(at: 0, 1)
                    if resets { track.reset(at: 30, "GS") }
                    track.endTick = 800
                }
            )
        }
        var options = Rendering.Options()
        (options.reverb, options.tail) = (true, .none)
        let one = try studio.render(song(resets: false), options: options)
        let other = try studio.render(song(resets: true), options: options)
        #expect(firstDifference(one.left.samples, other.left.samples) == nil)
    }
}
