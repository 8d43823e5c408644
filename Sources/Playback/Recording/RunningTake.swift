import SMF
import SamplerHost
import Sequencer

/// A take while it is recorded: its journal, and what is to be made of that.
///
/// Confined to the recorder's thread.
final class RunningTake {
    let request: TakeRequest
    /// The start, in nanoseconds of the monotonic clock.
    let start: Int64
    private var journal: TakeJournal<MIDIFileSink>?
    /// The name under which a crash leaves the journal; `nil` where the file system has no second
    /// names for a file.
    let recoveryPath: String?
    /// The number of notes.
    private(set) var notes = 0

    /// Begins a take: its journal is there from then on.
    ///
    /// - Parameters:
    ///   - request: The take.
    ///   - start: The start, in nanoseconds of the monotonic clock.
    /// - Throws: `cannotCreate` or `io` with the reason.
    init(_ request: TakeRequest, at start: Int64) throws(HostError) {
        self.request = request
        self.start = start
        let sink = try MIDIFileSink(
            replacing: request.path,
            mayReplace: request.mayReplace,
            keepsRecovery: true
        )
        do throws(JournalFailure) {
            let journal = try TakeJournal(sink, plan: request.plan)
            recoveryPath = journal.withSink { $0.recoveryPath }
            self.journal = consume journal
        } catch {
            throw HostError(error, request.path)
        }
    }

    /// Adds a message, if its input is recorded.
    func add(_ event: RecordedEvent) throws(HostError) {
        guard event.time >= start, request.inputs?.contains(event.input) ?? true else { return }
        var event = event
        event.time -= start
        if event.isNoteOn { notes += 1 }
        do throws(JournalFailure) {
            try journal?.append(event)
        } catch {
            throw HostError(error, request.path)
        }
    }

    /// Adds a position of playback.
    ///
    /// - Parameter mark: The position; its time is in nanoseconds of the take.
    /// - Throws: `io` with the reason.
    func add(_ mark: TakeMark) throws(HostError) {
        do throws(JournalFailure) {
            try journal?.append(mark)
        } catch {
            throw HostError(error, request.path)
        }
    }

    /// Writes that the take has continued up to a time of the monotonic clock.
    ///
    /// - Parameter stamp: The time, before which no message can come any more.
    /// - Throws: `io` with the reason.
    func advance(to stamp: Int64) throws(HostError) {
        do throws(JournalFailure) {
            try journal?.advance(to: stamp - start)
        } catch {
            throw HostError(error, request.path)
        }
    }

    /// Whether something is not on disk yet.
    var hasChanges: Bool { journal?.hasChanges ?? false }

    /// Has the disk take what was added.
    func checkpoint() throws(HostError) {
        do throws(JournalFailure) {
            try journal?.checkpoint()
        } catch {
            throw HostError(error, request.path)
        }
    }

    /// Ends the take, and makes its file.
    ///
    /// - Parameter stamp: The end, in nanoseconds of the monotonic clock.
    /// - Returns: The result.
    /// - Throws: The reason why there is no file; the journal is left then.
    func end(at stamp: Int64) throws(HostError) -> TakeSummary {
        guard let journal = journal.take() else {
            throw HostError(.internal, request.path, "ended already")
        }
        let sink: MIDIFileSink
        do throws(JournalFailure) {
            sink = try journal.finish(at: max(stamp - start, 0))
        } catch {
            throw HostError(error, request.path)
        }
        let take = try TakeFile.take(in: try sink.content(), named: request.path)
        let summary = try TakeFile.write(
            take,
            to: request.path,
            mayReplace: request.mayReplace,
            accompaniment: request.accompaniment
        )
        sink.discard()
        return summary
    }
}

/// The failure of a journal in a file.
typealias JournalFailure = StreamingError<HostError>

extension HostError {
    /// The failure of a journal.
    init(_ failure: JournalFailure, _ path: String) {
        switch failure {
        case .sink(let error): self = error
        case .refused(let error): self.init(.internal, path, "\(error)")
        }
    }
}
