import MIDI

extension Controller {
    /// What a table calls the controller: `volume`, `sustain`; `CC20` for one without a name.
    var shownName: String { name.map { "\($0)" } ?? "CC\(rawValue)" }
}
