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

    /// CC6 and CC38, also in the other order.
    @Test(
        arguments: [
            (0, 50), (1, 50), (0, 1), (2, 25), (12, 99), (24, 0), (0, 0), (71, 50), (96, 0),
            (72, 1),
        ] as [(UInt8, UInt8)],
        [0, 6_000, 8_192, 16_383] as [UInt16]
    )
    func rangesHaveCents(range: (semitones: UInt8, cents: UInt8), bend: UInt16) throws {
        let whole = Double(range.semitones) * 100 + Double(range.cents)
        let asked = whole * (Double(bend) - 8_192) / 8_192
        // Not where a bend leads out of what can be measured.
        guard abs(asked) < 3_000 else { return }
        for isReversed in [false, true] {
            let heard = try pitch {
                $0.control(at: 0, channel: 0, 101, 0)
                $0.control(at: 0, channel: 0, 100, 0)
                if isReversed { $0.control(at: 0, channel: 0, 38, range.cents) }
                $0.control(at: 0, channel: 0, 6, range.semitones)
                if !isReversed { $0.control(at: 0, channel: 0, 38, range.cents) }
                $0.bend(at: 0, channel: 0, bend)
            }
            #expect(abs(heard - asked) < 1.2, "\(heard) cents, asked for \(asked)")
        }
    }

    /// A new range moves a bend that is on, and a coarse part by itself has no cents.
    @Test func theLastRangeCounts() throws {
        let heard = try pitch {
            $0.bend(at: 0, channel: 0, 12_288)
            $0.control(at: 0, channel: 0, 101, 0)
            $0.control(at: 0, channel: 0, 100, 0)
            $0.control(at: 0, channel: 0, 6, 1)
            $0.control(at: 0, channel: 0, 38, 50)
            $0.control(at: 0, channel: 0, 6, 4)
        }
        #expect(abs(heard - 200) < 1)
    }

    /// RP-018: by a cent for the range, by a semitone for the coarse tuning.
    @Test func dataIncrementsAndDecrementsStep() throws {
        /// A parameter that stays selected, and steps of it.
        func pitch(_ parameter: UInt8, _ coarse: UInt8, _ fine: UInt8, _ steps: [UInt8]) throws
            -> Double
        {
            try self.pitch {
                for (number, value) in [
                    (101, 0), (100, parameter), (6, coarse), (38, fine),
                ] as [(UInt8, UInt8)] {
                    $0.control(at: 0, channel: 0, number, value)
                }
                for step in steps { $0.control(at: 0, channel: 0, step, 0) }
                $0.bend(at: 0, channel: 0, parameter == 0 ? 16_383 : 8_192)
            }
        }
        let up = [UInt8](repeating: 96, count: 40)
        let down = [UInt8](repeating: 97, count: 40)
        for (range, steps, cents) in [
            ((2, 0), up, 240), ((2, 90), up, 330), ((2, 20), down, 180), ((0, 20), down, 0),
        ] as [((UInt8, UInt8), [UInt8], Double)] {
            let heard = try pitch(0, range.0, range.1, steps)
            #expect(abs(heard - cents) < 1.5, "\(heard) cents, asked for \(cents)")
        }
        for (steps, cents) in [([96, 96], 500), ([97, 97, 97, 97], -100)]
            as [([UInt8], Double)]
        {
            #expect(abs(try pitch(2, 67, 0, steps) - cents) < 1.2)
        }
    }

    @Test func resettingTheControllersKeepsTheRange() throws {
        let heard = try pitch {
            $0.registeredParameter(at: 0, channel: 0, 0, value: 1 << 7 | 50)
            $0.bend(at: 0, channel: 0, 0)
            $0.control(at: 0, channel: 0, 121, 0)
        }
        #expect(abs(heard) < 1)
        let bent = try pitch {
            $0.registeredParameter(at: 0, channel: 0, 0, value: 1 << 7 | 50)
            $0.control(at: 0, channel: 0, 121, 0)
            $0.bend(at: 0, channel: 0, 0)
        }
        #expect(abs(bent + 150) < 1)
    }

    @Test func aStartInTheMiddleKeepsTheRange() throws {
        let song = SMFBuilder.milliseconds {
            $0.registeredParameter(at: 0, channel: 0, 0, value: 1 << 7 | 50)
            $0.bend(at: 10, channel: 0, 0)
            $0.key(500...780)
        }
        var options = Rendering.Options()
        options.tail = .none
        options.from = 500 * 48
        let rendering = try Studio().render(song, options: options)
        let sounding = try rendering.left.frequency(in: rendering.frames(20..<270))
        #expect(abs(cents(sounding, above: 440) + 150) < 1.2)
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
