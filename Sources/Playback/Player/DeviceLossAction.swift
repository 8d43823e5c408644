/// The reaction of playback to the loss of its device.
public enum DeviceLossAction: String, CaseIterable, Hashable, Sendable {
    /// Musical time continues, and the device joins in when it is back.
    case `continue`
    /// Playback pauses, and resumes at that position when the device is back.
    case pause
    /// Playback stops.
    case stop
}
