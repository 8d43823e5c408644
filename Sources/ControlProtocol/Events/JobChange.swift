import JSON

/// A render job began, went on or ended.
public struct JobChange: Hashable, Sendable {
    /// The kinds of change.
    public enum Change: Hashable, Sendable {
        /// It has begun.
        case started
        /// It goes on; at most once per second.
        case progress(JobProgress)
        /// The files are complete.
        case done(JobProgress)
        /// It failed, and has left no file.
        case failed(RequestError)
        /// It was cancelled, and has left no file.
        case cancelled
    }

    /// The number of the job.
    public var job: Int
    /// The path of the MIDI file.
    public var source: String
    /// The path of the sound file.
    public var target: String
    /// The change.
    public var change: Change

    /// Makes a change.
    public init(_ job: Int, _ change: Change, source: String, target: String) {
        self.job = job
        self.change = change
        self.source = source
        self.target = target
    }
}

extension JobChange {
    /// Its members in an event.
    func write(to object: inout JSONObject) {
        object.set("job", job)
        object.set("state", word)
        object.set("source", source)
        object.set("target", target)
        switch change {
        case .started, .cancelled: break
        case .progress(let progress), .done(let progress): progress.write(to: &object)
        case .failed(let error):
            object.set("number", error.number)
            object.set("message", error.message)
        }
    }

    private var word: String {
        switch change {
        case .started: "started"
        case .progress: "progress"
        case .done: "done"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }

    init(_ fields: JSONFields) throws(RequestError) {
        let change: Change
        let word = try fields.string("state")
        switch word {
        case "started": change = .started
        case "progress": change = .progress(try JobProgress(fields))
        case "done": change = .done(try JobProgress(fields))
        case "failed":
            let number = try fields.integer("number")
            change = .failed(RequestError(number: number, try fields.string("message")))
        case "cancelled": change = .cancelled
        default: throw .internal("state: unknown: \(RequestError.quoted(word))")
        }
        self.init(
            try fields.integer("job"),
            change,
            source: try fields.string("source"),
            target: try fields.string("target")
        )
    }
}
