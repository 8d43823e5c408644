import Sequencer
import SoundTestSupport
import Synchronization
import TestSupport
import Testing
import Voices

@testable import SamplerHost
@testable import Synthesis

/// Recordings that are read while our own voices play them, with a stream whose steps are the test's.
@Suite("Samples that are read while they are played")
struct SampleStreamTests {
    private let studio: InstrumentStudio
    private let font: ArticulatedFont
    private let stream = SampleStream()
    /// Keys 69, 57 and 45: two seconds each, 192 KB.
    private static let text = """
        <region> sample=sine.wav key=69 <region> sample=low.wav key=57
        <region> sample=lower.wav key=45
        """
    private static let head = 2_048
    private static let whole = 2 * 96_000

    init() throws {
        studio = try InstrumentStudio()
        try studio.add("low.wav", WAVBuilder([WAVBuilder.sine(220, frames: 96_000)]))
        try studio.add("lower.wav", WAVBuilder([WAVBuilder.sine(110, frames: 96_000)]))
        font = try #require(SharedSoundFont.open(studio.write(Self.text)).articulatedFont())
        stream.add(font.samples)
    }

    /// The frames of each recording that have been read.
    private var counts: [Int] { font.samples.sides.map { $0.first?.playableCount ?? 0 } }

    private func readHeads() {
        font.samples.readHeads([0: 0, 1: 0, 2: 0], frames: Self.head)
    }

    private func limit(_ bytes: Int) {
        stream.settings = SampleStream.Settings(limit: bytes, headFrames: Self.head)
    }

    /// Voices that play the font on channel 1.
    private func voices() -> VoiceEngine {
        var engine = VoiceEngine(polyphony: 8, rate: 48_000, isArticulated: true)
        engine.setPreset(font.preset(.init(bank: 0, program: 0)), channel: 0)
        return engine
    }

    /// Renders frames, and has the stream read as long as the voices wait for more.
    private func render(
        _ engine: inout VoiceEngine,
        _ frames: Int,
        at time: Int64 = 1_000_000_000
    ) -> [Float] {
        var output: [Float] = []
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 4 * 480)
        defer { memory.deallocate() }
        while output.count < frames {
            let now = time + Int64(output.count) * 1_000_000_000 / 48_000
            engine.clock = now
            engine.render(
                480,
                left: memory,
                right: memory + 480,
                reverb: memory + 960,
                chorus: memory + 1_440
            )
            output += UnsafeBufferPointer(start: memory, count: 480)
            guard engine.waitsForFrames else { continue }
            engine.waitsForFrames = false
            while stream.step(now: now) {}
        }
        return output
    }

    @Test("first the beginnings are read, then the rest while there is room")
    func order() {
        readHeads()
        #expect(counts == [Self.head, Self.head, Self.head])
        limit(Self.whole + 2 * 2 * Self.head + 1_000)
        while stream.step() {}
        #expect(counts == [96_000, Self.head, Self.head])
        limit(1 << 30)
        while stream.step() {}
        #expect(counts == [96_000, 96_000, 96_000])
    }

    @Test("a beginning that is missing is read before the rest of others")
    func missingHeads() {
        font.samples.readHeads([0: 0], frames: Self.head)
        font.samples.expectHeads([2: 10_000], frames: Self.head)
        #expect(stream.step())
        // From the latest frame on at which a note may begin.
        #expect(counts == [Self.head, 0, 10_000 + Self.head])
    }

    @Test("a recording that is played backward is read whole before the first note")
    func backward() throws {
        let text = "<region> sample=sine.wav direction=reverse <region> sample=low.wav"
        let font = try #require(SharedSoundFont.open(studio.write(text)).articulatedFont())
        let starts = font.recordings(.init(bank: 0, program: 0), for: .all)
        font.samples.readHeads(starts, frames: Self.head)
        let counts = font.samples.sides.map { $0.first?.playableCount ?? 0 }
        #expect(counts == [96_000, Self.head])
    }

    @Test("what is read while it is played sounds as what was read before")
    func sound() {
        readHeads()
        limit(Self.whole + 3 * 2 * Self.head)
        var engine = voices()
        engine.noteOn(channel: 0, key: 69, velocity: 127)
        let streamed = render(&engine, 96_000)
        #expect(counts == [96_000, Self.head, Self.head])
        font.samples.read([0, 1, 2])
        var other = voices()
        other.noteOn(channel: 0, key: 69, velocity: 127)
        let whole = render(&other, 96_000)
        // Not all frames in a message.
        let (isEqual, isHeard) = (whole == streamed, whole.contains { abs($0) > 0.01 })
        #expect(isEqual && isHeard)
    }

    @Test("what was played longest ago makes room, and is read again")
    func room() {
        readHeads()
        limit(Self.whole + 4 * 2 * Self.head)
        var engine = voices()
        var first: [Float] = []
        for (number, key) in [69, 57, 45, 69].enumerated() {
            engine.noteOn(channel: 0, key: UInt8(key), velocity: 127)
            // A second after the end of the last.
            let sound = render(&engine, 97_920, at: Int64(number + 1) * 3_100_000_000)
            #expect(counts.filter { $0 == 96_000 }.count == 1)
            #expect(counts.filter { $0 == Self.head }.count == 2)
            if number == 0 { first = sound }
            let isEqual = sound == first
            if number == 3 { #expect(isEqual) }
        }
        #expect(counts == [96_000, Self.head, Self.head])
        #expect(stream.starvedCount == 0)
    }

    @Test("a note without room fades out, and is reported")
    func shortage() throws {
        final class Reports: Sendable {
            let list = Mutex<[SampleStream.Shortage]>([])
        }
        let reports = Reports()
        stream.onShortage { shortage in reports.list.withLock { $0.append(shortage) } }
        readHeads()
        let limit = Self.whole + 3 * 2 * Self.head
        self.limit(limit)
        var engine = voices()
        engine.noteOn(channel: 0, key: 69, velocity: 127)
        var sound = render(&engine, 48_000)
        engine.noteOn(channel: 0, key: 57, velocity: 127)
        sound += render(&engine, 24_000, at: 2_000_000_000)
        #expect(counts.filter { $0 == 96_000 }.count == 1)
        #expect(engine.voiceCount == 1)
        // No click: no step is larger than those of both sines.
        let steps = zip(sound, sound.dropFirst()).map { abs($0 - $1) }
        let (alone, together) = (steps[..<48_000].max() ?? 0, steps[48_000...].max() ?? 0)
        #expect(together < alone * 1.6)
        while stream.step(now: 10_000_000_000) {}
        #expect(stream.starvedCount == 1)
        let path = font.samples.source.path
        #expect(
            reports.list.withLock { $0 }
                == [SampleStream.Shortage(path: path, voices: 1, limit: limit)]
        )
    }

    @Test("what a render plays stays in memory until it ends")
    func holding() {
        font.samples.hold([1])
        readHeads()
        limit(0)
        var engine = voices()
        engine.noteOn(channel: 0, key: 69, velocity: 127)
        _ = render(&engine, 48_000)
        #expect(counts == [Self.head, 96_000, Self.head])
        font.samples.release([1])
        engine.noteOn(channel: 0, key: 69, velocity: 127)
        _ = render(&engine, 48_000, at: 3_000_000_000)
        #expect(counts == [Self.head, Self.head, Self.head])
    }

    @Test("a shortage says what helps")
    func words() {
        var shortage = SampleStream.Shortage(path: "piano.sfz", voices: 1, limit: 64 << 20)
        #expect(
            shortage.description
                == "piano.sfz: 1 note faded out: all 64 MiB of --sample-memory are in use"
        )
        shortage.limit = nil
        shortage.voices = 2
        #expect(
            shortage.description
                == "piano.sfz: 2 notes faded out: samples were read too slowly; a larger --preload "
                + "gives more time"
        )
    }
}
