import JSON

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

extension JobProgress {
    init(_ fields: JSONFields) throws(RequestError) {
        percent = try fields.integer("percent")
        seconds = try fields.number("seconds")
        speed = try fields.number("speed")
    }

    /// Its members in an answer or an event.
    func write(to object: inout JSONObject) {
        object.set("percent", percent)
        object.set("seconds", rounded(seconds, to: 1_000))
        object.set("speed", rounded(speed, to: 100))
    }

    private func rounded(_ value: Double, to parts: Double) -> Double {
        (value * parts).rounded() / parts
    }
}
