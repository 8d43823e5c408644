package import ControlProtocol

/// The state of playback, as `systemctl status` shows it.
package struct ServiceStatus: Hashable {
    var state: DaemonStatus.State
    /// The path of the file that is loaded.
    var file: String?
    /// The reason why the device is lost; `nil` if it is not.
    var loss: String?

    package init(state: DaemonStatus.State, file: String? = nil, loss: String? = nil) {
        self.state = state
        self.file = file
        self.loss = loss
    }

    /// The state in a few words: `playing song.mid`, `device lost: …`.
    package var text: String {
        if let loss { return "device lost: \(loss)" }
        let name = file.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? ""
        return switch state {
        case .playing: "playing \(name)"
        case .paused: "paused: \(name)"
        case .stopped: "idle"
        }
    }
}
