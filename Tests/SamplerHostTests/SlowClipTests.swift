import AudioOutput
import Dispatch
import Effects
import Foundation
import Racks
import Realtime
import SMF
import Sequencer
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Clips
@testable import SamplerHost

/// As many clips as a rack can have, with their files on a disk that is too slow.
///
/// The disk is held back by the tests, by no clock: each frame that is heard is known.
@Suite(.timeLimit(.minutes(2))) struct SlowClipTests {
    private static let rate = 48_000
    private static let clips = ClipSettings.most
    /// The frames of each file: two pages and a part of a third.
    private static let length = 40_000
    private let studio: Studio

    init() throws {
        studio = try Studio()
    }

    // MARK: The sound

    /// The frame at which a clip begins, which no period does.
    private static func start(of clip: Int) -> Int { 501 * clip + 3 }

    /// The value of a frame of a clip: all 64 together are less than full scale, and add up exactly.
    private static func value(of clip: Int, at frame: Int) -> Int {
        (frame * 7 + clip * 1_009) % 65_521 + 1
    }

    private func clip(_ number: Int) throws -> ClipSettings {
        let values = (0..<Self.length).map { Double(Self.value(of: number, at: $0)) / 8_388_608 }
        var file = WAVBuilder([values])
        file.bits = 24
        return ClipSettings(path: try studio.directory.write(file.bytes, to: "\(number).wav"))
    }

    private struct Stage {
        let engine: Engine
        let cursors: [ClipCursor]
        let item: PlayItem
        let sink = MemorySink(periodFrames: 256, format: .float)

        /// The first channel, in what the frames of the clips say.
        func heard() throws -> [Int] {
            try sink.channels(rate: SlowClipTests.rate).left.samples.map {
                Int(($0 * 8_388_608).rounded())
            }
        }
    }

    /// An engine that plays in real time, on a rack with all clips, and two seconds of music.
    private func stage(_ stream: ClipStream) throws -> Stage {
        let song = SMFBuilder.milliseconds { $0.meta(at: 2_000, type: 1, []) }
        var settings = EngineSettings(sampler: SamplerSettings(testing: studio.font))
        settings.effects = .none
        settings.limiter = false
        settings.rate = Self.rate
        settings.maximumPeriod = 256
        settings.tail = .none
        settings.isRealTime = true
        let rack = RackSettings(settings.sampler)
        let routed = try rack.routing(of: sequence(song))
        let clips = try RackClips(
            (0..<Self.clips).map(clip),
            rate: Self.rate,
            isRealtime: true,
            by: stream
        )
        let samplers = SamplerRack(
            clips.strips.map { _ in nil },
            names: clips.strips,
            uses: [],
            clips: clips,
            maximumPeriod: settings.maximumPeriod
        )
        samplers.connect(rack)
        let spans = (0..<Self.clips).map { clip in
            ClipSpan(
                clip: clip,
                start: Int64(Self.start(of: clip)),
                place: 0,
                pace: 1,
                follow: .no
            )
        }
        return Stage(
            engine: try Engine(settings, stage: samplers, for: [routed]),
            cursors: clips.cursors,
            item: PlayItem(sequence: routed.sequence, rate: Self.rate, clips: spans)
        )
    }

    // MARK: A disk

    /// A disk that a test stops and starts.
    private final class Disk: Sendable {
        private let state = Mutex((isStopped: false, reads: 0))
        private let began = DispatchSemaphore(value: 0)
        private let started = DispatchSemaphore(value: 0)

        /// The reads that have been asked for.
        var reads: Int { state.withLock(\.reads) }

        /// Reads a page, as soon as the disk runs.
        func read() {
            let isStopped = state.withLock { state in
                state.reads += 1
                return state.isStopped
            }
            guard isStopped else { return }
            began.signal()
            started.wait()
        }

        func stop() { state.withLock { $0.isStopped = true } }

        /// Waits until a read has begun, which does not end before ``start()``.
        func awaitRead() { began.wait() }

        /// Starts it, while one read waits.
        func start() {
            state.withLock { $0.isStopped = false }
            started.signal()
        }
    }

    // MARK: Tests

    @Test func noPeriodWaitsForAReaderThatIsBlocked() throws {
        let disk = Disk()
        let stream = ClipStream(isManual: true) { _ in disk.read() }
        let reports = Mutex<[String]>([])
        stream.onReport { report in reports.withLock { $0.append("\(report)") } }
        let stage = try stage(stream)
        disk.stop()
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while stream.step() {}
            isDone.signal()
        }
        disk.awaitRead()

        // From here on the reader is in a read.
        _ = stage.engine.enqueue(stage.item, isLast: true)
        var startFrame: Int?
        try stage.engine.run(into: stage.sink) {
            _ = stage.engine.takeReports()
            guard startFrame == nil, stage.sink.frameCount >= 48_000 else { return }
            startFrame = stage.sink.frameCount
            // The beginning of each clip, and one page that is not there yet.
            #expect(disk.reads == Self.clips + 1)
            #expect(reports.withLock(\.self).isEmpty)
            disk.start()
            isDone.wait()
        }
        let resumed = try #require(startFrame)

        var expected = [Int](repeating: 0, count: 96_000)
        var silence: [String] = []
        for clip in 0..<Self.clips {
            let start = Self.start(of: clip)
            var silent = 0
            for frame in 0..<Self.length {
                if frame < ClipPages.pageFrames || start + frame >= resumed {
                    expected[start + frame] += Self.value(of: clip, at: frame)
                } else {
                    silent += 1
                }
            }
            #expect(silent > 0)
            let path = studio.directory.path("\(clip).wav")
            let time = silent * 1_000 / Self.rate
            silence.append("\(path): \(time) ms silent: not read from disk in time")
        }
        #expect(firstDifference(try stage.heard(), expected) == nil)
        #expect(reports.withLock(\.self) == silence.sorted())
    }

    @Test func whatAReaderThatIsTooSlowHasReadIsHeardInItsPlace() throws {
        let stream = ClipStream(isManual: true)
        let stage = try stage(stream)
        _ = stage.engine.enqueue(stage.item, isLast: true)
        var expected: [Int] = []
        func expectPeriod() {
            expected += (expected.count..<expected.count + 256).map { frame in
                stage.cursors.enumerated().reduce(0) { sum, clip in
                    let frame = frame - Self.start(of: clip.offset)
                    guard (0..<Self.length).contains(frame),
                        clip.element.sound.pages.value.has(frame / ClipPages.pageFrames)
                    else { return sum }
                    return sum + Self.value(of: clip.offset, at: frame)
                }
            }
        }
        expectPeriod()
        var pages = 0
        try stage.engine.run(into: stage.sink) {
            _ = stage.engine.takeReports()
            // A page in the time of eight periods, for all 64 together.
            if stage.sink.frameCount % (8 * 256) == 0, stream.step() { pages += 1 }
            expectPeriod()
        }
        let heard = try stage.heard()
        #expect(firstDifference(heard, Array(expected.prefix(heard.count))) == nil)
        // Some of it was read in time, and more was not.
        #expect((20..<Self.clips).contains(pages))
        let missing = stage.cursors.filter { !$0.sound.pages.value.has(2) }
        #expect(!missing.isEmpty)
    }
}
