import CLinux
import Glibc
import Synchronization

/// A test tone on its way into a sink, on a thread of its own as an engine's.
///
/// One thread controls it; ``stop()``, ``pause()`` and ``resume()`` are for that one.
public final class TonePlayer: @unchecked Sendable {
    private let tone: TestTone
    private let sink: any PeriodSink
    private let onChange: @Sendable () -> Void
    private var thread = pthread_t()
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

    /// Why real-time priority was not granted, as an errno's words; `nil` where it was or was not
    /// asked for.
    public private(set) var priorityRefusal: String?

    /// Starts to play.
    ///
    /// - Parameters:
    ///   - tone: What is played, at the sink's rate.
    ///   - sink: Where to; it is finished, or on an error abandoned, here.
    ///   - realTime: Whether real-time priority is asked for. A refusal is noted in
    ///     ``priorityRefusal``, and it plays all the same.
    ///   - onChange: Called on the audio thread when a step has begun and as the last thing.
    /// - Throws: When the system has no thread to give.
    public init(
        _ tone: TestTone,
        into sink: any PeriodSink,
        realTime: Bool,
        onChange: @escaping @Sendable () -> Void
    ) throws(HostError) {
        self.tone = tone
        self.sink = sink
        self.onChange = onChange
        var refusal: Int32 = 0
        let status = unsafe seqd_thread_start(
            &thread,
            "seqd-audio",
            realTime ? Int32(RealTimePriority.audio) : 0,
            &refusal,
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<TonePlayer>.fromOpaque(context).takeRetainedValue().run()
            },
            unsafe Unmanaged.passRetained(self).toOpaque()
        )
        guard status == 0 else {
            unsafe Unmanaged.passUnretained(self).release()
            throw HostError(.internal, "audio thread", InputFile.text(status))
        }
        if refusal != 0 { priorityRefusal = InputFile.text(refusal) }
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

    /// Goes on after ``pause()``.
    public func resume() {
        request.store(.play, ordering: .releasing)
        resumed.post()
    }

    /// Waits for the end.
    ///
    /// - Throws: What the sink threw.
    public func join() throws(HostError) {
        pthread_join(thread, nil)
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
            tell(period.generator.lastStep)
            let count = try unsafe sink.write(UnsafeRawPointer(period.output.bytes), frames: frames)
            if count > 0 { underruns.wrappingAdd(count, ordering: .relaxed) }
        }
    }

    /// Releases the device until it is told to go on.
    private func releaseDevice() throws(HostError) {
        try sink.pause()
        paused.post()
        resumed.wait()
        try sink.resume()
    }

    private func tell(_ step: Int) {
        guard begun.load(ordering: .relaxed) != step else { return }
        begun.store(step, ordering: .releasing)
        onChange()
    }
}

/// A period of a tone, and the memory that it is made in.
private struct TonePeriod: ~Copyable {
    private var sound: StereoBuffer
    /// Samples of the sink's layout.
    private(set) var output: InterleavedBuffer
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
