/// Something in the description of an instrument that is not played as it stands there.
public struct InstrumentDiagnostic: Hashable, Sendable, CustomStringConvertible {
    /// The severity of a finding.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
        /// Odd, or without a counterpart in a SoundFont; hardly audible.
        case note
        /// It sounds different from what the description asks for.
        case warning
        /// Sound is missing.
        case error
    }

    /// The severity.
    public let severity: Severity
    /// The position.
    public let position: InstrumentPosition
    /// The opcode, the element or the sample.
    public let subject: String
    /// The finding, and what is made of it.
    public let detail: String

    /// Makes a finding.
    public init(
        _ severity: Severity,
        _ position: InstrumentPosition,
        _ subject: String,
        _ detail: String
    ) {
        self.severity = severity
        self.position = position
        self.subject = subject
        self.detail = detail
    }

    /// Position, subject and finding: `piano.sfz: line 3: amp_random: not supported`.
    public var description: String { "\(position): \(subject): \(detail)" }
}

extension InstrumentDiagnostic {
    /// The message that nothing of an instrument can be played, with the most severe findings.
    ///
    /// - Parameter findings: What was found in the instrument.
    /// - Returns: The message.
    public static func silence(_ findings: [Self]) -> String {
        let reasons = [Severity.error, .warning, .note]
            .flatMap { severity in findings.filter { $0.severity == severity } }
            .prefix(3).map { "; \($0)" }.joined()
        return "none of its regions can be played\(reasons)"
    }
}
