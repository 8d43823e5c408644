/// A render job began, progressed or ended.
public struct JobChange: Hashable, Sendable {
    /// The kinds of change.
    public enum Change: Hashable, Sendable {
        /// It has begun.
        case started
        /// It progresses; at most once per second.
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

extension JobChange: Record {
    package init() { self.init(0, .started, source: "", target: "") }

    package static let fields = Field<JobChange>.table {
        Field("job", \.job)
        Field("state", \.state)
        Field("source", \.source)
        Field("target", \.target)
        JobProgress.fields(in: \.progress)
        RequestError.fields(in: \.failure)
    }

    private enum State: String, CaseIterable, FieldValue {
        case started
        case progress
        case done
        case failed
        case cancelled
    }

    private var state: State {
        get {
            switch change {
            case .started: .started
            case .progress: .progress
            case .done: .done
            case .failed: .failed
            case .cancelled: .cancelled
            }
        }
        set {
            change =
                switch newValue {
                case .started: .started
                case .progress: .progress(JobProgress())
                case .done: .done(JobProgress())
                case .failed: .failed(RequestError())
                case .cancelled: .cancelled
                }
        }
    }

    private var progress: JobProgress? {
        get {
            switch change {
            case .progress(let progress), .done(let progress): progress
            case .started, .failed, .cancelled: nil
            }
        }
        set {
            guard let newValue else { return }
            change = if case .done = change { .done(newValue) } else { .progress(newValue) }
        }
    }

    private var failure: RequestError? {
        get { if case .failed(let error) = change { error } else { nil } }
        set { if let newValue { change = .failed(newValue) } }
    }
}
