/// The progress of a render job.
public struct JobProgress: Hashable, Sendable {
    /// The part that is done, 0 to 100 %.
    public var percent = 0
    /// The seconds of sound that have been rendered.
    public var seconds = 0.0
    /// Seconds of sound per second of work; 0 before the work begins.
    public var speed = 0.0

    /// Makes the progress of a job that has not begun.
    public init() {}
}

extension JobProgress: Record {
    package static let fields = Field<JobProgress>.table {
        Field("percent", \.percent)
        Field("seconds", \.milliseconds, "rendered")
        Field("speed", \.hundredths)
    }

    /// The seconds to a millisecond.
    private var milliseconds: Double {
        get { (seconds * 1_000).rounded() / 1_000 }
        set { seconds = newValue }
    }

    /// The speed to a hundredth.
    private var hundredths: Double {
        get { (speed * 100).rounded() / 100 }
        set { speed = newValue }
    }
}
