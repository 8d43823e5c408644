import Foundation
import MIDI
import SamplerHost
import TestSupport
import Testing

/// Master volume messages, carried out by the mixer.
@Suite struct MasterVolumeTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// How a standard says a value, 0 … 127.
    private static func message(_ standard: String, _ value: UInt8, at tick: UInt32)
        -> @Sendable (inout SMFBuilder.Track) -> Void
    {
        { track in
            switch standard {
            case "universal":
                track.systemExclusive(at: tick, [0x7F, 0x7F, 0x04, 0x01, value, value, 0xF7])
            case "GS":
                track.rolandData(at: tick, address: [0x40, 0x00, 0x04], value)
            default:
                track.systemExclusive(at: tick, [0x43, 0x10, 0x4C, 0, 0, 4, value, 0xF7])
            }
        }
    }

    /// The level of a long note before a message at 100 ms and after it, dB apart.
    private func change(
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws -> Double {
        let song = SMFBuilder.milliseconds {
            $0.key(0...200)
            body(&$0)
        }
        let rendering = try studio.render(song)
        let before = try rendering.level(ofKey: 69, 20..<90)
        return try rendering.level(ofKey: 69, 110..<190) - before
    }

    @Test(arguments: ["universal", "GS", "XG"], [1, 32, 64, 100, 127] as [UInt8])
    func theLevelFollowsTheSquare(standard: String, value: UInt8) throws {
        let heard = try change(Self.message(standard, value, at: 100))
        #expect(abs(heard - 40 * log10(Double(value) / 127)) < 0.02)
    }

    @Test func fourteenBitsCount() throws {
        let heard = try change {
            $0.systemExclusive(at: 100, [0x7F, 0x7F, 0x04, 0x01, 0x12, 0x34, 0xF7])
        }
        #expect(abs(heard - 40 * log10(Double(0x34 << 7 | 0x12) / 16_383)) < 0.02)
    }

    @Test func zeroIsSilence() throws {
        let song = SMFBuilder.milliseconds {
            $0.key(0...200)
            Self.message("universal", 0, at: 100)(&$0)
        }
        let rendering = try studio.render(song)
        #expect(try rendering.left.isSilent(in: rendering.frames(107..<200), below: -.infinity))
    }

    @Test func aChangeDoesNotClick() throws {
        let song = SMFBuilder.milliseconds {
            $0.key(0...200)
            Self.message("universal", 10, at: 100)(&$0)
        }
        let rendering = try studio.render(song)
        // Between neighbours a sine of 440 Hz at this level differs by 0.0029 at most.
        let samples = rendering.left.samples[4_700..<5_300]
        let step = zip(samples, samples.dropFirst()).map { ($1 - $0).magnitude }.max() ?? 1
        #expect(step < 0.0032)
    }

    @Test(arguments: ["universal", "GS", "XG"], ["GM", "GM2", "GS", "XG"])
    func aResetBringsItBack(standard: String, reset: String) throws {
        let song = SMFBuilder.milliseconds {
            Self.message(standard, 20, at: 0)(&$0)
            $0.key(10...60)
            $0.reset(at: 80, reset)
            $0.key(100...180)
        }
        let rendering = try studio.render(song)
        #expect(try rendering.level(ofKey: 69, 20..<60) < TestedEngine.sinePeakLevel - 30)
        let after = try rendering.level(ofKey: 69, 110..<170)
        #expect(abs(after - TestedEngine.sinePeakLevel) < 0.02)
    }

    @Test func itIsThePortsOwn() throws {
        let song = SMFBuilder.milliseconds(
            {
                $0.port(at: 0, 0)
                $0.key(0...200)
                Self.message("universal", 0, at: 100)(&$0)
            },
            {
                $0.port(at: 0, 1)
                $0.key(0...200, 81)
            }
        )
        let rendering = try studio.render(song)
        #expect(try rendering.level(ofKey: 69, 110..<190) < -90)
        #expect(abs(try rendering.level(ofKey: 81, 110..<190) - TestedEngine.sinePeakLevel) < 0.1)
    }

    @Test func playingFromLaterTakesItAlong() throws {
        let song = SMFBuilder.milliseconds {
            Self.message("GS", 64, at: 10)(&$0)
            $0.key(200...300)
        }
        var options = Rendering.Options()
        options.from = 100 * 48
        let rendering = try studio.render(song, options: options)
        let expected = TestedEngine.sinePeakLevel + 40 * log10(64.0 / 127)
        #expect(abs(try rendering.level(ofKey: 69, 120..<190) - expected) < 0.02)
    }
}
