import Scope
import Sequencer

/// The settings of a picture of a file.
struct ScopeSettings: Sendable {
    /// The view.
    var view: ScopeViewKind
    /// The time that an oscilloscope shows, in seconds.
    var span: Double
    /// The beginning; `nil` for that of the file.
    var start: Position?
    /// The end; `nil` for that of the file.
    var end: Position?
}
