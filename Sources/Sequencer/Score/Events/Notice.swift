public import SMF

/// Something odd about a sequence that only shows when its tracks are put together.
///
/// What is wrong with the file itself is among `MIDIFile.diagnostics`.
public struct Notice: Hashable, Sendable, CustomStringConvertible {
    /// What was noticed; the raw values are stable.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// More ports than there can be samplers.
        case tooManyPorts = "too-many-ports"
        /// A meter whose beat is too short to be counted in bars.
        case meterIgnored = "meter-ignored"
        /// Bytes in an escape (F7) that are no message for an instrument.
        case escapeDropped = "escape-dropped"
        /// More was noticed than is kept.
        case more = "more-notices"
    }

    /// What was noticed.
    public var code: Code
    /// How bad it is.
    public var severity: Diagnostic.Severity
    /// The track, from 0; `nil` where it is about the whole.
    public var track: Int?
    /// When, where there is a time.
    public var tick: Int64?
    /// A phrase that says what is odd and what was made of it.
    public var detail: String

    /// Makes a notice.
    public init(
        code: Code,
        severity: Diagnostic.Severity,
        track: Int? = nil,
        tick: Int64? = nil,
        detail: String
    ) {
        self.code = code
        self.severity = severity
        self.track = track
        self.tick = tick
        self.detail = detail
    }

    /// Place and phrase, to be printed after the file's name: `track 3, tick 480: …`.
    public var description: String {
        let place = [track.map { "track \($0 + 1)" }, tick.map { "tick \($0)" }].compactMap { $0 }
        return place.isEmpty ? detail : "\(place.joined(separator: ", ")): \(detail)"
    }
}
