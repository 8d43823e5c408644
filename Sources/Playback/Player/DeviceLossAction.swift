/// What playback does when its device is lost.
public enum DeviceLossAction: String, CaseIterable, Hashable, Sendable {
    /// Musical time goes on, and the device joins in when it is back.
    case `continue`
    /// Playback pauses, and resumes at that position when the device is back.
    case pause
    /// Playback stops.
    case stop
}
