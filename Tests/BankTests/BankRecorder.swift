import Effects
import MIDI
import SMF
import SamplerHost
import Sequencer
import TestSupport

/// Notes of the bank as the engine plays them, one after the other, at FluidSynth's usual gain.
struct BankRecorder {
    struct Note {
        var program: UInt8
        var key: UInt8
        var velocity: UInt8 = 100
        /// Whether `program` is a drum kit.
        var isDrum = false
    }

    /// Frames a second.
    static let rate = 48_000

    /// Renders notes without reverb and chorus.
    ///
    /// - Parameters:
    ///   - notes: The notes.
    ///   - held: Milliseconds from each key down to key up.
    ///   - apart: Milliseconds from one note to the next.
    ///   - cutsOff: Whether a note is silenced before the next one, so that each stands alone.
    ///   - bank: The SoundFont.
    /// - Returns: For each note, its sound until the next one, left and right.
    /// - Throws: What the engine throws.
    static func record(
        _ notes: [Note],
        held: Int,
        apart: Int,
        cutsOff: Bool = true,
        of bank: String = bankPath
    ) throws -> [Stereo] {
        // A tick is a millisecond: 500 to the quarter note of half a second.
        var song = SMFBuilder(format: 1, ticksPerQuarter: 500)
        song.track { track in
            for (index, note) in notes.enumerated() {
                let start = UInt32(index * apart)
                // Channels in turn, so that a new program does not touch what still sounds.
                let channel = note.isDrum ? 9 : UInt8(index % 9)
                track.program(at: start, channel: channel, note.program)
                track.noteOn(
                    at: start + 5,
                    channel: channel,
                    key: note.key,
                    velocity: note.velocity
                )
                track.noteOff(at: start + 5 + UInt32(held), channel: channel, key: note.key)
                if cutsOff {
                    track.control(at: start + UInt32(apart) - 3, channel: channel, .allSoundOff, 0)
                }
            }
        }
        let whole = try render(song.bytes, of: bank)
        let frames = apart * rate / 1_000
        return try notes.indices.map { index in
            guard whole.left.count >= index * frames + frames / 2 else {
                throw TestSupportError("\(whole.left.count) frames for \(notes.count) notes")
            }
            let range = index * frames..<min((index + 1) * frames, whole.left.count)
            return Stereo(left: Array(whole.left[range]), right: Array(whole.right[range]))
        }
    }

    private static func render(_ bytes: [UInt8], of bank: String) throws -> Stereo {
        let sequences = PreparedSequence.sequences(from: try MIDIFile(bytes))
        let sampler = SamplerSettings(fonts: [SoundFontReference(path: bank)])
        var settings = EngineSettings(sampler: sampler)
        settings.effects = .none
        settings.rate = rate
        settings.maximumPeriod = RecordingSink.period
        settings.tail = .frames(Int64(rate / 2))
        let engine = try Engine(settings, for: sequences)
        for (index, sequence) in sequences.enumerated() {
            let item = PlayItem(sequence: sequence, rate: rate, startsAnew: index == 0)
            guard engine.enqueue(item, isLast: index == sequences.count - 1) != nil else {
                throw TestSupportError("the engine took no item")
            }
        }
        let sink = RecordingSink()
        try engine.run(into: sink) { _ = engine.takeReports() }
        return sink.stereo
    }
}

/// Two channels of sound; full scale is 1.0.
struct Stereo {
    var left: [Float] = []
    var right: [Float] = []

    /// Both channels in one.
    var mono: [Double] {
        var sum: [Double] = []
        sum.reserveCapacity(left.count)
        for index in left.indices { sum.append(Double(left[index]) + Double(right[index])) }
        return sum
    }

    /// The mono sound between two times in seconds.
    func mono(_ seconds: Range<Double>) -> [Double] {
        let rate = Double(BankRecorder.rate)
        let range = Int(seconds.lowerBound * rate)..<Int(seconds.upperBound * rate)
        return Array(mono[range.clamped(to: 0..<left.count)])
    }
}

/// Keeps what the engine renders.
private final class RecordingSink: PeriodSink {
    static let period = 1_024

    var periodFrames: Int { Self.period }
    let layout = SampleLayout.float32
    private(set) var stereo = Stereo()

    func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        for frame in 0..<frames {
            stereo.left.append(samples.unsafeLoad(fromByteOffset: 8 * frame, as: Float.self))
            stereo.right.append(samples.unsafeLoad(fromByteOffset: 8 * frame + 4, as: Float.self))
        }
        return 0
    }

    func finish() throws(HostError) {}
    func abandon() {}
}
