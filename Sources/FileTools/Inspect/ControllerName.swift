import MIDI

extension Controller {
    /// The controller's name in a table: `volume`, `sustain`; `CC20` for one without a name.
    package var shownName: String { name.map { "\($0)" } ?? "CC\(rawValue)" }
}
