import MIDI
import SamplerHost
import TestSupport
import Testing

/// The sustain pedal by degrees, by option: what falls how fast.
@Suite struct HalfPedalTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func render(
        halfPedal: Bool = true,
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws -> Rendering {
        var options = Rendering.Options()
        options.halfPedal = halfPedal
        // The sustained sine: its release takes 1 s for 96 dB, and it has no decay.
        let song = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, .longRelease)
            body(&$0)
            $0.endTick = 1_600
        }
        return try studio.render(song, options: options)
    }

    /// The fall in dB a second between two times in milliseconds, which it has throughout.
    private func slope(_ rendering: Rendering, _ range: Range<Int>) throws -> Double {
        let step = (range.count - 40) / 4
        let levels = try (0...4).map {
            let start = range.lowerBound + $0 * step
            return try rendering.level(ofKey: 69, start..<start + 40)
        }
        let falls = zip(levels, levels.dropFirst()).map { $0 - $1 }
        let mean = (levels[0] - levels[4]) / 4
        for fall in falls { #expect(abs(fall - mean) < 0.3, "\(levels)") }
        return mean / Double(step) * 1_000
    }

    @Test func withoutPedalTheReleaseIsTheFonts() throws {
        let song: @Sendable (inout SMFBuilder.Track) -> Void = { $0.key(0...200) }
        let plain = try render(halfPedal: false, song)
        let rendering = try render(song)
        for time in [50, 150, 300, 500, 700] {
            let level = try plain.level(ofKey: 69, time..<time + 40)
            #expect(abs(try rendering.level(ofKey: 69, time..<time + 40) - level) < 0.3, "\(time)")
        }
        #expect(try rendering.peak(1_300..<1_500) == -.infinity)
    }

    @Test func thePedalCatchesWhatIsFading() throws {
        let song: @Sendable (inout SMFBuilder.Track) -> Void = {
            $0.key(0...200)
            $0.control(at: 400, channel: 0, .sustain, 127)
            $0.control(at: 1_000, channel: 0, .sustain, 0)
        }
        let rendering = try render(song)
        #expect(abs(try slope(rendering, 210..<400) - 96) < 1)
        // The slowest decay that there is.
        #expect(abs(try slope(rendering, 410..<1_000) - 0.95) < 0.1)
        #expect(abs(try slope(rendering, 1_010..<1_400) - 96) < 1)
        // Without the option it is too late.
        let plain = try render(halfPedal: false, song)
        #expect(abs(try slope(plain, 410..<800) - 96) < 1)
    }

    @Test(arguments: [(32, 29.9), (64, 9.36), (96, 2.93)])
    func betweenUpAndDownTheTimeIsBetween(_ value: UInt8, _ expected: Double) throws {
        // 96 dB in 2^(8000 · value / 127 / 1200) s.
        let rendering = try render {
            $0.key(0...200)
            $0.control(at: 205, channel: 0, .sustain, value)
        }
        #expect(abs(try slope(rendering, 220..<1_500) - expected) < 0.15)
    }

    @Test func theReleaseTimeControllerCounts() throws {
        let rendering = try render {
            $0.control(at: 0, channel: 0, 72, 96)
            $0.key(5...200)
        }
        // Four times as long.
        #expect(abs(try slope(rendering, 220..<1_500) - 24) < 0.3)
    }

    @Test func aKeyThatIsDownOrHeldKeepsItsLevel() throws {
        let rendering = try render {
            $0.key(0...700)
            $0.control(at: 300, channel: 0, .sustain, 40)
            $0.control(at: 600, channel: 0, .sustain, 127)
            $0.control(at: 1_200, channel: 0, .sustain, 0)
        }
        #expect(abs(try slope(rendering, 20..<1_200)) < 0.01)
        #expect(abs(try slope(rendering, 1_210..<1_500) - 96) < 1)
    }

    @Test func whatTheSostenutoPedalHoldsIsNotDamped() throws {
        let rendering = try render {
            $0.noteOn(at: 0, channel: 0, key: 69, velocity: 127)
            $0.control(at: 50, channel: 0, .sostenuto, 127)
            $0.noteOff(at: 200, channel: 0, key: 69)
            $0.control(at: 300, channel: 0, .sustain, 127)
            $0.control(at: 500, channel: 0, .sustain, 0)
            $0.control(at: 900, channel: 0, .sostenuto, 0)
        }
        #expect(abs(try slope(rendering, 20..<900)) < 0.01)
        #expect(abs(try slope(rendering, 910..<1_400) - 96) < 1)
    }

    @Test(arguments: (PedalCase.sustain + PedalCase.sostenuto).filter { !$0.name.contains("63") })
    func allOrNothingIsAsWithoutTheOption(_ pedalCase: PedalCase) throws {
        var options = pedalCase.options
        options.halfPedal = true
        let rendering = try studio.render(pedalCase.song, options: options)
        for check in pedalCase.heard {
            let level = try rendering.level(ofKey: check.key, check.time..<check.time + 40)
            #expect(
                check.isHeard ? level > MeasuringFont.sinePeakLevel - 3 : level < -75,
                "key \(check.key) at \(check.time) ms: \(level) dB"
            )
        }
    }

    @Test func aResetAndAGroupEndWhatThePedalSlows() throws {
        let studio = try InstrumentStudio()
        let path = try studio.write(
            """
            <region> sample=sine.wav pitch_keycenter=69 loop_mode=loop_continuous loop_start=0
            loop_end=47999 ampeg_release=1 key=69 off_by=1 off_mode=normal
            <region> sample=sine.wav pitch_keycenter=69 key=81 group=1 volume=-90
            """
        )
        func slope(_ end: @escaping @Sendable (inout SMFBuilder.Track) -> Void) throws -> Double {
            var options = Rendering.Options()
            (options.halfPedal, options.engine, options.limiter) = (true, .seqd, false)
            let song = SMFBuilder.milliseconds {
                $0.note(at: 0, length: 200, channel: 0, key: 69, velocity: 127)
                $0.control(at: 205, channel: 0, .sustain, 127)
                end(&$0)
                $0.endTick = 1_600
            }
            return try self.slope(Rendering(song, font: path, options), 320..<700)
        }
        let reset = try slope { $0.control(at: 300, channel: 0, 121, 0) }
        #expect(abs(reset - 78) < 2)
        let group = try slope { $0.note(at: 300, length: 50, channel: 0, key: 81, velocity: 1) }
        #expect(abs(group - 78) < 2)
    }

    /// The fall in dB a second after the end of a note of an SFZ file, which falls by 78 dB in the time
    /// of its release.
    @Test(arguments: [
        ("", UInt8(0), 78.0),
        ("", 127, 0.77),
        // Between 1 and 101.6 seconds, by the pedal's position.
        ("", 40, 18.2),
        // The decay has begun: it is the slowest.
        ("ampeg_decay=4 ampeg_sustain=50", 127, 19.5),
        ("ampeg_sustain=50", 127, 0.77),
        ("sustain_sw=off", 127, 78),
    ])
    func anSFZFileFallsAsSlowlyAsThePedalSays(
        _ opcodes: String,
        _ value: UInt8,
        _ expected: Double
    ) throws {
        let studio = try InstrumentStudio()
        let path = try studio.write(
            """
            <region> sample=sine.wav pitch_keycenter=69 loop_mode=loop_continuous loop_start=0
            loop_end=47999 ampeg_release=1 \(opcodes)
            """
        )
        var options = Rendering.Options()
        (options.halfPedal, options.engine, options.limiter) = (true, .seqd, false)
        let song = SMFBuilder.milliseconds {
            $0.note(at: 0, length: 200, channel: 0, key: 69, velocity: 127)
            $0.control(at: 205, channel: 0, .sustain, value)
            $0.endTick = 1_600
        }
        let rendering = try Rendering(song, font: path, options)
        #expect(abs(try slope(rendering, 220..<700) - expected) < max(0.2, expected / 50))
    }
}
