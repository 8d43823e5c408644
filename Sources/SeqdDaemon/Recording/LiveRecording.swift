import ControlProtocol
import Logging
import Playback
import SamplerHost
import Sequencer
import Wording

/// The recording of what comes in on the live inputs: one at a time, and captures of what was
/// stored.
///
/// The recorder has a thread of its own.
@EventLoop
final class LiveRecording {
    /// A recording that is under way.
    private struct Running {
        /// Tells it from those that are begun after it.
        let number: Int
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

    /// The playback that recordings follow.
    let run: PlayRun
    /// The number of live inputs.
    let inputs: Int
    /// The folders below which clients may name files.
    let policy: PathPolicy
    private var reporter: Reporter { run.reporter }
    private var recorder: Recorder?
    private var running: Running?
    private var lastNumber = 0
    /// The recordings that earlier daemons have left, until their files are there.
    private(set) var left: [DaemonState.Recording] = []
    private let timer = LoopTimer(every: .milliseconds(20))

    /// Makes a recording that does not run yet.
    init(of run: PlayRun, inputs: Int, _ policy: PathPolicy) {
        self.run = run
        self.inputs = inputs
        self.policy = policy
    }

    /// Starts the recorder's thread.
    ///
    /// - Parameter capture: The store of what comes in; `nil` stores nothing.
    /// - Throws: Status 70 when the system has no thread to give.
    func start(_ capture: CaptureSettings?) throws(RequestError) {
        recorder = try RequestError.catching { () throws(HostError) in
            try Recorder(capture: capture) { [weak self] failure in
                EventLoop.execute { [weak self] in self?.take(failure) }
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

    /// Begins a recording, which is on disk then.
    ///
    /// - Parameters:
    ///   - request: The take.
    ///   - target: The path that the client has named.
    ///   - follower: Follows playback; `nil` if the take does not depend on it.
    ///   - start: The start, in nanoseconds of the monotonic clock.
    ///   - look: Gets the marks of the position of playback; `nil` ends the recording.
    /// - Throws: Status 75 if another one is under way; the error of a file that cannot be made.
    func begin(
        _ request: TakeRequest,
        target: String,
        _ follower: TakeFollower?,
        start: Int64,
        _ look: @escaping (inout TakeFollower) -> [TakeMark]?
    ) async throws {
        guard let recorder else { throw RequestError.internal("the recorder has not started") }
        if let running {
            throw RequestError(
                .busy,
                "\(running.target): is being recorded; end that by record-stop"
            )
        }
        lastNumber += 1
        let number = lastNumber
        running = Running(
            number: number,
            target: target,
            path: request.path,
            replaces: request.mayReplace,
            follower: follower
        )
        if follower != nil {
            timer.run(true) { [weak self] in self?.follow(look) }
        }
        let begun = await EventLoop.value { settle in
            recorder.begin(request, at: start, onEnd: settle)
        }
        // It may have been ended meanwhile, and another begun.
        let isCurrent = running?.number == number
        switch begun {
        case .success(let journal):
            if isCurrent { running?.journal = journal }
            run.onChange()
            reporter.logger.info("recording \(target)")
            reporter.publish(.record(.started(target)))
        case .failure(let error):
            if isCurrent { forget() }
            throw RequestError(error)
        }
    }

    private func follow(_ look: (inout TakeFollower) -> [TakeMark]?) {
        guard var follower = running?.follower else { return }
        guard let marks = look(&follower) else {
            endOfPiece()
            return
        }
        running?.follower = follower
        recorder?.add(marks)
    }

    /// Ends a recording that depends on the piece that has ended; its outcome is an event, and in the
    /// log.
    func endOfPiece() {
        guard running?.follower != nil else { return }
        EventLoop.begin { [self] in _ = try await stop() }
    }

    /// Ends the recording, and writes its file.
    ///
    /// - Returns: What became of it.
    /// - Throws: Status 64 if none is under way; the error of a file that cannot be written.
    func stop() async throws -> RecordingSummary {
        guard let recorder, let target = running?.target else {
            throw RequestError(.usage, "nothing is being recorded")
        }
        forget()
        let ended = await EventLoop.value { settle in
            recorder.end(at: LiveQueue.now, onEnd: settle)
        }
        switch ended {
        case .success(let summary): return report(summary, target)
        case .failure(let error):
            let failure = RequestError(error)
            reporter.publish(.record(.failed(failure)))
            throw failure
        }
    }

    private func report(_ summary: TakeSummary, _ target: String) -> RecordingSummary {
        let summary = RecordingSummary(summary, target)
        let notes = NumberText.count(summary.notes, "note")
        reporter.logger.info("recorded \(target): \(notes)")
        reporter.publish(.record(.ended(summary)))
        return summary
    }

    /// Writes the last events that came in to a file.
    func capture(_ request: CaptureRequest, target: String) async throws -> RecordingSummary {
        guard let recorder else { throw RequestError.internal("the recorder has not started") }
        let captured = await EventLoop.value { settle in
            recorder.capture(request, onEnd: settle)
        }
        return try RequestError.catching { () throws(HostError) in
            RecordingSummary(try captured.get(), target)
        }
    }

    /// Ends the recorder; a recording becomes a file, or is ``left``.
    func end() async {
        guard let recorder else { return }
        self.recorder = nil
        let (target, unfinished) = (running?.target, self.unfinished)
        forget()
        // It waits for the disk.
        switch await EventLoop.value({ settle in recorder.beginEnd(settle) }) {
        case .success(let summary)?:
            reporter.logger.info("recorded \(target ?? summary.path)")
        case .failure(let error)?:
            reporter.logger.error("\(error)")
            // No client can do anything about it any more.
            if let unfinished { left.append(unfinished) }
        case nil: break
        }
    }

    // MARK: What was left

    /// Makes the files of recordings that earlier daemons have left.
    ///
    /// - Parameter left: The recordings.
    func recover(_ left: [DaemonState.Recording]) {
        self.left = left
        for item in left {
            recorder?.recover { [weak self, policy] in
                let outcome = LeftRecording(left: item, policy: policy).recover()
                EventLoop.execute { [weak self] in self?.settle(item, outcome) }
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
        run.onChange()
    }

    private func forget() {
        timer.stop()
        running = nil
        run.onChange()
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
