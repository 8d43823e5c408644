import ControlProtocol
import Playback
import SeqdClient
import Wording

/// Candidates that the daemon is asked for: the names and numbers of what it has.
extension CtlCompletion {
    /// The candidates for an argument that the daemon knows; `nil` for any other.
    func named(_ argument: String, of command: String) -> [Candidate]? {
        switch (command, argument) {
        case (Command.Jump.name, _), (Command.Remove.name, _), (Command.Swap.name, _),
            (Command.Move.name, "entry"):
            asking(Command.Queue()) { queue in
                queue.entries.enumerated().map {
                    Candidate(word: "\($0 + 1)", help: $1.path.printable)
                }
            }
        case (Command.Load.name, "name"), (Command.Save.name, "name"),
            (Command.DeletePlaylist.name, _):
            asking(Command.Playlists()) { playlists in
                playlists.map {
                    Candidate(word: $0.name, help: NumberText.count($0.entries, "file"))
                }
            }
        case (Command.RecallScene.name, "name"), (Command.SaveScene.name, "name"),
            (Command.DeleteScene.name, _):
            asking(Command.Scenes()) { scenes in scenes.map { Candidate(word: $0.name) } }
        case (Command.Strip.name, "name"): strips
        case (Command.Tap.name, "strip"): [Candidate(word: "master")] + strips
        case (Command.Effect.name, "bus"):
            asking(Command.Effects()) { buses in
                buses.map { Candidate(word: $0.name.printable) }
            }
        case (Command.Presets.name, _):
            asking(Command.Rack()) { rack in
                rack.samplers.map { Candidate(word: $0.name.printable) }
            }
        case (Command.RemoveFont.name, "font"):
            asking(Command.Status()) { status in
                status.fonts.map { Candidate(word: $0.printable) }
            }
        case (Command.Unroute.name, "routes"):
            asking(Command.Rack()) { rack in rack.routes.map { Candidate(word: $0.printable) } }
        case (Command.UnsetProgram.name, "programs"):
            asking(Command.Rack()) { rack in rack.programs.map { Candidate(word: $0.printable) } }
        case (Command.Program.name, "preset"):
            asking(Command.Presets()) { presets in
                presets.map { Candidate(word: "\($0.address)", help: $0.name.printable) }
            }
        case (Command.Untap.name, _):
            asking(Command.Taps()) { taps in
                taps.filter { $0.state == .running }.map {
                    Candidate(word: "\($0.tap)", help: "\($0.strip) -> \($0.target)".printable)
                }
            }
        case (Command.CancelJob.name, _):
            asking(Command.Jobs()) { jobs in
                jobs.filter { $0.state == .waiting || $0.state == .running }.map {
                    Candidate(word: "\($0.job)", help: $0.source.printable)
                }
            }
        case (Command.Cancel.name, _):
            asking(Command.Status()) { status in
                status.waiting.map {
                    Candidate(word: "\($0.action)", help: "\($0.command) \($0.position)".printable)
                }
            }
        case (Command.Connect.name, _): asking(Command.Ports(), Self.ports)
        case (Command.Disconnect.name, _):
            asking(Command.Ports()) { listing in
                listing.rules.map { Candidate(word: $0.printable) } + Self.ports(of: listing)
            }
        default: nil
        }
    }

    private var strips: [Candidate] {
        asking(Command.Strips()) { strips in strips.map { Candidate(word: $0.name.printable) } }
    }

    private static func ports(of listing: PortListing) -> [Candidate] {
        listing.ports.map { Candidate(word: $0.name.printable, help: $0.address) }
    }

    /// The candidates of an answer; none if the daemon does not answer soon.
    private func asking<Asked: ControlCommand>(
        _ command: Asked,
        _ candidates: (Asked.Answer) -> [Candidate]
    ) -> [Candidate] {
        guard let paths = try? SocketPath.candidates(path: socket, name: name) else { return [] }
        let answer = TimeLimit.value(withinMilliseconds: Self.patience) { () -> Asked.Answer? in
            try? DaemonConnection(paths: paths).ask(command)
        }
        return (answer ?? nil).map(candidates) ?? []
    }
}
