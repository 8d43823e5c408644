import Foundation
import TestSupport
import Testing

@testable import SamplerHost

/// A full rack under random commands.
///
/// `make soak-rack SECONDS=600` plays ten minutes of music with them, and says the seed that the
/// commands followed from; `SEED=` gives it again.
@Suite struct RackSoakTests {
    let studio: Studio
    /// The measuring font under two names.
    private let fonts: [String]
    /// Sounds at the output's rate and at another one.
    private let sounds: [String]

    init() throws {
        studio = try Studio()
        let copy = try studio.directory.write(MeasuringFont(rate: 48_000).bytes, to: "copy.sf2")
        fonts = [studio.font, copy]
        let directory = studio.directory
        sounds = try [48_000, 44_100].map { rate in
            var file = WAVBuilder([(0..<rate).map { 0.3 * sin(Double($0) * 0.03) }])
            file.bits = 24
            file.rate = rate
            return try directory.write(file.bytes, to: "clip \(rate).wav")
        }
    }

    /// Seconds of music that each seed plays.
    private static let seconds =
        ProcessInfo.processInfo.environment["SEQD_RACK_SOAK_SECONDS"].flatMap(Int.init)
    /// The seed that was asked for, or a new one.
    private static let seed =
        ProcessInfo.processInfo.environment["SEQD_RACK_SOAK_SEED"].flatMap(UInt64.init)
        ?? .random(in: 0...1_000_000)

    @Test(arguments: seconds == nil ? [1, 2] : [seed])
    func nothingIsLeftSounding(_ seed: UInt64) throws {
        let soak = try RackSoak(
            fonts: fonts,
            sounds: sounds,
            directory: studio.directory.path,
            seed: seed,
            threads: 2
        )
        let sink = LevelSink(periodFrames: RackSoak.period)
        let end = (Self.seconds ?? 6) * RackSoak.rate
        var failure: (any Error)?
        var hasEnded = false
        var memory: [Int] = []
        try soak.begin()
        try soak.engine.run(into: sink) {
            do {
                if sink.frameCount < end {
                    // Every 43 ms of music.
                    if sink.frameCount / RackSoak.period % 8 == 0 { try soak.step() }
                    if sink.frameCount % (end / 20) < RackSoak.period { memory.append(Self.memory) }
                } else if !hasEnded {
                    hasEnded = true
                    soak.end()
                } else if sink.frameCount > end + 12 * RackSoak.rate {
                    soak.engine.stop()
                }
            } catch {
                failure = error
                soak.engine.stop()
            }
        }
        soak.endTaps()
        if let failure { throw failure }
        #expect(soak.tapFailures == [], "seed \(seed)")
        _ = soak.engine.takeReports()
        #expect(soak.heldCount == 0, "seed \(seed)")
        #expect(soak.engine.takeFigures().voices == 0, "seed \(seed)")
        #expect(sink.isFinite, "seed \(seed)")
        #expect(sink.peak > 0.01, "seed \(seed)")
        #expect(sink.peak <= 0.892, "seed \(seed)")
        // Those of the two inputs, the last one of the music, and what sounds for ever in none.
        #expect(soak.rackCount <= 3, "seed \(seed)")
        #expect(soak.engine.hasRoom(forRacks: EngineCapacity.racks - 3), "seed \(seed)")
        // Each strip has its inserts, and a line or two.
        let places = soak.engine.strips.count + 4
        #expect(soak.engine.loans.strips.lentInserts <= 4 * places, "seed \(seed)")
        if Self.seconds != nil {
            print("seed \(seed): \(soak.given.sorted { $0.key < $1.key }), memory \(memory) MB")
            // Until then more and more strips have inserts.
            guard let seconds = Self.seconds, seconds >= 300 else { return }
            let (early, late) = (memory[memory.count / 2], memory[memory.count - 1])
            #expect(late <= early + early / 10 + 8, "MB at the half and at the end")
        }
    }

    /// The memory that the process occupies, in MB.
    private static var memory: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 / 256 }
            ?? 0
    }
}

/// A sink that keeps the highest magnitude.
final class LevelSink: PeriodSink {
    let periodFrames: Int
    let layout = SampleLayout.float32
    private(set) var frameCount = 0
    private(set) var peak: Float = 0
    private(set) var isFinite = true

    init(periodFrames: Int) { self.periodFrames = periodFrames }

    func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        for index in 0..<frames * 2 {
            let sample = samples.unsafeLoadUnaligned(fromByteOffset: index * 4, as: Float.self)
            if sample.isFinite { peak = max(peak, sample.magnitude) } else { isFinite = false }
        }
        frameCount += frames
        return 0
    }

    func finish() throws(HostError) {}
    func abandon() {}
    func pause() throws(HostError) {}
    func resume() throws(HostError) {}
}
