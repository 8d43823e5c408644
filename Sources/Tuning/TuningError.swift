/// A fault in a file of a scale or a keyboard mapping.
public struct TuningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The line, from 1; `nil` for a fault of the whole file.
    public let line: Int?
    /// The problem and what was expected.
    public let reason: String

    init(_ path: String, line: Int? = nil, _ reason: String) {
        self.path = path
        self.line = line
        self.reason = reason
    }

    /// The error without the file: `line 3: expected a ratio or cents`.
    public var place: String { line.map { "line \($0): \(reason)" } ?? reason }

    /// The error as one line: `meantone.scl: line 3: expected a ratio or cents`.
    public var description: String { "\(path): \(place)" }
}
