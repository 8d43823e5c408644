import ControlProtocol
import MPDProtocol
import Platform
import Playback
import SamplerHost

/// The commands for playlists, which the daemon keeps.
extension MPDPerformer {
    /// The largest playlist that is listed, in bytes.
    private static let sizeLimit = 16 << 20

    func managePlaylists(
        _ command: MPDCommandName,
        _ arguments: [String]
    ) throws(MPDFault) -> MPDReply {
        switch command {
        case .listplaylists: return try playlists()
        case .listplaylist, .listplaylistinfo:
            return try content(of: arguments[0], withTexts: command == .listplaylistinfo)
        case .load: try load(arguments)
        case .rm:
            _ = try daemon.ask(Command.DeletePlaylist(existing(arguments[0])))
            hub.notify([.storedPlaylist])
        default: try save(arguments)
        }
        return MPDReply()
    }

    private func name(_ text: String) throws(MPDFault) -> PlaylistName {
        guard let name = PlaylistName(text) else {
            throw MPDFault(.argument, "playlist name is invalid")
        }
        return name
    }

    /// The name of a playlist that exists.
    private func existing(_ text: String) throws(MPDFault) -> PlaylistName {
        let name = try name(text)
        guard try daemon.ask(Command.Playlists()).contains(where: { $0.name == text }) else {
            throw MPDFault(.noExist, "No such playlist")
        }
        return name
    }

    /// The playlists.
    func playlists() throws(MPDFault) -> MPDReply {
        Self.reply("playlist", try daemon.ask(Command.Playlists()).map(\.name))
    }

    private func load(_ arguments: [String]) throws(MPDFault) {
        guard arguments.count == 1 || arguments.count == 2 && arguments[1] == "0:" else {
            throw MPDFault(.argument, "a playlist is loaded as a whole, at the end of the queue")
        }
        _ = try daemon.ask(Command.Load(existing(arguments[0])))
    }

    private func save(_ arguments: [String]) throws(MPDFault) {
        let mode = arguments.count > 1 ? arguments[1] : "create"
        guard ["create", "replace"].contains(mode) else {
            throw MPDFault(.argument, "expected create or replace")
        }
        let playlist = try name(arguments[0])
        do throws(RequestError) {
            _ = try daemon.request(Command.Save(playlist, replaces: mode == "replace"))
        } catch {
            throw error.code == .cannotCreate
                ? MPDFault(.exists, "Playlist already exists") : MPDFault(error)
        }
        hub.notify([.storedPlaylist])
    }

    /// The files of a playlist, which is read here: the daemon runs as the same user.
    private func content(of text: String, withTexts: Bool) throws(MPDFault) -> MPDReply {
        let name = try name(text)
        let missing = MPDFault(.noExist, "No such playlist")
        guard let folder = UserFolder.playlists else { throw missing }
        let path = "\(folder)/\(name).m3u"
        guard FileStatus(path)?.kind == .regular,
            let bytes = try? InputFile.read(path, limit: Self.sizeLimit)
        else { throw missing }
        var reply = MPDReply()
        let deadline = readingDeadline
        for path in PlaylistFile(bytes, at: path).paths {
            if withTexts {
                files.song(path, until: deadline).write(to: &reply, tags)
            } else {
                reply.add("file", files.tree.name(of: path))
            }
        }
        return reply
    }
}
