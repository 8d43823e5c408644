/// The lists of the monitor, between which Tab changes.
enum MonitorPanel: Hashable, Sendable, CaseIterable {
    case tracks
    case strips
    case queue

    /// The title.
    var title: String {
        switch self {
        case .tracks: "Tracks"
        case .strips: "Strips"
        case .queue: "Queue"
        }
    }

    /// The panel after this one.
    var next: MonitorPanel {
        switch self {
        case .tracks: .strips
        case .strips: .queue
        case .queue: .tracks
        }
    }
}
