import Glibc
public import Platform
package import Realtime
import Synchronization

/// A tap: records the output of a strip or of the master to a file, a pipe or standard output while
/// it plays.
///
/// A thread of its own writes. Where the destination is slow, frames of the tap are lost and
/// counted; the output never waits, unless the tap was made to lose nothing.
///
/// The sound that it records cannot be repeated: a full disk, or the end of the process, leaves a
/// sound file with everything up to then. The file of a tap that loses nothing is complete or not
/// there, since that can be rendered again.
public final class Tap: Sendable {
    /// The strip's name; `master` for what is heard.
    public let name: String
    /// The place in it.
    package let point: TapPoint
    /// The destination.
    public let path: String
    /// The frames per second that are written.
    public let rate: Int

    /// The outcome of a tap.
    public struct Outcome: Hashable, Sendable {
        /// Frames that were written.
        public var frames: Int64 = 0
        /// Frames that were lost, since the destination was too slow or there was none.
        public var lostFrames: Int64 = 0
        /// The reason why it could not be written to the end.
        public var failure: HostError?
    }

    package let ring: Box<FrameRing>
    /// The frames of the current period, for a tap in front of inserts; the audio thread's.
    package nonisolated(unsafe) let input: Box<StereoBuffer>
    /// Whether the engine waits for the writer instead of losing frames.
    package let waits: Bool
    /// The factors that its frames are multiplied by.
    private let gain: (left: Float, right: Float)
    /// Whether it is a pipe or a device, whose name may be removed meanwhile.
    private let isStream: Bool
    private let state = Mutex(State())
    private let order = Atomic<UInt8>(Order.run.rawValue)
    private let hasEnded = Atomic<Bool>(false)
    private let hasReturned = Atomic<Bool>(false)

    private enum Order: UInt8 {
        case run, finish, abandon
    }

    private struct State {
        var outcome = Outcome()
        var thread: SystemThread?
    }

    /// Frames that are written at a time.
    private static let chunk = 1_024

    /// Opens the destination and begins to wait for frames.
    ///
    /// A pipe is opened by the tap's own thread as soon as something reads from it.
    ///
    /// - Parameters:
    ///   - name: The strip's name.
    ///   - destination: Where it is written.
    ///   - point: The place in the strip.
    ///   - rate: Frames per second.
    ///   - period: The most frames per call.
    ///   - waits: Whether it is to lose nothing.
    ///   - gain: The factors that its frames are multiplied by.
    /// - Throws: `cannotCreate` or `usage` with the reason.
    package init(
        _ name: String,
        _ destination: TapDestination,
        at point: TapPoint,
        rate: Int,
        period: Int,
        waits: Bool,
        gain: (left: Float, right: Float)
    ) throws(HostError) {
        self.name = name
        self.point = point
        unsafe input = Box(StereoBuffer(capacity: point == .pre ? period : 1))
        self.waits = waits
        self.gain = gain
        path = destination.path
        self.rate = destination.rate ?? rate
        // Two seconds: what a disk may need to catch up.
        ring = Box(FrameRing(minimumCapacity: max(2 * rate, 4 * period)))
        let inputRate = rate
        let rate = destination.rate ?? rate
        let format = try destination.type.check(rate: rate, format: destination.format)
        let isPipe = SoundFileWriter.isSpecial(destination.path)
        isStream = isPipe || destination.path == "-"
        // From here on only the new thread uses it.
        nonisolated(unsafe) let sink: (any PeriodSink)? =
            isPipe
            ? nil
            : try destination.open(
                format: format,
                rate: rate,
                frames: Self.chunk,
                isKept: !waits
            )
        do throws(SystemThread.StartError) {
            let thread = try SystemThread("seqd-tap") { [self] in
                unsafe run(sink, destination, format: format, from: inputRate, rate: rate)
            }
            state.withLock { $0.thread = thread }
        } catch {
            unsafe sink?.abandon()
            throw HostError(.internal, "tap \(name)", "no thread: \(error)")
        }
    }

    /// The outcome so far.
    ///
    /// Any thread but the audio thread.
    public var outcome: Outcome {
        var outcome = state.withLock { $0.outcome }
        outcome.lostFrames += Int64(ring.value.lostFrames)
        // Nothing will write them any more.
        if !isRunning { outcome.lostFrames += Int64(ring.value.unreadFrames) }
        return outcome
    }

    /// Whether its thread still writes.
    package var isRunning: Bool { !hasEnded.load(ordering: .acquiring) }

    /// Whether the engine has taken it back from the audio thread; any thread.
    public var isReleased: Bool { hasReturned.load(ordering: .acquiring) }

    /// Notes that the engine has taken it back.
    package func noteReturn() { hasReturned.store(true, ordering: .releasing) }

    /// Waits until a period fits, while the writer runs.
    package func waitForRoom(frames: Int, isCancelled: () -> Bool) {
        while ring.value.room < frames, isRunning, !isCancelled() {
            usleep(500)
        }
    }

    /// Writes the frames that have arrived, and closes; no more may arrive.
    ///
    /// A file is complete then. A pipe that nothing reads from is given five seconds.
    ///
    /// - Parameter isKept: Whether a file is saved; otherwise nothing of it stays.
    /// - Returns: Its result.
    @discardableResult
    public func finish(keeping isKept: Bool = true) -> Outcome {
        order.store((isKept ? Order.finish : .abandon).rawValue, ordering: .releasing)
        ring.value.wake.post()
        if isStream {
            for _ in 0..<500 where isRunning { usleep(10_000) }
            guard !isRunning else {
                var outcome = outcome
                outcome.lostFrames += Int64(ring.value.unreadFrames)
                outcome.failure = HostError(.io, path, "the reader does not read")
                return outcome
            }
        }
        let thread = state.withLock { state in
            defer { state.thread = nil }
            return state.thread
        }
        thread?.join()
        return outcome
    }

    // MARK: The writer's thread

    private func run(
        _ opened: (any PeriodSink)?,
        _ destination: TapDestination,
        format: SampleFormat,
        from inputRate: Int,
        rate: Int
    ) {
        defer { hasEnded.store(true, ordering: .releasing) }
        do throws(HostError) {
            var opening = opened
            if opening == nil {
                opening = try openPipe(destination, format: format, rate: rate)
            }
            guard let sink = opening else { return }
            do throws(HostError) {
                if try record(into: sink, from: inputRate, rate: rate) { try sink.finish() }
                sink.abandon()
            } catch {
                defer { sink.abandon() }
                throw opened == nil || waits ? error : keep(sink, after: error, rate: rate)
            }
        } catch {
            state.withLock { $0.outcome.failure = error }
        }
    }

    /// Writes the frames that arrive until the tap is ended.
    ///
    /// - Parameters:
    ///   - sink: Where they are written.
    ///   - inputRate: Their frames per second.
    ///   - rate: The frames per second that are written.
    /// - Returns: Whether the file is to be saved.
    /// - Throws: The reason why the destination cannot be written.
    private func record(
        into sink: any PeriodSink,
        from inputRate: Int,
        rate: Int
    ) throws(HostError) -> Bool {
        if rate != inputRate {
            return try record(into: sink, TapResampler(inputRate: inputRate, outputRate: rate))
        }
        var frame: Int64 = 0
        var sound = StereoBuffer(capacity: Self.chunk)
        var converter = SampleConverter(layout: sink.layout)
        var output = InterleavedBuffer(layout: sink.layout, capacity: Self.chunk)
        while true {
            // Asked before the ring is emptied: frames that arrived before it are written.
            let order = Order(rawValue: order.load(ordering: .acquiring)) ?? .abandon
            if order == .abandon { return false }
            while true {
                let count = ring.value.read(into: &sound, most: Self.chunk)
                guard count > 0 else { break }
                if gain.left != 1 { _ = sound.left.scale(by: gain.left, count: count) }
                if gain.right != 1 { _ = sound.right.scale(by: gain.right, count: count) }
                converter.convert(sound, count: count, frame: frame, to: &output)
                _ = try sink.write(output.samples(frames: count), frames: count)
                frame += Int64(count)
                state.withLock { $0.outcome.frames = frame }
            }
            if order == .finish { return true }
            ring.value.wake.wait()
        }
    }

    /// Writes the frames that arrive at another rate.
    private func record(
        into sink: any PeriodSink,
        _ resampling: consuming TapResampler
    ) throws(HostError) -> Bool {
        var resampler = resampling
        var frame: Int64 = 0
        var sound = StereoBuffer(capacity: Self.chunk)
        var resampled = StereoBuffer(capacity: TapResampler.block)
        let silence = StereoBuffer(capacity: resampler.missing)
        var converter = SampleConverter(layout: sink.layout)
        var output = InterleavedBuffer(layout: sink.layout, capacity: TapResampler.block)
        func write(_ count: Int) throws(HostError) {
            converter.convert(resampled, count: count, frame: frame, to: &output)
            _ = try sink.write(output.samples(frames: count), frames: count)
            frame += Int64(count)
            state.withLock { $0.outcome.frames = frame }
        }
        while true {
            let order = Order(rawValue: order.load(ordering: .acquiring)) ?? .abandon
            if order == .abandon { return false }
            while true {
                let missing = resampler.missing
                if missing == 0 {
                    resampler.take(into: &resampled)
                    try write(TapResampler.block)
                    continue
                }
                let count = ring.value.read(into: &sound, most: min(missing, Self.chunk))
                guard count > 0 else { break }
                if gain.left != 1 { _ = sound.left.scale(by: gain.left, count: count) }
                if gain.right != 1 { _ = sound.right.scale(by: gain.right, count: count) }
                resampler.add(sound, count: count)
            }
            if order == .finish {
                while true {
                    let count = resampler.finish(into: &resampled, silence)
                    guard count > 0 else { return true }
                    try write(count)
                }
            }
            ring.value.wake.wait()
        }
    }

    /// Completes a file that cannot be written any more.
    ///
    /// - Parameters:
    ///   - sink: The file.
    ///   - error: The reason.
    ///   - rate: Frames per second.
    /// - Returns: The error, with the length that was saved; the error itself if there is nothing.
    private func keep(_ sink: any PeriodSink, after error: HostError, rate: Int) -> HostError {
        let frames = state.withLock { $0.outcome.frames }
        guard frames > 0 else { return error }
        // Whatever fails now, the reason is the first one.
        guard (try? sink.finish()) != nil else { return error }
        let tenths = (frames * 10 + Int64(rate) / 2) / Int64(rate)
        let seconds = "\(tenths / 10).\(tenths % 10) s"
        return HostError(
            error.code,
            error.subject,
            "\(error.reason); the \(seconds) before that are kept"
        )
    }

    /// Opens a pipe or a device, as soon as it has a reader.
    ///
    /// - Returns: The sink; `nil` when the tap was ended before.
    private func openPipe(
        _ destination: TapDestination,
        format: SampleFormat,
        rate: Int
    ) throws(HostError) -> (any PeriodSink)? {
        while order.load(ordering: .acquiring) == Order.run.rawValue {
            let probe = unsafe open(destination.path.systemPath, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if probe >= 0 {
                defer { close(probe) }
                return try destination.open(
                    format: format,
                    rate: rate,
                    frames: Self.chunk,
                    isKept: false
                )
            }
            guard errno == ENXIO || errno == EINTR else {
                throw HostError(.cannotCreate, destination.path, SystemError.text())
            }
            usleep(10_000)
        }
        return nil
    }
}

/// The destination of a tap.
public struct TapDestination: Hashable, Sendable {
    /// A file, a pipe, or `-` for standard output.
    public var path: String
    /// The kind of file.
    public var type: SoundFileType
    /// The samples' format; `nil` for the type's usual one.
    public var format: SampleFormat?
    /// The frames per second that are written; `nil` for the engine's.
    public var rate: Int?
    /// Whether an existing file is replaced.
    public var mayReplace = true
    /// The most frames that there will be, as far as that is known: a WAV file that will not fit
    /// into 4 GiB becomes RF64.
    public var expectedFrames: Int64 = 0

    /// Names a destination.
    public init(path: String, type: SoundFileType, format: SampleFormat? = nil) {
        self.path = path
        self.type = type
        self.format = format
    }

    /// Opens it; `isKept` says whether what was written stays after a full disk and after a crash.
    func open(
        format: SampleFormat,
        rate: Int,
        frames: Int,
        isKept: Bool
    ) throws(HostError) -> any PeriodSink {
        guard type.isStreamable || (path != "-" && !SoundFileWriter.isSpecial(path)) else {
            throw HostError(.usage, path, "\(type.rawValue) cannot be written to a pipe; use wav")
        }
        return try SoundFileWriter.open(
            path: path,
            type: type,
            format: format,
            rate: rate,
            periodFrames: frames,
            expectedFrames: expectedFrames,
            mayReplace: mayReplace,
            isKept: isKept
        )
    }
}
