import MIDI
import SamplerHost
import TestSupport
import Testing

/// Master tuning and key shift, heard in cents.
@Suite struct MasterTuningTests {
    private static let universal: @Sendable (UInt8, [UInt8]) -> [UInt8] = { kind, data in
        [0x7F, 0x7F, 0x04, kind] + data + [0xF7]
    }

    /// Universal fine tuning in 14 bits, GS and XG in tenths of a cent.
    private static func fine(_ standard: String, _ cents: Double) -> [UInt8] {
        let value = Int((cents * 10).rounded()) + 1_024
        let nibbles = [12, 8, 4, 0].map { UInt8(value >> $0 & 15) }
        switch standard {
        case "universal":
            let value = 8_192 + Int((cents * 8_192 / 100).rounded())
            return universal(3, [UInt8(value & 127), UInt8(value >> 7)])
        case "GS":
            let sum = (0x40 + nibbles.reduce(0, +)) & 127
            return [0x41, 0x10, 0x42, 0x12, 0x40, 0, 0] + nibbles + [(128 - sum) & 127, 0xF7]
        default:
            return [0x43, 0x10, 0x4C, 0, 0, 0] + nibbles + [0xF7]
        }
    }

    private static func coarse(_ standard: String, _ semitones: Int) -> [UInt8] {
        let value = UInt8(64 + semitones)
        switch standard {
        case "universal": return universal(4, [0, value])
        case "GS":
            let sum = (0x40 + 5 + value) & 127
            return [0x41, 0x10, 0x42, 0x12, 0x40, 0, 5, value, (128 - sum) & 127, 0xF7]
        default: return [0x43, 0x10, 0x4C, 0, 0, 6, value, 0xF7]
        }
    }

    private func cents(
        _ milliseconds: Range<Int>,
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws -> Double {
        let left = try Studio().render(.milliseconds(body)).left
        return try TunedSong.cents(left, milliseconds, above: 69)
    }

    @Test(arguments: ["universal", "GS", "XG"], [-99.0, -31, 40, 99])
    func fineTuning(standard: String, wanted: Double) throws {
        let heard = try cents(20..<270) {
            $0.systemExclusive(at: 0, Self.fine(standard, wanted))
            $0.key(5...280)
        }
        // FluidSynth rounds down to a cent.
        #expect(abs(heard - wanted) < 1.1, "\(heard) cents, not \(wanted)")
    }

    @Test(arguments: ["universal", "GS", "XG"], [-12, 7])
    func coarseTuning(standard: String, semitones: Int) throws {
        let heard = try cents(20..<270) {
            $0.systemExclusive(at: 0, Self.coarse(standard, semitones))
            $0.key(5...280)
        }
        #expect(abs(heard - Double(semitones) * 100) < 1)
    }

    @Test func bothAddUpAndNotesThatSoundFollow() throws {
        let song: @Sendable (inout SMFBuilder.Track) -> Void = {
            $0.registeredParameter(at: 0, channel: 0, 2, value: 66 << 7)
            $0.key(5...600)
            $0.systemExclusive(at: 200, Self.fine("universal", 50))
            $0.systemExclusive(at: 200, Self.coarse("GS", 1))
            $0.systemExclusive(at: 400, Self.coarse("GS", 0))
            $0.registeredParameter(at: 400, channel: 0, 2, value: 65 << 7)
        }
        #expect(abs(try cents(20..<190, song) - 200) < 1)
        #expect(abs(try cents(220..<390, song) - 350) < 1)
        #expect(abs(try cents(420..<590, song) - 150) < 1)
    }

    /// The parts of the sum are told apart by the messages, not by their amounts.
    @Test func aChannelsTuningMayBeThatOfAll() throws {
        let song: @Sendable (inout SMFBuilder.Track) -> Void = {
            $0.systemExclusive(at: 0, Self.fine("universal", 50))
            $0.registeredParameter(at: 1, channel: 0, 1, value: 12_288)
            $0.key(5...200)
        }
        #expect(abs(try cents(20..<190, song) - 100) < 1)
    }

    @Test func drumsKeepTheirPitch() throws {
        let studio = try Studio()
        let drums: @Sendable (inout SMFBuilder.Track) -> Void = {
            $0.note(at: 20, length: 50, channel: 9, key: 40)
        }
        let plain = try studio.render(.milliseconds { drums(&$0) })
        let tuned = try studio.render(
            .milliseconds {
                $0.systemExclusive(at: 0, Self.coarse("universal", -12))
                drums(&$0)
            }
        )
        #expect(firstDifference(plain.bytes, tuned.bytes) == nil)
    }

    @Test func resetAllControllersKeepsIt() throws {
        let heard = try cents(20..<270) {
            $0.systemExclusive(at: 0, Self.coarse("universal", 5))
            $0.control(at: 1, channel: 0, 121, 0)
            $0.key(5...280)
        }
        #expect(abs(heard - 500) < 1)
    }

    @Test(arguments: ["GM", "GM2", "GS", "XG"]) func resetsUndoIt(standard: String) throws {
        let heard = try cents(20..<270) {
            $0.systemExclusive(at: 0, Self.coarse("universal", 5))
            $0.systemExclusive(at: 0, Self.fine("universal", 30))
            $0.reset(at: 1, standard)
            $0.key(5...280)
        }
        #expect(abs(heard) < 1)
    }

    @Test func itIsChased() throws {
        let song = SMFBuilder.milliseconds {
            $0.systemExclusive(at: 0, Self.fine("GS", 60))
            $0.systemExclusive(at: 0, Self.coarse("XG", -2))
            $0.key(100...400)
        }
        var options = Rendering.Options()
        options.from = 64 * 48
        let left = try Studio().render(song, options: options).left
        #expect(abs(try TunedSong.cents(left, 60..<300, above: 69) + 140) < 1)
    }
}
