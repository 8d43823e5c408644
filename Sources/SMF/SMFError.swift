/// The reason why a file was refused.
public struct SMFError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the reason.
    public var code: Code
    /// The position in the input, in bytes from its start.
    public var offset: Int
    /// A phrase: the content of the file, and what was expected.
    public var detail: String
    /// The finding that the strict policy refuses, with ``Code-swift.enum/violation``.
    public var diagnostic: Diagnostic?

    /// The message, to be printed after the file's name.
    public var description: String {
        if let diagnostic { return diagnostic.description }
        return offset == 0 ? detail : "byte \(hexadecimal(offset)): \(detail)"
    }

    /// Makes an error.
    public init(code: Code, offset: Int, detail: String) {
        self.code = code
        self.offset = offset
        self.detail = detail
    }

    /// Makes the error that the strict policy throws.
    public init(_ diagnostic: Diagnostic) {
        self.init(code: .violation, offset: diagnostic.offset ?? 0, detail: diagnostic.detail)
        self.diagnostic = diagnostic
    }

    /// A kind of refusal.
    ///
    /// The raw values are stable: scripts may rely on them.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// There are no bytes.
        case empty
        /// It is not a MIDI file.
        case notMIDI = "not-midi"
        /// There is no header, but there are tracks.
        case headerMissing = "header-missing"
        /// The header is cut short, or claims to be shorter than 6 bytes.
        case headerShort = "header-short"
        /// The division is 0, or names a time base that cannot be stored.
        case divisionInvalid = "division-invalid"
        /// The strict policy met a warning or an error.
        case violation
    }
}
