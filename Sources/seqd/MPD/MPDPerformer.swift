import ControlProtocol
import MPDProtocol

/// Does the commands of one client, most of which are the daemon's.
///
/// One thread uses it.
final class MPDPerformer {
    let hub: MPDHub
    let daemon: MPDDaemon
    let files: MPDFiles
    private let isLocal: Bool
    /// The tags that the client wants.
    private(set) var tags = Set(MPDSong.Tag.allCases)

    /// The time that reading files for their titles may take in one command.
    private static let readingTime = Duration.seconds(3)

    /// Makes a performer for a client.
    init(_ hub: MPDHub, _ daemon: MPDDaemon, _ files: MPDFiles, isLocal: Bool) {
        (self.hub, self.daemon, self.files, self.isLocal) = (hub, daemon, files, isLocal)
    }

    /// The end of the time that reading files may take in a command that begins now.
    var readingDeadline: ContinuousClock.Instant { .now + Self.readingTime }

    /// Does a command.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - arguments: As many arguments as it takes.
    /// - Returns: The answer.
    /// - Throws: The error.
    func perform(
        _ command: MPDCommandName,
        _ arguments: [String]
    ) throws(MPDFault) -> MPDReply {
        switch command {
        case .add, .addid, .clear, .delete, .deleteid, .move, .moveid, .prio, .prioid, .shuffle,
            .swap, .swapid, .findadd, .searchadd:
            try edit(command, arguments)
        case .playlist, .playlistfind, .playlistid, .playlistinfo, .playlistsearch, .plchanges,
            .plchangesposid, .currentsong:
            try showQueue(command, arguments)
        case .next, .pause, .play, .playid, .previous, .seek, .seekcur, .seekid, .stop:
            try play(command, arguments)
        case .consume, .crossfade, .getvol, .random, .repeat, .replayGainMode, .replayGainStatus,
            .setvol, .single, .volume:
            try set(command, arguments)
        case .count, .find, .list, .listall, .listallinfo, .listfiles, .lsinfo, .search:
            try browse(command, arguments)
        case .listplaylist, .listplaylistinfo, .listplaylists, .load, .rm, .save:
            try managePlaylists(command, arguments)
        case .disableoutput, .enableoutput, .outputs, .stats, .status, .toggleoutput:
            try showState(command, arguments)
        case .albumart, .readpicture: throw MPDFault(.noExist, "No file exists")
        case .binarylimit:
            try limitBinary(arguments[0])
        case .clearerror, .close, .idle, .noidle, .ping: MPDReply()
        case .commands: listCommands { $0 }
        case .notcommands: listCommands { !$0 }
        case .config: try showConfiguration()
        case .decoders: Self.decoders
        case .kill: throw MPDFault(.permission, "you don't have permission for \"kill\"")
        case .password: throw MPDFault(.password, "incorrect password: there are no passwords")
        case .rescan, .update: update()
        case .tagtypes: try setTags(arguments)
        case .urlhandlers: Self.reply("handler", ["file://"])
        }
    }

    /// An answer of one line for each value.
    static func reply(_ key: String, _ values: [some CustomStringConvertible]) -> MPDReply {
        var reply = MPDReply()
        for value in values { reply.add(key, value) }
        return reply
    }

    // MARK: - About the connection

    private func limitBinary(_ text: String) throws(MPDFault) -> MPDReply {
        guard try MPDArgument.number(text) >= 64 else {
            throw MPDFault(.argument, "Value too small")
        }
        return MPDReply()
    }

    /// The right that the role of the daemon's socket gives.
    private var right: MPDCommandName.Right {
        switch daemon.role {
        case nil: .none
        case .observer?: .reading
        case .transport?, .admin?: .control
        }
    }

    private func listCommands(_ isListed: (_ isAllowed: Bool) -> Bool) -> MPDReply {
        let right = right
        return Self.reply(
            "command",
            MPDCommandName.allCases.filter { isListed($0.right <= right) }.map(\.rawValue).sorted()
        )
    }

    private func showConfiguration() throws(MPDFault) -> MPDReply {
        guard isLocal else {
            throw MPDFault(.permission, "Command only permitted to local clients")
        }
        return Self.reply("music_directory", files.tree.folders.map(\.path))
    }

    private static var decoders: MPDReply {
        var reply = MPDReply()
        reply.add("plugin", "seqd")
        for ending in MPDFiles.endings { reply.add("suffix", ending) }
        reply.add("mime_type", "audio/midi")
        return reply
    }

    /// Answers that files are read anew, which they are each time.
    private func update() -> MPDReply {
        let number = hub.makeUpdateNumber()
        hub.notify([.update, .database])
        return Self.reply("updating_db", [number])
    }

    private func setTags(_ arguments: [String]) throws(MPDFault) -> MPDReply {
        let names = arguments.dropFirst()
        // Tags that songs do not have are accepted: clients ask for all that they can show.
        let named = Set(names.compactMap { MPDSong.Tag(named: $0) })
        switch arguments.first?.lowercased() {
        case nil:
            return Self.reply(
                "tagtype",
                MPDSong.Tag.allCases.filter(tags.contains).map(\.rawValue)
            )
        case "all" where names.isEmpty: tags = Set(MPDSong.Tag.allCases)
        case "clear" where names.isEmpty: tags = []
        case "enable" where !names.isEmpty: tags.formUnion(named)
        case "disable" where !names.isEmpty: tags.subtract(named)
        case "reset" where !names.isEmpty: tags = named
        default: throw MPDFault(.argument, "Unknown sub command")
        }
        return MPDReply()
    }
}
