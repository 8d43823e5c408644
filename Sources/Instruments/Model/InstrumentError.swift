/// The reason why a file cannot be read as an instrument.
public struct InstrumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Hashable, Sendable {
        /// It is something else.
        case notAnInstrument
        /// It ends before its header says.
        case truncated
        /// Its structure is broken.
        case damaged
        /// It is in a form that is not supported.
        case unsupported
        /// It has nothing that can be played.
        case empty
        /// It has more than a SoundFont can hold.
        case tooLarge
    }

    /// The kind of failure.
    public let code: Code
    /// The position.
    public let position: InstrumentPosition
    /// The problem and what was expected.
    public let detail: String

    /// Makes an error.
    public init(_ code: Code, _ position: InstrumentPosition, _ detail: String) {
        self.code = code
        self.position = position
        self.detail = detail
    }

    /// Position and problem: `piano.sfz: line 3: …`.
    public var description: String { "\(position): \(detail)" }
}
