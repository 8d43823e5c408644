import CommandSupport
import Dispatch
import Playback
import SamplerHost
import Sequencer
import Synchronization
import Wording

/// A recording from its start to its file.
///
/// Confined to the main thread.
final class RecordRun {
    private let request: TakeRequest
    private let duration: Double?
    private let live: LiveOptions
    private let isQuiet: Bool
    private let isVerbose: Bool
    /// The failure of the recorder.
    private let failure = Failure()

    /// A failure on its way from the recorder's thread.
    private final class Failure: Sendable {
        let value = Mutex<HostError?>(nil)
    }

    /// Describes a recording.
    ///
    /// - Parameters:
    ///   - request: The take.
    ///   - duration: Seconds after which it ends; `nil` for never.
    ///   - live: The options for live MIDI.
    ///   - isQuiet: Whether only errors are reported.
    ///   - isVerbose: Whether more is reported.
    init(
        _ request: TakeRequest,
        duration: Double?,
        live: LiveOptions,
        isQuiet: Bool,
        isVerbose: Bool
    ) {
        self.request = request
        self.duration = duration
        self.live = live
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
    }

    /// Records without any sound.
    ///
    /// - Parameter inputs: The sources.
    /// - Throws: The reason why there is no recording.
    func silently(_ inputs: LiveInputSettings) throws(CommandFailure) {
        let recorder = try makeRecorder()
        let input: LiveInput
        do throws(CommandFailure) {
            input = try open(inputs, nil, recorder)
        } catch {
            recorder.end()
            throw error
        }
        do throws(CommandFailure) {
            _ = try begin(recorder)
            watch(input, recorder, nil, nil)
        } catch {
            input.close()
            recorder.end()
            throw error
        }
        input.close()
        try finish(recorder)
    }

    /// Records what is heard.
    ///
    /// - Parameters:
    ///   - stage: The engine, and what plays along.
    ///   - inputs: The sources.
    /// - Throws: The reason why there is no recording, or why the sound has ended.
    func on(_ stage: RecordStage, _ inputs: LiveInputSettings) throws(CommandFailure) {
        let recorder = try makeRecorder()
        let thread: AudioThread
        do throws(HostError) {
            thread = try AudioThread(
                running: stage.engine,
                into: stage.output.sink,
                realTime: stage.isRealTime,
                onEnd: { Signals.wake() }
            )
        } catch {
            recorder.end()
            throw CommandFailure(error)
        }
        if isVerbose { Console.report(stage.output.summary) }
        var opened: LiveInput?
        let outcome = Result { () throws(CommandFailure) in
            let input = try open(inputs, stage.engine.input, recorder)
            opened = input
            let start = try begin(recorder)
            try stage.player?.begin(request.plan, at: start)
            watch(input, recorder, stage, thread)
        }
        opened?.close()
        stage.engine.stop()
        let end = Result { () throws(HostError) in try thread.join() }
        if case .failure(let error) = outcome {
            recorder.end()
            throw error
        }
        // The recording is complete, whatever became of the sound.
        try finish(recorder)
        do throws(HostError) { try end.get() } catch { throw CommandFailure(error) }
    }

    private func makeRecorder() throws(CommandFailure) -> Recorder {
        try CommandFailure.catching { [failure] () throws(HostError) in
            try Recorder { report in
                failure.value.withLock { $0 = report.error }
                Signals.wake()
            }
        }
    }

    private func open(
        _ settings: LiveInputSettings,
        _ queue: LiveQueue?,
        _ recorder: Recorder
    ) throws(CommandFailure) -> LiveInput {
        try CommandFailure.catching { () throws(HostError) in
            try LiveInput(
                settings,
                queue: queue,
                recording: recorder.queue,
                onChange: { Signals.wake() }
            )
        }
    }

    /// Begins the take.
    ///
    /// - Returns: Its start, in nanoseconds of the monotonic clock.
    private func begin(_ recorder: Recorder) throws(CommandFailure) -> Int64 {
        let start = LiveQueue.now
        let begun = Waiting<String?>()
        recorder.begin(request, at: start) { begun.complete($0) }
        try CommandFailure.catching { () throws(HostError) in _ = try begun.value() }
        if !isQuiet { Console.report("recording to \(request.path); Ctrl-C ends it") }
        return start
    }

    /// Records until the end.
    private func watch(
        _ input: LiveInput,
        _ recorder: Recorder,
        _ stage: RecordStage?,
        _ thread: AudioThread?
    ) {
        let start = LiveQueue.now
        let end = duration.map { start + Int64($0 * 1e9) }
        var session = LiveSession(
            input,
            on: stage.flatMap { stage in
                thread.map { LiveSession.Sound(engine: stage.engine, thread: $0) }
            },
            DeviceReports(
                stage?.output.device,
                stage?.loss ?? .continue,
                isQuiet: isQuiet
            ),
            live,
            isQuiet: isQuiet
        )
        // Positions are looked up often enough for a loop of a beat.
        let interval: Int32 = stage?.player != nil ? 20 : duration != nil ? 50 : -1
        _ = session.run(interval: interval) { status in
            let time = TimeText.text(nanoseconds: LiveQueue.now - start, decimals: 0...0)
            return [
                "recording \(time)",
                stage?.player?.positionText,
                NumberText.count(recorder.notes, "note"),
                "connected \(status.ports.count { $0.isConnected })",
            ].compactMap { $0 }.joined(separator: "  ")
        } onTurn: {
            if let player = stage?.player {
                guard let marks = player.follow() else { return false }
                recorder.add(marks)
            }
            if let end, LiveQueue.now >= end { return false }
            return failure.value.withLock { $0 == nil }
        }
    }

    /// Ends the recorder, and reports the file.
    private func finish(_ recorder: Recorder) throws(CommandFailure) {
        let result = recorder.end()
        if let error = failure.value.withLock({ $0 }) {
            throw CommandFailure(
                ExitStatus(error.code),
                "\(error); \(TakeFile.recoveryPath(of: request.path)) has what was recorded"
            )
        }
        guard let result else { return }
        let summary: TakeSummary
        do throws(HostError) {
            summary = try result.get()
        } catch {
            throw CommandFailure(
                ExitStatus(error.code),
                "\(error); \(TakeFile.recoveryPath(of: request.path)) has what was recorded"
            )
        }
        if summary.dropped > 0 {
            Console.report(
                "\(NumberText.count(summary.dropped, "message")) lost: the recorder was too slow"
            )
        }
        if !isQuiet { Console.report("recorded \(Self.text(summary))") }
    }

    /// The result of a take, in words.
    static func text(_ summary: TakeSummary) -> String {
        let tracks = NumberText.count(summary.tracks, "track")
        let notes = NumberText.count(summary.notes, "note")
        let time = TimeText.text(nanoseconds: summary.duration)
        return "\(summary.path): \(notes) on \(tracks), \(time)"
    }
}

/// A value that another thread completes, for a thread that may wait.
private final class Waiting<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, HostError>?>(nil)
    private let end = DispatchSemaphore(value: 0)

    func complete(_ value: Result<Value, HostError>) {
        result.withLock { $0 = value }
        end.signal()
    }

    func value() throws(HostError) -> Value {
        end.wait()
        guard let result = result.withLock({ $0 }) else {
            throw HostError(.internal, "recorder", "ended early")
        }
        return try result.get()
    }
}
