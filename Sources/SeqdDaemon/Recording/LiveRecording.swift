import ControlProtocol
import Logging
import NIOCore
import Playback
import SamplerHost
import Sequencer
import Wording

/// The recording of what comes in on the live inputs: one at a time, and captures of what was kept.
///
/// Confined to its event loop; the recorder has a thread of its own.
final class LiveRecording {
    /// A recording that is under way.
    private struct Running {
        let target: String
        /// The file.
        let path: String
        /// Whether the file may replace another one.
        let replaces: Bool
        /// The name under which a crash leaves it, once it is on disk.
        var journal: String?
        /// Follows playback; `nil` for a recording that does not depend on it.
        var follower: TakeFollower?
    }

    private let eventLoop: any EventLoop
    private let reporter: Reporter
    private var recorder: Recorder?
    private var running: Running?
    /// The recordings that earlier daemons have left, until their files are there.
    private(set) var left: [DaemonState.Recording] = []
    private let timer: LoopTimer
    /// Called when a recording has begun or ended.
    var onChange: () -> Void = {}

    /// The time between two positions that are looked up.
    private static let interval = TimeAmount.milliseconds(20)

    /// Makes a recording that does not run yet.
    ///
    /// - Parameters:
    ///   - eventLoop: The loop to which all is confined.
    ///   - reporter: Events and the log.
    init(on eventLoop: any EventLoop, _ reporter: Reporter) {
        self.eventLoop = eventLoop
        self.reporter = reporter
        timer = LoopTimer(on: eventLoop, every: Self.interval)
    }

    /// Starts the recorder's thread.
    ///
    /// - Parameter capture: Where what comes in is kept; `nil` keeps nothing.
    /// - Throws: Status 70 when the system has no thread to give.
    func start(_ capture: CaptureSettings?) throws(RequestError) {
        let loop = eventLoop
        let recording = NIOLoopBound(WeakReference(self), eventLoop: loop)
        recorder = try RequestError.catching { () throws(HostError) in
            try Recorder(capture: capture) { failure in
                loop.execute { recording.value.object?.take(failure) }
            }
        }
    }

    /// The way of the events to the recorder; `nil` before ``start(_:)``.
    var queue: RecordQueue? { recorder?.queue }

    /// The file that is being recorded; `nil` for none.
    var target: String? { running?.target }
    /// The number of notes recorded so far; `nil` if nothing is recorded.
    var notes: Int? { running.flatMap { _ in recorder?.notes } }
    /// The recording that is under way, as it is found after a crash; `nil` for none.
    var unfinished: DaemonState.Recording? {
        running.flatMap { running in
            running.journal.map {
                DaemonState.Recording(
                    path: running.path,
                    journal: $0,
                    replaces: running.replaces
                )
            }
        }
    }
    /// Whether something is being recorded.
    var isBusy: Bool { running != nil }
    /// Whether the recording depends on what plays.
    var isFollowing: Bool { running?.follower != nil }

    /// Begins a recording.
    ///
    /// - Parameters:
    ///   - request: The take.
    ///   - target: The path that the client has named.
    ///   - follower: Follows playback, from the start of the take on; `nil` if the take does not depend
    ///     on it.
    ///   - start: The start, in nanoseconds of the monotonic clock.
    ///   - look: Gets the marks of the position of playback; `nil` ends the recording.
    /// - Returns: Completes when the recording is on disk.
    /// - Throws: Status 75 if another one is under way.
    func begin(
        _ request: TakeRequest,
        target: String,
        _ follower: TakeFollower?,
        start: Int64,
        _ look: @escaping (inout TakeFollower) -> [TakeMark]?
    ) throws(RequestError) -> EventLoopFuture<Void> {
        guard let recorder else { throw .internal("the recorder has not started") }
        if let running {
            throw RequestError(
                .busy,
                "\(running.target): is being recorded; end that by record-stop"
            )
        }
        running = Running(
            target: target,
            path: request.path,
            replaces: request.mayReplace,
            follower: follower
        )
        let begun = eventLoop.makePromise(of: String?.self)
        recorder.begin(request, at: start) { begun.completeWith($0.asRequestResult) }
        if follower != nil {
            timer.run(true) { [weak self] in self?.follow(look) }
        }
        return begun.futureResult.assumeIsolated().map { journal in
            self.running?.journal = journal
            self.onChange()
            self.reporter.logger.info("recording \(target)")
            self.reporter.publish(.record(.started(target)))
        }.flatMapErrorThrowing { error in
            self.forget()
            throw error
        }.nonisolated()
    }

    private func follow(_ look: (inout TakeFollower) -> [TakeMark]?) {
        guard var follower = running?.follower else { return }
        guard let marks = look(&follower) else {
            // Its outcome is an event, and in the log.
            _ = try? stop()
            return
        }
        running?.follower = follower
        recorder?.add(marks)
    }

    /// Ends the recording, and writes its file.
    ///
    /// - Returns: Completes with what became of it.
    /// - Throws: Status 64 if none is under way.
    func stop() throws(RequestError) -> EventLoopFuture<RecordingSummary> {
        guard let recorder, let target = running?.target else {
            throw RequestError(.usage, "nothing is being recorded")
        }
        forget()
        let ended = eventLoop.makePromise(of: TakeSummary.self)
        recorder.end(at: LiveQueue.now) { ended.completeWith($0.asRequestResult) }
        return ended.futureResult.assumeIsolated().map { summary in
            self.report(summary, target)
        }.flatMapErrorThrowing { error in
            self.reporter.publish(.record(.failed(RequestError(completing: error))))
            throw error
        }.nonisolated()
    }

    private func report(_ summary: TakeSummary, _ target: String) -> RecordingSummary {
        let summary = RecordingSummary(summary, target)
        let notes = NumberText.count(summary.notes, "note")
        reporter.logger.info("recorded \(target): \(notes)")
        reporter.publish(.record(.ended(summary)))
        return summary
    }

    /// Writes what came in lately to a file.
    ///
    /// - Parameters:
    ///   - request: The file.
    ///   - target: The path that the client has named.
    /// - Returns: Completes with what is in it.
    /// - Throws: Status 70 before ``start(_:)``.
    func capture(
        _ request: CaptureRequest,
        target: String
    ) throws(RequestError) -> EventLoopFuture<RecordingSummary> {
        guard let recorder else { throw .internal("the recorder has not started") }
        let captured = eventLoop.makePromise(of: TakeSummary.self)
        recorder.capture(request) { captured.completeWith($0.asRequestResult) }
        return captured.futureResult.map { RecordingSummary($0, target) }
    }

    /// Ends the recorder; a recording becomes a file, or is ``left``.
    ///
    /// - Returns: Completes when the thread has ended.
    func end() -> EventLoopFuture<Void> {
        guard let recorder else { return eventLoop.makeSucceededVoidFuture() }
        self.recorder = nil
        let (target, unfinished) = (running?.target, self.unfinished)
        forget()
        let ended = eventLoop.makePromise(of: Result<TakeSummary, HostError>?.self)
        // It waits for the disk.
        recorder.beginEnd { ended.succeed($0) }
        return ended.futureResult.assumeIsolated().map { result in
            switch result {
            case .success(let summary)?:
                self.reporter.logger.info("recorded \(target ?? summary.path)")
            case .failure(let error)?:
                self.reporter.logger.error("\(error)")
                // No client can do anything about it any more.
                if let unfinished { self.left.append(unfinished) }
            case nil: break
            }
        }.nonisolated()
    }

    // MARK: What was left

    /// Makes the files of recordings that earlier daemons have left.
    ///
    /// - Parameters:
    ///   - left: The recordings.
    ///   - policy: The folders below which they may be.
    func recover(_ left: [DaemonState.Recording], _ policy: PathPolicy) {
        self.left = left
        let loop = eventLoop
        let recording = NIOLoopBound(WeakReference(self), eventLoop: loop)
        for item in left {
            recorder?.recover {
                let outcome = LeftRecording(left: item, policy: policy).recover()
                loop.execute { recording.value.object?.settle(item, outcome) }
            }
        }
    }

    /// Forgets a recording that is complete; the next daemon tries again to complete another one.
    private func settle(_ item: DaemonState.Recording, _ outcome: LeftRecording.Outcome) {
        guard let index = left.firstIndex(of: item) else { return }
        let logger = reporter.logger
        switch outcome {
        case .recovered(let summary):
            left.remove(at: index)
            logger.info("recovered \(item.path): \(NumberText.count(summary.notes, "note"))")
            if let remark = summary.remark { logger.warning("\(item.path): \(remark)") }
        case .completed:
            left.remove(at: index)
            logger.info("\(item.path) is complete: \(item.journal) has gone")
        case .failed(let error):
            left[index].attempts += 1
            let isLast = left[index].attempts >= DaemonState.Recording.largestAttempts
            if isLast { left.remove(at: index) }
            // Without a file there is nothing that the user could do with it.
            let remedy = error.code == .noInput ? "" : "; \(LeftRecording.remedy(for: item))"
            logger.warning(
                """
                cannot recover \(item.path): \(error)\(remedy); \
                \(isLast ? "it is not tried again" : "the next start tries again")
                """
            )
        }
        onChange()
    }

    private func forget() {
        timer.stop()
        running = nil
        onChange()
    }

    private func take(_ failure: RecorderFailure) {
        let error = RequestError(failure.error)
        switch failure {
        case .take:
            forget()
            reporter.logger.error("\(error.message); the recording has ended")
        case .capture:
            reporter.logger.warning(
                "\(error.message); what comes in is not kept for captures until it can be written"
            )
        }
        reporter.publish(.record(.failed(error)))
    }
}

extension RecordingSummary {
    /// The summary of a take, with the path that the client has named.
    fileprivate init(_ summary: TakeSummary, _ target: String) {
        self.init(
            target,
            notes: summary.notes,
            tracks: summary.tracks,
            seconds: Double(summary.duration) / 1e9,
            lost: summary.dropped
        )
        guessedTempo = summary.guessedTempo
    }
}

extension Result where Failure == HostError {
    /// The result as a client gets it.
    fileprivate var asRequestResult: Result<Success, any Error> {
        mapError { RequestError($0) }
    }
}
