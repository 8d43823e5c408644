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
    package func words(at index: Int) -> String {
        var words = "\(tap) \(state.rawValue) \(TimeText.text(seconds: seconds)) "
        words += "lost=\(lostFrames) "
        words += "\(Words.word(for: strip)) -> \(Words.word(for: target))"
        if let failure { words += ": \(failure.number) \(failure.message)" }
        return words
    }
}

extension TapEntry.State: FieldValue {}

extension TapEntry: ListedRecord {
    package init() { self.init(0, strip: "", target: "") }

    package static let fields = Field<TapEntry>.table {
        Field("tap", \.tap)
        Field("state", \.state)
        Field("strip", \.strip)
        Field("target", \.target)
        Field("seconds", \.seconds, "written")
        Field("lost", \.lostFrames, "frames")
        RequestError.fields(in: \.failure)
    }

    static let list = AnswerList<TapEntry>(
        "taps",
        line: "tap",
        "each tap: number, `running`, `ended` or `failed`, seconds written, `lost=` and the frames "
            + "lost, strip `->` target, and the error if it failed; in JSON, objects"
    )
}
