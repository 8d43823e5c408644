/// The commands that are understood.
package enum MPDCommandName: String, Hashable, Sendable, CaseIterable {
    case add, addid, albumart, binarylimit, clear, clearerror, close, commands, config, consume
    case count, crossfade, currentsong, decoders, delete, deleteid, disableoutput, enableoutput
    case find, findadd, getvol, idle, kill, list, listall, listallinfo, listfiles, listplaylist
    case listplaylistinfo, listplaylists, load, lsinfo, move, moveid, next, noidle, notcommands
    case outputs, password, pause, ping, play, playid, playlist, playlistfind, playlistid
    case playlistinfo, playlistsearch, plchanges, plchangesposid, previous, prio, prioid, random
    case readpicture, `repeat`, rescan, rm, save, search, searchadd, seek, seekcur, seekid, setvol
    case shuffle, single, stats, status, stop, swap, swapid, tagtypes, toggleoutput, update
    case urlhandlers, volume
    case replayGainMode = "replay_gain_mode"
    case replayGainStatus = "replay_gain_status"

    /// The right that a command needs.
    package enum Right: Int, Hashable, Sendable, Comparable {
        /// None: the daemon is not asked.
        case none
        /// To read from the daemon.
        case reading
        /// To control the daemon.
        case control
        /// A right that no client has.
        case never

        package static func < (first: Right, second: Right) -> Bool {
            first.rawValue < second.rawValue
        }
    }

    /// The right that the command needs.
    package var right: Right {
        switch self {
        case .binarylimit, .clearerror, .close, .commands, .config, .decoders, .idle, .noidle,
            .notcommands, .password, .ping, .replayGainStatus, .tagtypes, .urlhandlers, .albumart,
            .readpicture, .replayGainMode, .rescan, .update, .stats, .listall, .listallinfo,
            .listfiles, .listplaylist, .listplaylistinfo, .lsinfo, .find, .search, .list, .count:
            .none
        case .currentsong, .getvol, .listplaylists, .outputs, .playlist, .playlistfind,
            .playlistid, .playlistinfo, .playlistsearch, .plchanges, .plchangesposid, .status:
            .reading
        case .kill: .never
        default: .control
        }
    }

    /// The numbers of arguments that the command takes.
    private var counts: ClosedRange<Int> {
        switch self {
        case .clear, .clearerror, .close, .commands, .config, .currentsong, .decoders, .getvol,
            .kill, .listplaylists, .next, .noidle, .notcommands, .outputs, .ping, .playlist,
            .previous, .replayGainStatus, .stats, .status, .stop, .urlhandlers:
            0...0
        case .listall, .listallinfo, .listfiles, .lsinfo, .pause, .play, .playid, .playlistid,
            .playlistinfo, .rescan, .shuffle, .update:
            0...1
        case .binarylimit, .consume, .crossfade, .delete, .deleteid, .disableoutput,
            .enableoutput, .listplaylist, .listplaylistinfo, .password, .random, .repeat,
            .replayGainMode, .rm, .seekcur, .setvol, .single, .toggleoutput, .volume:
            1...1
        case .add, .addid, .plchanges, .plchangesposid, .save: 1...2
        case .load: 1...3
        case .albumart, .move, .moveid, .readpicture, .seek, .seekid, .swap, .swapid: 2...2
        case .count, .find, .findadd, .list, .playlistfind, .playlistsearch, .search, .searchadd:
            1...MPDRequest.argumentLimit
        case .prio, .prioid: 2...MPDRequest.argumentLimit
        case .idle, .tagtypes: 0...MPDRequest.argumentLimit
        }
    }

    /// The command of a name.
    ///
    /// - Parameters:
    ///   - text: The name.
    ///   - known: Set to the name, if there is such a command.
    /// - Returns: The command.
    /// - Throws: 5 if there is none.
    static func named(_ text: String, in known: inout String) throws(MPDFault) -> MPDCommandName {
        guard let command = MPDCommandName(rawValue: text) else {
            throw MPDFault(.unknown, "unknown command \"\(text.prefix(64))\"")
        }
        known = text
        return command
    }

    /// Checks the number of arguments.
    ///
    /// - Throws: 2 for too few or too many.
    func check(_ arguments: [String]) throws(MPDFault) {
        guard !counts.contains(arguments.count) else { return }
        let fault = arguments.count < counts.lowerBound ? "few" : "many"
        throw MPDFault(.argument, "too \(fault) arguments for \"\(rawValue)\"")
    }
}
