import Sequencer
import Wording

/// A render job of the daemon.
public struct JobEntry: Hashable, Sendable {
    /// The states of a job; the raw values are the protocol's words.
    public enum State: String, Hashable, Sendable, CaseIterable {
        case waiting
        case running
        case done
        case failed
        case cancelled
    }

    /// Its number.
    public var job: Int
    /// Its state.
    public var state: State
    /// The path of the MIDI file.
    public var source: String
    /// The path of the sound file.
    public var target: String
    /// Its progress.
    public var progress = JobProgress()
    /// The error with which it failed; `nil` in other states.
    public var failure: RequestError?

    /// Makes an entry for a job that has not begun.
    public init(_ job: Int, _ state: State, source: String, target: String) {
        self.job = job
        self.state = state
        self.source = source
        self.target = target
    }
}

extension JobEntry {
    /// The line in words.
    package func words(at index: Int) -> String {
        var words = "\(job) \(state.rawValue) \(progress.percent)% "
        words += "\(TimeText.text(seconds: progress.seconds)) "
        words += "\(NumberText.decimal((progress.speed * 10).rounded() / 10))x "
        words += "\(Words.word(for: source)) -> \(Words.word(for: target))"
        if let failure { words += ": \(failure.number) \(failure.message)" }
        return words
    }
}

extension JobEntry.State: FieldValue {}

extension JobEntry: ListedRecord {
    package init() { self.init(0, .waiting, source: "", target: "") }

    package static let fields = Field<JobEntry>.table {
        Field("job", \.job)
        Field("state", \.state)
        Field("source", \.source)
        Field("target", \.target)
        JobProgress.fields(in: \.progress)
        RequestError.fields(in: \.failure)
    }

    static let list = AnswerList<JobEntry>(
        "jobs",
        line: "job",
        "each job: number, `waiting`, `running`, `done`, `failed` or `cancelled`, percent, seconds "
            + "rendered, speed, source `->` target, and the error if it failed; in JSON, objects"
    )
}
