import Racks
import SMF
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Delays whose time is a note, at the tempo of the music.
@Suite struct TempoDelayTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// Two short notes: one at 120 quarter notes a minute, one behind a change to 90.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.tempo(at: 0, beatsPerMinute: 120)
            $0.note(at: 0, length: 60, channel: 0, key: MeasuringFont.rootKey)
            $0.tempo(at: 1_920, microsecondsPerQuarter: 666_666)
            $0.note(at: 2_400, length: 60, channel: 0, key: MeasuringFont.rootKey)
        }
        return song
    }

    /// A frame between the change of tempo and the second note.
    private static let middle = 112_000

    private func render(
        _ inserts: String,
        period: Int = 256,
        speed: Speed = .normal
    ) throws -> Signal {
        var options = Rendering.Options()
        options.period = period
        let bytes = Self.song.bytes
        let (engine, _) = try Rendering.engine(for: [bytes], font: studio.font, options)
        let sequence = try #require(PreparedSequence.sequences(from: try MIDIFile(bytes)).first)
        var settings = StripSettings()
        settings.inserts = try StripParameter.inserts(inserts)
        try engine.setStrip("sampler", settings)
        let item = PlayItem(sequence: sequence, rate: options.rate, speed: speed)
        _ = engine.enqueue(item, isLast: true)
        let sink = MemorySink(periodFrames: options.period, format: .float)
        try engine.run(into: sink) { _ = engine.takeReports() }
        return try sink.channels(rate: options.rate).0
    }

    /// The first frame of a sound from a frame on.
    private func onset(_ signal: Signal, from start: Int = 0) throws -> Int {
        try #require(signal.samples[start...].firstIndex { $0 != 0 })
    }

    @Test(arguments: [
        ("1/8", 12_000, 16_000), ("1/8.", 18_000, 24_000), ("1/8t", 8_000, 10_667),
        ("1/4", 24_000, 32_000), ("3/16", 18_000, 24_000), ("100", 4_800, 4_800),
        // Longer than four seconds: halved. The tempo changes before the first echo.
        ("9/4", 144_000, 144_000),
    ])
    func echoesComeAtTheTempoOfTheMusic(_ time: String, _ first: Int, _ second: Int) throws {
        let plain = try render("eq")
        let echo = try render("delay,time=\(time),feedback=0,mix=1")
        #expect(try onset(echo) == onset(plain) + first)
        let start = first > Self.middle ? 200_000 : Self.middle
        #expect(try onset(echo, from: start) == onset(plain, from: Self.middle) + second)
    }

    @Test func theSpeedCountsToo() throws {
        let half = try #require(Speed(parsing: "50%"))
        let plain = try render("eq", speed: half)
        let echo = try render("delay,time=1/8,feedback=0,mix=1", speed: half)
        #expect(try onset(echo) == onset(plain) + 24_000)
    }

    @Test(arguments: [64, 441, 1_024])
    func periodsChangeNothing(_ period: Int) throws {
        let inserts = "delay,time=1/16,feedback=0.9"
        let one = try render(inserts).samples
        let other = try render(inserts, period: period).samples
        #expect(one.prefix(200_000) == other.prefix(200_000))
    }
}
