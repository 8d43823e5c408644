public import SMF

// Findings of preparing a sequence from a file's tracks.
extension Diagnostic.Code {
    /// There are more ports than there can be samplers.
    public static let tooManyPorts = Self(rawValue: "too-many-ports")
    /// A meter has a beat that is too short to be counted in bars.
    public static let meterIgnored = Self(rawValue: "meter-ignored")
    /// Bytes in an escape (F7) are not a message for an instrument.
    public static let escapeDropped = Self(rawValue: "escape-dropped")
    /// There are more diagnostics of a sequence than are stored.
    public static let sequenceDiagnosticsOmitted = Self(rawValue: "more-notices")

    /// All codes of findings of preparing a sequence.
    public static let sequenceCodes: [Self] = [
        .tooManyPorts, .meterIgnored, .escapeDropped, .sequenceDiagnosticsOmitted,
    ]
}
