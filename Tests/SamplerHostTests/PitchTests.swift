import MIDI
import SamplerHost
import TestSupport
import Testing

/// How high it sounds.
@Suite struct PitchTests {
    /// Half a second of the sine on key 69, after what a track says first.
    private func pitch(
        rate: Int = 48_000,
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void = { _ in }
    ) throws -> Double {
        let song = SMFBuilder.milliseconds {
            body(&$0)
            $0.key(0...280)
        }
        var options = Rendering.Options()
        options.rate = rate
        options.tail = .none
        let rendering = try Studio(rate: rate).render(song, options: options)
        let sounding = try rendering.left.frequency(in: rendering.frames(20..<270))
        return cents(sounding, above: 440)
    }

    @Test(arguments: [44_100, 48_000, 96_000])
    func withoutABendItIsExact(rate: Int) throws {
        #expect(abs(try pitch(rate: rate)) < 0.05)
    }

    @Test(arguments: [1, 2, 12, 24], [0, 2_048, 8_191, 8_193, 12_288, 16_383] as [UInt16])
    func bendsAreExact(range: UInt16, bend: UInt16) throws {
        let heard = try pitch {
            $0.registeredParameter(at: 0, channel: 0, 0, value: range << 7)
            $0.bend(at: 0, channel: 0, bend)
        }
        let asked = Double(range) * 100 * (Double(bend) - 8_192) / 8_192
        #expect(abs(heard - asked) < 1, "\(heard) cents, asked for \(asked)")
    }

    @Test func withoutARangeItIsTwoSemitones() throws {
        #expect(abs(try pitch { $0.bend(at: 0, channel: 0, 0) } + 200) < 1)
    }

    @Test(arguments: [44_100, 96_000])
    func bendsAreTheSameAtOtherRates(rate: Int) throws {
        #expect(abs(try pitch(rate: rate) { $0.bend(at: 0, channel: 0, 12_288) } - 100) < 1)
    }

    @Test(arguments: [0, 4_096, 12_288, 16_383] as [UInt16])
    func fineTuning(value: UInt16) throws {
        let heard = try pitch { $0.registeredParameter(at: 0, channel: 0, 1, value: value) }
        #expect(abs(heard - (Double(value) - 8_192) / 8_192 * 100) < 1)
    }

    @Test(arguments: [-12, -1, 1, 7])
    func coarseTuning(semitones: Int) throws {
        let heard = try pitch {
            $0.registeredParameter(at: 0, channel: 0, 2, value: UInt16(64 + semitones) << 7)
        }
        #expect(abs(heard - Double(semitones) * 100) < 1)
    }

    @Test func aFontOfAnotherRateSoundsAtTheSamePitch() throws {
        let studio = try Studio(rate: 44_100)
        let song = SMFBuilder.milliseconds { $0.key(0...280) }
        let rendering = try studio.render(song)
        let heard = try rendering.left.frequency(in: rendering.frames(20..<270))
        #expect(abs(cents(heard, above: 440)) < 0.2)
    }

    @Test(arguments: [-12, 5])
    func transposing(semitones: Int) throws {
        let song = SMFBuilder.milliseconds {
            $0.key(0...280)
            $0.note(at: 300, length: 10, channel: 9, key: 40, velocity: 127)
        }
        var options = Rendering.Options()
        options.transpose = semitones
        let rendering = try Studio().render(song, options: options)
        let heard = try rendering.left.frequency(in: rendering.frames(20..<270))
        #expect(abs(cents(heard, above: 440) - Double(semitones) * 100) < 0.2)
    }
}
