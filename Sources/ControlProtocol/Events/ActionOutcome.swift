/// The outcome of a scheduled command.
public struct ActionOutcome: Hashable, Sendable {
    /// The kinds of outcome.
    public enum Outcome: Hashable, Sendable {
        /// Done, at this frame of the file.
        case done(frame: Int64)
        /// Failed with an error.
        case failed(RequestError)
        /// Cancelled before its position was reached, for a reason in words; `nil` by `cancel`.
        case cancelled(reason: String? = nil)
    }

    /// The number in the answer to the command.
    public var action: Int
    /// The name of the command.
    public var command: String
    /// The frame of the file at which it was due.
    public var due: Int64
    /// The outcome.
    public var outcome: Outcome

    /// Makes an outcome.
    public init(action: Int, command: String, due: Int64, outcome: Outcome) {
        self.action = action
        self.command = command
        self.due = due
        self.outcome = outcome
    }
}

extension ActionOutcome: Record {
    package init() { self.init(action: 0, command: "", due: 0, outcome: .cancelled()) }

    package static let fields = Field<ActionOutcome>.table {
        Field("action", \.action)
        Field("command", \.command)
        Field("state", \.state)
        Field("due", \.due)
        Field("frame", \.frame, "if done")
        RequestError.fields(in: \.failure)
        Field("reason", \.reason, "if cancelled by something other than `cancel`")
    }

    private enum State: String, CaseIterable, FieldValue {
        case done
        case failed
        case cancelled
    }

    private var state: State {
        get {
            switch outcome {
            case .done: .done
            case .failed: .failed
            case .cancelled: .cancelled
            }
        }
        set {
            outcome =
                switch newValue {
                case .done: .done(frame: 0)
                case .failed: .failed(RequestError())
                case .cancelled: .cancelled()
                }
        }
    }

    private var frame: Int64? {
        get { if case .done(let frame) = outcome { frame } else { nil } }
        set { if let newValue { outcome = .done(frame: newValue) } }
    }

    private var failure: RequestError? {
        get { if case .failed(let error) = outcome { error } else { nil } }
        set { if let newValue { outcome = .failed(newValue) } }
    }

    private var reason: String? {
        get { if case .cancelled(let reason) = outcome { reason } else { nil } }
        set { if let newValue { outcome = .cancelled(reason: newValue) } }
    }
}
