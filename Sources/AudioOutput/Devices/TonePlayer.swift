import CLinux
import Glibc
public import Platform
import Realtime
import Synchronization

/// A test tone on its way into a sink, on a thread of its own as an engine's.
///
/// One thread controls it; ``stop()``, ``pause()`` and ``resume()`` are for that one.
public final class TonePlayer: @unchecked Sendable {
    private let tone: TestTone
    private let sink: any PeriodSink
    private let onChange: @Sendable () -> Void
    /// Assigned once, after all else.
    private var thread: SystemThread?
    /// The audio thread's until ``join()``.
    private var failure: HostError?
    private let request = Atomic<Request>(.play)
    private let begun = Atomic<Int>(-1)
    private let underruns = Atomic<Int>(0)
    private let done = Atomic<Bool>(false)
    private let paused = Semaphore()
    private let resumed = Semaphore()

    private enum Request: UInt8, AtomicRepresentable {
        case play
        case pause
        case stop
    }

    /// The reason why real-time priority was refused; `nil` if it was granted or not requested.
    public var priorityRefusal: String? { thread?.priorityRefusal }

    /// Starts to play.
    ///
    /// - Parameters:
    ///   - tone: The sound that is played, at the sink's rate.
    ///   - sink: Where to; it is finished, or on an error abandoned, here.
    ///   - realTime: Whether to request real-time priority. A refusal is noted in
    ///     ``priorityRefusal``, and the thread runs without it.
    ///   - onChange: Called on the audio thread when a step has begun and as the last thing.
    /// - Throws: `internal` when the system has no thread to give.
    public init(
        _ tone: TestTone,
        into sink: any PeriodSink,
        realTime: Bool,
        onChange: @escaping @Sendable () -> Void
    ) throws(HostError) {
        self.tone = tone
        self.sink = sink
        self.onChange = onChange
        thread = try SystemThread.start(
            "audio thread",
            name: "seqd-audio",
            priority: realTime ? RealTimePriority.audio : 0
        ) { self.run() }
    }

    // MARK: Controlling thread

    /// The step that began last, from 0; `nil` before the first.
    public var step: Int? {
        let step = begun.load(ordering: .acquiring)
        return step < 0 ? nil : step
    }

    /// Buffer underruns.
    public var xruns: Int { underruns.load(ordering: .relaxed) }

    /// Whether it is over, or the sink has failed.
    public var hasEnded: Bool { done.load(ordering: .acquiring) }

    /// Fades out within 10 ms and ends.
    public func stop() {
        request.store(.stop, ordering: .releasing)
        resumed.post()
    }

    /// Fades out and releases the device; returns when that is done.
    public func pause() {
        guard !hasEnded else { return }
        request.store(.pause, ordering: .releasing)
        paused.wait()
    }

    /// Continues after ``pause()``.
    public func resume() {
        request.store(.play, ordering: .releasing)
        resumed.post()
    }

    /// Waits for the end.
    ///
    /// - Throws: What the sink threw.
    public func join() throws(HostError) {
        thread?.join()
        if let failure { throw failure }
    }

    // MARK: Audio thread

    private func run() {
        do throws(HostError) {
            try play()
            try sink.finish()
        } catch {
            sink.abandon()
            failure = error
        }
        done.store(true, ordering: .releasing)
        paused.post()
        onChange()
    }

    private func play() throws(HostError) {
        var period = TonePeriod(tone, frames: sink.periodFrames, layout: sink.layout)
        var isClosing = false
        while true {
            let request = request.load(ordering: .acquiring)
            if request != .play, !isClosing {
                isClosing = true
                period.generator.gate.move(to: 0, frames: Int(period.generator.fade))
            }
            if isClosing, !period.generator.gate.isMoving {
                guard request == .pause else { return }
                try releaseDevice()
                isClosing = false
                period.generator.gate.move(to: 1, frames: Int(period.generator.fade))
            }
            let frames = period.render()
            guard frames > 0 else { return }
            report(period.generator.lastStep)
            let count = try sink.write(period.output.samples(frames: frames), frames: frames)
            if count > 0 { underruns.wrappingAdd(count, ordering: .relaxed) }
        }
    }

    /// Releases the device until playback resumes.
    private func releaseDevice() throws(HostError) {
        try sink.pause()
        paused.post()
        resumed.wait()
        try sink.resume()
    }

    private func report(_ step: Int) {
        guard begun.load(ordering: .relaxed) != step else { return }
        begun.store(step, ordering: .releasing)
        onChange()
    }
}

/// A period of a tone, and the memory that it is made in.
private struct TonePeriod: ~Copyable {
    private var sound: StereoBuffer
    /// Samples of the sink's layout.
    package private(set) var output: InterleavedBuffer
    private var converter: SampleConverter
    private let frames: Int
    var generator: ToneGenerator

    init(_ tone: TestTone, frames: Int, layout: SampleLayout) {
        generator = ToneGenerator(tone)
        converter = SampleConverter(layout: layout)
        self.frames = frames
        output = InterleavedBuffer(layout: layout, capacity: frames)
        sound = StereoBuffer(capacity: frames)
    }

    /// Makes the next frames; fewer than a period at the end, and none after it.
    @_noLocks
    mutating func render() -> Int {
        RealtimeSanitizer.enter()
        let first = generator.frame
        let count = generator.fill(&sound, frames)
        converter.convert(sound, count: count, frame: first, to: &output)
        RealtimeSanitizer.exit()
        return count
    }
}
