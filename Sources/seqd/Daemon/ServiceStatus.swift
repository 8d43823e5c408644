import ControlProtocol

/// The state of playback, as `systemctl status` shows it.
struct ServiceStatus: Hashable {
    var state: DaemonStatus.State
    /// The path of the file that is loaded.
    var file: String?
    /// The reason why the device is lost; `nil` if it is not.
    var loss: String?

    /// The state in a few words: `playing song.mid`, `device lost: …`.
    var text: String {
        if let loss { return "device lost: \(loss)" }
        let name = file.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? ""
        return switch state {
        case .playing: "playing \(name)"
        case .paused: "paused: \(name)"
        case .stopped: "idle"
        }
    }
}
