import SMF
import SamplerHost
import Sequencer

/// From a file's name to the first block that is heard, the way `seqd play` goes.
enum FirstSoundProbe {
    /// Frames a second.
    private static let rate = 48_000
    /// After so many frames without a sound it gives up: ten seconds.
    private static let limit = 480_000

    /// Prints when each step was done, in seconds since the beginning.
    static func play(_ path: String, font: String) throws {
        let resources = ReadingResources.machine()
        let watch = Stopwatch()
        let bytes = try InputFile.read(path)
        let loaded = watch.seconds
        let file = try MIDIFile(bytes, using: resources)
        let parsed = watch.seconds
        let sequences = PreparedSequence.sequences(from: file, using: resources)
        let merged = watch.seconds
        var settings = EngineSettings(
            sampler: SamplerSettings(fonts: [SoundFontReference(path: font)])
        )
        settings.rate = rate
        settings.maximumPeriod = 256
        settings.threads = resources.threadCount
        let engine = try Engine(settings, for: sequences)
        let prepared = watch.seconds
        for (index, sequence) in sequences.enumerated() {
            let item = PlayItem(sequence: sequence, rate: rate, startsAnew: index == 0)
            _ = engine.enqueue(item, isLast: index == sequences.count - 1)
        }
        let sink = FirstSoundSink(periodFrames: 256)
        var sounded: Double?
        do {
            try engine.run(into: sink) {
                if sink.hasSounded, sounded == nil { sounded = watch.seconds }
                if sink.hasSounded || sink.frames > limit { engine.cancel() }
            }
        } catch {
            // That it was cancelled is how it stops.
            guard error.code == .cancelled else { throw error }
        }
        print(
            """
            {"loaded": \(loaded), "parsed": \(parsed), "merged": \(merged), \
            "prepared": \(prepared), "sounded": \(sounded.map { "\($0)" } ?? "null"), \
            "frame": \(sink.frames)}
            """
        )
    }
}

/// Listens until something is heard.
private final class FirstSoundSink: PeriodSink {
    let periodFrames: Int
    let layout = SampleLayout.float32
    /// Whether a sample above −90 dBFS came.
    private(set) var hasSounded = false
    /// Frames up to here.
    private(set) var frames = 0

    init(periodFrames: Int) {
        self.periodFrames = periodFrames
    }

    func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        self.frames += frames
        let sounds = samples.withUnsafeBytes {
            $0.bindMemory(to: Float.self).contains { $0.magnitude > 3.2e-5 }
        }
        hasSounded = hasSounded || sounds
        return 0
    }

    func finish() throws(HostError) {}

    func abandon() {}
}
