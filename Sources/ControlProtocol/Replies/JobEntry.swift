import JSON
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
    var words: String {
        var words = "\(job) \(state.rawValue) \(progress.percent)% "
        words += "\(TimeText.text(seconds: progress.seconds)) "
        words += "\(NumberText.decimal((progress.speed * 10).rounded() / 10))x "
        words += "\(Words.word(for: source)) -> \(Words.word(for: target))"
        if let failure { words += ": \(failure.number) \(failure.message)" }
        return words
    }

    var object: JSONObject {
        var object = JSONObject()
        object.set("job", job)
        object.set("state", state.rawValue)
        object.set("source", source)
        object.set("target", target)
        progress.write(to: &object)
        object.set("number", failure?.number)
        object.set("message", failure?.message)
        return object
    }

    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            try fields.integer("job"),
            try fields.word("state"),
            source: try fields.string("source"),
            target: try fields.string("target")
        )
        progress = try JobProgress(fields)
        if let number = try fields.optionalInteger("number") {
            failure = RequestError(number: number, try fields.string("message"))
        }
    }
}
