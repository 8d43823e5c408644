/// A recording began or ended, or the capture of what comes in failed.
public enum RecordingChange: Hashable, Sendable {
    /// It has begun, with this file as its target.
    case started(String)
    /// Its file is complete.
    case ended(RecordingSummary)
    /// It ended with an error; the journal of a recording is left under the name with `.part`.
    case failed(RequestError)
}

extension RecordingChange: Record {
    package init() { self = .started("") }

    package static let fields = Field<RecordingChange>.table {
        Field("state", \.state)
        Field("target", \.target, "if started or ended")
        RecordingSummary.figures.map { $0.moved(to: \.summary) }
        RequestError.fields(in: \.failure)
    }

    private enum State: String, CaseIterable, FieldValue {
        case started
        case ended
        case failed
    }

    private var state: State {
        get {
            switch self {
            case .started: .started
            case .ended: .ended
            case .failed: .failed
            }
        }
        set {
            self =
                switch newValue {
                case .started: .started("")
                case .ended: .ended(RecordingSummary())
                case .failed: .failed(RequestError())
                }
        }
    }

    private var target: String? {
        get {
            switch self {
            case .started(let target): target
            case .ended(let summary): summary.target
            case .failed: nil
            }
        }
        set {
            guard let newValue else { return }
            if var summary {
                summary.target = newValue
                self = .ended(summary)
            } else {
                self = .started(newValue)
            }
        }
    }

    private var summary: RecordingSummary? {
        get { if case .ended(let summary) = self { summary } else { nil } }
        set { if let newValue { self = .ended(newValue) } }
    }

    private var failure: RequestError? {
        get { if case .failed(let error) = self { error } else { nil } }
        set { if let newValue { self = .failed(newValue) } }
    }
}
