import ControlProtocol

/// What the sound does, as `systemctl status` shows it.
struct ServiceStatus: Hashable {
    var state: DaemonStatus.State
    /// The path of the file that is loaded.
    var file: String?
    /// Why the device is lost; `nil` where it is not.
    var loss: String?

    /// A few words: `playing song.mid`, `device lost: …`.
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
