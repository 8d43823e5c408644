import ControlProtocol
import Playback
import SeqdClient
import Wording

/// Candidates that the daemon is asked for: the names and numbers of what it has.
extension CtlCompletion {
    /// The request whose reply has the candidates for an argument; `nil` if no reply has.
    static func request(for argument: String, of command: CommandName) -> Request? {
        switch (command, argument) {
        case (.jump, _), (.remove, _), (.swap, _), (.move, "entry"): .queue
        case (.load, "name"), (.save, "name"), (.deletePlaylist, _): .playlists
        case (.strip, "name"), (.tap, "strip"): .strips
        case (.effect, "bus"): .effects
        case (.presets, _), (.unroute, "routes"): .rack
        case (.program, "preset"): .presets()
        case (.untap, _): .taps
        case (.cancelJob, _): .jobs
        case (.cancel, _): .status
        case (.connect, _), (.disconnect, _): .ports
        default: nil
        }
    }

    /// The candidates of a reply.
    static func candidates(of reply: Reply, for command: CommandName) -> [Candidate] {
        switch reply {
        case .queue(let queue):
            queue.entries.enumerated().map { Candidate(word: "\($0 + 1)", help: $1.path.printable) }
        case .playlists(let playlists):
            playlists.map { Candidate(word: $0.name, help: NumberText.count($0.entries, "file")) }
        case .strips(let strips):
            (command == .tap ? [Candidate(word: "master")] : [])
                + strips.map { Candidate(word: $0.name.printable) }
        case .effects(let buses): buses.map { Candidate(word: $0.name.printable) }
        case .rack(let rack) where command == .unroute:
            rack.routes.map { Candidate(word: $0.printable) }
        case .rack(let rack):
            rack.samplers.map { Candidate(word: $0.name.printable) }
        case .presets(let presets):
            presets.map { Candidate(word: "\($0.address)", help: $0.name.printable) }
        case .taps(let taps):
            taps.filter { $0.state == .running }.map {
                Candidate(word: "\($0.tap)", help: "\($0.strip) -> \($0.target)".printable)
            }
        case .jobs(let jobs):
            jobs.filter { $0.state == .waiting || $0.state == .running }.map {
                Candidate(word: "\($0.job)", help: $0.source.printable)
            }
        case .status(let status):
            status.waiting.map {
                Candidate(word: "\($0.action)", help: "\($0.command) \($0.position)".printable)
            }
        case .ports(let listing):
            (command == .disconnect ? listing.rules.map { Candidate(word: $0.printable) } : [])
                + listing.ports.map { Candidate(word: $0.name.printable, help: $0.address) }
        default: []
        }
    }

    /// The candidates for an argument that the daemon knows; `nil` for any other.
    func named(_ argument: String, of command: CommandName) -> [Candidate]? {
        guard let request = Self.request(for: argument, of: command) else { return nil }
        guard let paths = try? SocketPath.candidates(path: socket, name: name) else { return [] }
        let reply = TimeLimit.value(withinMilliseconds: Self.patience) { () -> Reply? in
            try? DaemonConnection(paths: paths).ask(request)
        }
        return reply?.map { Self.candidates(of: $0, for: command) } ?? []
    }
}
