import JSON

/// A recording began or ended, or the capture of what comes in failed.
public enum RecordingChange: Hashable, Sendable {
    /// It has begun, with this file as its target.
    case started(String)
    /// Its file is complete.
    case ended(RecordingSummary)
    /// It ended with an error; the journal of a recording is left under the name with `.part`.
    case failed(RequestError)
}

extension RecordingChange {
    /// Its members in an event.
    func write(to object: inout JSONObject) {
        switch self {
        case .started(let target):
            object.set("state", "started")
            object.set("target", target)
        case .ended(let summary):
            object.set("state", "ended")
            summary.write(to: &object)
        case .failed(let error):
            object.set("state", "failed")
            object.set("number", error.number)
            object.set("message", error.message)
        }
    }

    init(_ fields: JSONFields) throws(RequestError) {
        let word = try fields.string("state")
        switch word {
        case "started": self = .started(try fields.string("target"))
        case "ended": self = .ended(try RecordingSummary(fields))
        case "failed":
            let number = try fields.integer("number")
            self = .failed(RequestError(number: number, try fields.string("message")))
        default: throw .internal("state: unknown: \(RequestError.quoted(word))")
        }
    }
}
