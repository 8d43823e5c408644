import Foundation
import MIDI
import SamplerHost
import TestSupport
import Testing

/// The sound controllers (CC71 … 78), and the GS, XG and SysEx parameters with their meaning.
///
/// Each is compared with the offset of a generator that it stands for, which
/// ``GeneratorMessageTests`` measures.
@Suite struct SoundControllerTests {
    /// A sound controller, how it is called elsewhere, and what it adds at 96: half of its range.
    struct Case: Sendable, CustomTestStringConvertible {
        let controller: UInt8
        /// NRPN 1, GS address 40 1n and XG address 08 nn.
        let numbers: (nonRegistered: UInt8, gs: UInt8, xg: UInt8)
        let generator: Int
        /// In steps of the generator's NRPN scale.
        let steps: Int
        let testDescription: String

        init(
            _ controller: UInt8,
            _ numbers: (UInt8, UInt8, UInt8),
            _ generator: Int,
            _ steps: Int,
            _ name: String
        ) {
            self.controller = controller
            self.numbers = numbers
            self.generator = generator
            self.steps = steps
            testDescription = name
        }
    }

    static let cases = [
        Case(71, (0x21, 0x33, 0x19), 9, 100, "resonance: 10 dB"),
        Case(72, (0x66, 0x36, 0x1C), 38, 2_400 / 2, "release: 2400 timecents"),
        Case(73, (0x63, 0x34, 0x1A), 34, 4_800 / 2, "attack: 4800 timecents"),
        Case(74, (0x20, 0x32, 0x18), 8, 2_400 / 2, "cutoff: 2400 cents"),
        Case(75, (0x64, 0x35, 0x1B), 36, 2_400 / 2, "decay: 2400 timecents"),
        Case(76, (0x08, 0x30, 0x15), 24, 1_200 / 4, "vibrato rate: 1200 cents"),
        Case(77, (0x09, 0x31, 0x16), 6, 50 / 2, "vibrato depth: 50 cents"),
        Case(78, (0x0A, 0x37, 0x17), 23, 6_000 / 2, "vibrato delay: 6000 timecents"),
    ]

    /// A saw with a filter, a decay, a release and a vibrato, so that each controller shows.
    private static func saw(
        _ generators: [Int: Int] = [:],
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void = { _ in }
    ) -> SMFBuilder {
        let base = [8: -3_600 / 2, 36: 6_000 / 2, 37: 300, 38: 3_600 / 2]
        return .milliseconds { track in
            track.program(at: 0, channel: 0, .saw)
            track.control(at: 0, channel: 0, .modulation, 64)
            for (number, steps) in base.merging(generators, uniquingKeysWith: +) {
                track.generator(at: 0, number, steps)
            }
            body(&track)
            track.key(5...200, 57)
            track.endTick = 300
        }
    }

    private func expectOffset(
        _ test: Case,
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws {
        let studio = try Studio()
        let heard = try studio.render(Self.saw([:], body))
        let wanted = try studio.render(Self.saw([test.generator: test.steps]))
        let plain = try studio.render(Self.saw())
        #expect(try heard.distance(to: wanted) < -100)
        #expect(try heard.distance(to: plain) > -80)
    }

    @Test(arguments: cases) func controllers(test: Case) throws {
        try expectOffset(test) { $0.control(at: 0, channel: 0, test.controller, 96) }
    }

    @Test(arguments: cases) func nonRegisteredParameters(test: Case) throws {
        try expectOffset(test) {
            $0.nonRegisteredParameter(at: 0, channel: 0, 1, test.numbers.nonRegistered, 95)
            // Data increment.
            $0.control(at: 0, channel: 0, .nonRegisteredMSB, 1)
            $0.control(at: 0, channel: 0, .nonRegisteredLSB, test.numbers.nonRegistered)
            $0.control(at: 0, channel: 0, 96, 0)
        }
    }

    @Test(arguments: cases) func partsOfGS(test: Case) throws {
        try expectOffset(test) { $0.partOfGS(at: 0, channel: 0, test.numbers.gs, 96) }
    }

    @Test(arguments: cases) func partsOfXG(test: Case) throws {
        try expectOffset(test) { $0.partOfXG(at: 0, channel: 0, test.numbers.xg, 96) }
    }

    /// The other parameters of parts that a controller sets too: GS, XG and controller.
    @Test(arguments: [(0x19, 0x0B, 7), (0x1C, 0x0E, 10)] as [(UInt8, UInt8, UInt8)])
    func levelAndPan(gs: UInt8, xg: UInt8, controller: UInt8) throws {
        let studio = try Studio()
        let wanted = try studio.render(Self.saw { $0.control(at: 0, channel: 0, controller, 30) })
        for rendering in [
            try studio.render(Self.saw { $0.partOfGS(at: 0, channel: 0, gs, 30) }),
            try studio.render(Self.saw { $0.partOfXG(at: 0, channel: 0, xg, 30) }),
        ] {
            #expect(firstDifference(wanted.bytes, rendering.bytes) == nil)
        }
    }

    @Test func theCutoffFallsInHertz() throws {
        // The saw's partials at 440 Hz: the filter at 8.176 Hz · 2^(9900 / 1200) = 2489 Hz takes
        // 12 dB an octave from those above it.
        let studio = try Studio()
        func level(_ value: UInt8, _ frequency: Double) throws -> Double {
            let rendering = try studio.render(
                .milliseconds {
                    $0.program(at: 0, channel: 0, .saw)
                    $0.control(at: 0, channel: 0, 74, value)
                    $0.key(0...200, 69)
                }
            )
            return try rendering.left.level(
                ofPartial: frequency,
                in: rendering.frames(20..<180)
            )
        }
        let partials: [Double] = [440, 880, 6_160]
        let losses = try partials.map { try level(16, $0) - level(64, $0) }
        #expect(abs(losses[0]) < 0.1)
        #expect(abs(losses[1]) < 0.3)
        // A Butterworth filter with prewarped frequencies.
        let ratio = tan(Double.pi * 6_160 / 48_000) / tan(Double.pi * 2_489 / 48_000)
        let wanted = -10 * log10(1 + pow(ratio, 4))
        #expect(abs(losses[2] - wanted) < 0.5, "\(losses[2]) dB, not \(wanted)")
    }

    @Test func keyPressureIsAVibratoAsThatOfTheChannel() throws {
        let studio = try Studio()
        let song: @Sendable (Bool) -> SMFBuilder = { isKey in
            .milliseconds {
                $0.key(0...300)
                if isKey {
                    $0.pressure(at: 10, channel: 0, key: 69, 100)
                } else {
                    $0.pressure(at: 10, channel: 0, 100)
                }
            }
        }
        let key = try studio.render(song(true))
        let channel = try studio.render(song(false))
        let plain = try studio.render(.milliseconds { $0.key(0...300) })
        #expect(firstDifference(key.bytes, channel.bytes) == nil)
        #expect(try key.distance(to: plain) > -30)
    }

    @Test func resetAllControllersKeepsThem() throws {
        let studio = try Studio()
        let wanted = try studio.render(Self.saw { $0.control(at: 0, channel: 0, 74, 20) })
        let kept = try studio.render(
            Self.saw {
                $0.nonRegisteredParameter(at: 0, channel: 0, 1, 0x20, 20)
                $0.control(at: 0, channel: 0, 121, 0)
                // What it does not keep.
                $0.control(at: 0, channel: 0, .modulation, 64)
                for (number, steps) in [8: -3_600 / 2, 36: 6_000 / 2, 37: 300, 38: 3_600 / 2] {
                    $0.generator(at: 0, number, steps)
                }
            }
        )
        #expect(firstDifference(wanted.bytes, kept.bytes) == nil)
    }

    @Test(arguments: ["GM", "GM2", "GS", "XG"]) func resetsUndoThem(standard: String) throws {
        let studio = try Studio()
        let plain = try studio.render(.milliseconds { $0.key(10...200) })
        let reset = try studio.render(
            .milliseconds {
                $0.nonRegisteredParameter(at: 0, channel: 0, 1, 0x20, 20)
                $0.partOfXG(at: 0, channel: 0, 0x1A, 100)
                $0.reset(at: 1, standard)
                $0.key(10...200)
            }
        )
        #expect(try plain.distance(to: reset) < -100)
    }

    @Test func theyAreChased() throws {
        let studio = try Studio()
        let song = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, .saw)
            $0.nonRegisteredParameter(at: 0, channel: 0, 1, 0x20, 20)
            $0.partOfXG(at: 0, channel: 0, 0x0B, 40)
            $0.note(at: 10, length: 20, channel: 0, key: 69)
            $0.key(100...300)
        }
        var options = Rendering.Options()
        options.from = 64 * 48
        let whole = try studio.render(song)
        let part = try studio.render(song, options: options)
        let one = try whole.left.level(in: whole.frames(120..<280))
        let other = try part.left.level(in: part.frames(120 - 64..<280 - 64))
        #expect(abs(one - other) < 0.01)
    }
}
