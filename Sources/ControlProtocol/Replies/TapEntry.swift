import JSON
import Sequencer
import Wording

/// A tap of the daemon.
public struct TapEntry: Hashable, Sendable {
    /// The states of a tap; the raw values are the protocol's words.
    public enum State: String, Hashable, Sendable, CaseIterable {
        case running
        /// Ended by a client; its file is complete.
        case ended
        /// Its target could not be written any more.
        case failed
    }

    /// Its number.
    public var tap: Int
    /// Its state.
    public var state: State
    /// The name of the strip; `master` for what is heard.
    public var strip: String
    /// The path of the file or the pipe; `-` for standard output.
    public var target: String
    /// The seconds of sound that were written.
    public var seconds = 0.0
    /// The frames that were lost, since the target was too slow.
    public var lostFrames = 0
    /// The error with which it failed; `nil` in other states.
    public var failure: RequestError?

    /// Makes an entry for a tap that runs.
    public init(_ tap: Int, strip: String, target: String) {
        self.tap = tap
        state = .running
        self.strip = strip
        self.target = target
    }
}

extension TapEntry {
    /// The line in words.
    var words: String {
        var words = "\(tap) \(state.rawValue) \(TimeText.text(seconds: seconds)) "
        words += "lost=\(lostFrames) "
        words += "\(Words.word(for: strip)) -> \(Words.word(for: target))"
        if let failure { words += ": \(failure.number) \(failure.message)" }
        return words
    }

    var object: JSONObject {
        var object = JSONObject()
        write(to: &object)
        return object
    }

    /// Its members in an answer or an event.
    func write(to object: inout JSONObject) {
        object.set("tap", tap)
        object.set("state", state.rawValue)
        object.set("strip", strip)
        object.set("target", target)
        object.set("seconds", seconds)
        object.set("lost", lostFrames)
        object.set("number", failure?.number)
        object.set("message", failure?.message)
    }

    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            try fields.integer("tap"),
            strip: try fields.string("strip"),
            target: try fields.string("target")
        )
        state = try fields.word("state")
        seconds = try fields.number("seconds")
        lostFrames = try fields.integer("lost")
        if let number = try fields.optionalInteger("number") {
            failure = RequestError(number: number, try fields.string("message"))
        }
    }
}
