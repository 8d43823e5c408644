import CommandSupport
import ControlProtocol
import Platform
import Playback
import SeqdClient

/// Files for the daemon of the session, as `seqd play --open` gives them: it plays them at once, and
/// afterwards the rest of its queue.
struct DaemonOpening {
    /// The files, folders and playlists as they were named.
    let files: [String]
    /// The encoding of their texts; `nil` for that of the daemon.
    let encoding: String?
    /// Whether a SoundFont inside a file is used; `nil` as the daemon does.
    let embeddedFont: Bool?

    /// The time within which the daemon answers; adding large folders takes time.
    private static let timeout = Duration.seconds(300)

    /// Connects to the daemon of the session: that of `$SEQD_SOCKET`, or the user's own, but not the
    /// machine's.
    ///
    /// - Returns: The connection; `nil` if there is no daemon.
    /// - Throws: The reason why the daemon that is there cannot be used.
    private static func connect() throws(RequestError) -> DaemonConnection? {
        do throws(RequestError) {
            let paths: [String]
            if let named = try SocketPath.named(path: nil, name: DaemonName.default) {
                paths = [named]
            } else {
                paths = try SocketPath.candidates().filter { $0 != SocketPath.system }
            }
            guard !paths.isEmpty else { return nil }
            return try DaemonConnection(paths: paths, timeout: timeout)
        } catch {
            guard error.code == .unavailable else { throw error }
            return nil
        }
    }

    /// Has the daemon play the files.
    ///
    /// - Parameter isQuiet: Whether only errors are printed.
    /// - Returns: `false` if there is no daemon.
    /// - Throws: The error of the daemon.
    func perform(isQuiet: Bool) throws(CommandFailure) -> Bool {
        let daemon = try CommandFailure.catching { () throws(RequestError) in
            try Self.connect()
        }
        guard let daemon else { return false }
        let added = try insert(with: daemon)
        let answers = try CommandFailure.catching { () throws(RequestError) in
            guard let entry = added.entry else { return [] as [String?] }
            return [
                try daemon.ask(Command.Jump(to: .position(entry))).warning,
                try daemon.ask(Command.Continue()).warning,
            ]
        }
        guard !isQuiet else { return true }
        for skipped in added.skipped { Console.report("\(skipped); left out") }
        if let warning = answers.compactMap(\.self).last { Console.report("warning: \(warning)") }
        let count = added.added == 1 ? "1 file" : "\(added.added) files"
        Console.report("\(count) in the daemon's queue; seqd ctl and seqd monitor control it")
        return true
    }

    private func insert(with daemon: DaemonConnection) throws(CommandFailure) -> AddedFiles {
        let request = FileRequest(
            paths: files.map(AbsolutePath.of),
            encoding: encoding,
            embeddedFont: embeddedFont
        )
        do throws(RequestError) {
            return try daemon.ask(Command.Insert(request))
        } catch {
            throw failure(error)
        }
    }

    /// The failure of adding the files: that the daemon may not read one that is there is said.
    private func failure(_ error: RequestError) -> CommandFailure {
        let isThere = files.contains { file in
            let path = AbsolutePath.of(file)
            return error.message.hasPrefix("\(path):") && FileStatus(path) != nil
        }
        guard isThere, [.notPermitted, .noInput].contains(error.code) else {
            return CommandFailure(error)
        }
        let remedy =
            error.code == .notPermitted
            ? "its --allow-path decides" : "it may not read this file"
        return CommandFailure(
            RequestError(
                number: error.number,
                "the daemon refuses \(error.message) (\(remedy)); seqd play without --open plays it here"
            )
        )
    }

    /// Refuses options that are for a player of its own, which a daemon that plays would ignore.
    ///
    /// - Parameter arguments: The command line behind `seqd play`.
    /// - Throws: Status 64 with the option.
    static func check(_ arguments: [String]) throws(CommandFailure) {
        let allowed = ["--open", "--quiet", "--verbose", "-v", "--encoding", "--embedded-font"]
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("-") {
            let option = String(argument.prefix { $0 != "=" })
            guard !allowed.contains(option), option != "-" else { continue }
            throw CommandFailure(
                .usage,
                "\(option): not with --open, since a daemon plays with its own settings"
            )
        }
    }
}
