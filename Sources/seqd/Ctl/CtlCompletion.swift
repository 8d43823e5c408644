import ArgumentParser
import CommandSupport
import ControlProtocol
import GameMusic
import JSON
import Platform
import Playback
import SMF
import SeqdClient
import Sequencer
import Wording

/// The candidates that a shell offers for the word of `seqd ctl` at the cursor.
///
/// Silent and quick even if something fails: it does not wait for a daemon that does not answer, or for a
/// file that takes long to read.
struct CtlCompletion {
    typealias Candidate = ShellCompletion.Candidate

    /// File name extensions without their dots, in lower case.
    static let musicEndings =
        ["mid", "midi", "kar", "rmi", "smf", "gz", "midz", "m3u", "m3u8"]
        + GameMusicFormat.extensions
    static let fontEndings = ["sf2", "sf3", "sfz", "dls", "aupreset", "pat", "cfg"]

    /// The time to wait for the daemon and its file, in milliseconds.
    static let patience = 400
    /// The size in bytes of the largest file that is read for its tracks.
    private static let sizeLimit: Int64 = 4 << 20

    /// The words of the request before the cursor's, the command first.
    private var words: [String] = []
    /// The part of the word before the cursor.
    private var prefix = ""
    /// The part of the prefix that bash keeps when it completes a part of a word.
    private var kept = ""
    private(set) var socket: String?
    private(set) var name = DaemonName.default
    private let shell: CompletionShell?

    /// Completes a word for a shell.
    ///
    /// - Parameters:
    ///   - words: The words of the command line, with their quotes; those that bash makes of one
    ///     word with a colon in it count as one.
    ///   - index: Which of them the cursor stands at.
    ///   - cursor: The text before the cursor, which is known from the words too.
    /// - Returns: One text for each candidate, as the shell's script reads it.
    @Sendable
    static func candidates(_ words: [String], _ index: Int, _ cursor: String) -> [String] {
        let shell = CompletionShell.requesting
        let completion = CtlCompletion(words, index, shell)
        let found = completion.candidates()
        let text = ShellCompletion(shell: shell, kept: completion.kept)
        return found.compactMap { text.text(of: $0) } + completion.markers()
    }

    /// Reads a command line.
    init(_ words: [String], _ index: Int, _ shell: CompletionShell?) {
        self.shell = shell
        let line = ShellCompletion.line(words, index, shell)
        let read = line.words
        (prefix, kept) = (line.prefix, line.kept)
        guard let start = read.firstIndex(of: "ctl") else { return }
        var rest = read[(start + 1)...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": break
            case "--socket": socket = rest.popFirst()
            case "--name": name = rest.popFirst() ?? name
            case _ where word.hasPrefix("--socket="): socket = String(word.dropFirst(9))
            case _ where word.hasPrefix("--name="): name = String(word.dropFirst(7))
            default: self.words.append(word)
            }
        }
    }

    /// The candidates for the word at the cursor.
    func candidates() -> [Candidate] {
        guard let name = words.first else { return Self.commands }
        guard let command = try? CommandTable.command(name).details else { return [] }
        let (parameter, start) = parameter(of: command)
        guard let parameter else { return start.isEmpty ? options(of: command) : [] }
        let values = named(parameter.name, of: command.name) ?? values(of: parameter.type)
        let candidates = values.map { Candidate(word: start + $0.word, help: $0.help) }
        // Where anything may stand, an option may too.
        return start.isEmpty && values.isEmpty ? options(of: command) : candidates
    }

    /// The options of a command that have few values, each with its values.
    private func options(of command: CommandDetails) -> [Candidate] {
        command.parameters.filter { option in
            option.use == .option && !words.contains { $0.hasPrefix("\(option.name)=") }
        }.flatMap { option -> [Candidate] in
            guard case .choices(let words) = option.type.content else { return [] }
            return words.map { Candidate(word: "\(option.name)=\($0)") }
                .filter { $0.word.hasPrefix(prefix) }
        }
    }

    /// The patterns of the files that zsh offers itself: it shows and quotes them best.
    private func markers() -> [String] {
        guard shell == .zsh, let endings = fileEndings else { return [] }
        let globs = endings.flatMap { ["*.\($0)", "*.\($0.uppercased())"] }
        return ["//files", globs.joined(separator: " ")]
    }

    /// The extensions of the files that fit at the cursor; `nil` if none do.
    private var fileEndings: [String]? {
        let command = words.first.flatMap { try? CommandTable.command($0).details }
        return switch command.flatMap({ parameter(of: $0).parameter })?.type.content {
        case .path?: Self.musicEndings
        case .font?: Self.fontEndings
        default: nil
        }
    }

    static var commands: [Candidate] {
        CommandTable.commands.map { Candidate(word: $0.name, help: $0.summary) }
    }

    /// The parameter of the word at the cursor, if there is one, and the part of the word before the
    /// value: `at=`.
    private func parameter(of command: CommandDetails) -> (parameter: Parameter?, start: String) {
        let options = command.parameters.filter { $0.use == .option }
        func option(_ word: String) -> Parameter? {
            options.first { word.hasPrefix("\($0.name)=") }
        }
        if let option = option(prefix) { return (option, "\(option.name)=") }
        var remaining = command.parameters.filter { $0.use != .option }[...]
        for word in words.dropFirst() where option(word) == nil {
            guard let parameter = remaining.first else { return (nil, "") }
            if !parameter.isPlural, parameter.use != .rest { remaining = remaining.dropFirst() }
        }
        return (remaining.first, "")
    }

    private func values(of type: ArgumentType) -> [Candidate] {
        switch type.content {
        case .plain, .route: []
        case .choices(let words), .words(let words): words.map { Candidate(word: $0) }
        case .event:
            [Candidate(word: "all")]
                + EventType.allCases.map { Candidate(word: $0.rawValue, help: $0.summary) }
        case .selectors(let orOff): (orOff ? [Candidate(word: "off")] : []) + selectors()
        case .positions(let isComing):
            (isComing ? ["next-bar", "next-beat"].map { Candidate(word: $0) } : [])
                + markersOfFile()
        case .command: Self.commands
        case .path, .font, .sound: shell == .zsh ? [] : files(fileEndings ?? [])
        }
    }

    // MARK: The file that is loaded

    /// Channels and tracks of the file that the daemon has loaded; all channels if it is unknown.
    ///
    /// The part before a comma is unchanged.
    private func selectors() -> [Candidate] {
        let start = prefix.lastIndex(of: ",").map { String(prefix[...$0]) } ?? ""
        let known = loaded().map(Self.selectors)
        let names = known ?? (1...16).map { Candidate(word: "\($0)") }
        return ([Candidate(word: "all")] + names).map { candidate in
            Candidate(word: start + candidate.word, help: candidate.help)
        }
    }

    private static func selectors(of file: PieceFile) -> [Candidate] {
        var candidates: [Candidate] = []
        for description in file.descriptions {
            let tracks = description.sequence.tracks
            for channel in Set(tracks.flatMap(\.channels)).sorted() {
                let address = description.channelText(channel)
                let word = description.hasOnePort ? address : "ch:\(address)"
                candidates.append(Candidate(word: word))
            }
            for (index, track) in tracks.enumerated() where track.noteCount > 0 {
                let number = description.trackNumber(ofIndex: index)
                let name = (track.name ?? "").printable
                // A name with a comma, or of digits, would be read as something else.
                let isNamed = !name.isEmpty && !name.contains(",") && Int(name) == nil
                candidates.append(
                    Candidate(
                        word: isNamed ? "track:\(name)" : "track:\(number)",
                        help: "track \(number)"
                    )
                )
            }
        }
        var seen: Set<String> = []
        return candidates.filter { seen.insert($0.word).inserted }
    }

    private func markersOfFile() -> [Candidate] {
        (loaded()?.sequences ?? []).flatMap(\.markers).map { marker in
            Candidate(word: "@\(marker.name.printable)", help: "marker")
        }
    }

    /// The file that the daemon has loaded.
    private func loaded() -> PieceFile? {
        guard let paths = try? SocketPath.candidates(path: socket, name: name) else { return nil }
        return TimeLimit.value(withinMilliseconds: Self.patience) { () -> PieceFile? in
            guard let path = Self.loadedPath(paths) else { return nil }
            guard let status = FileStatus(path), status.kind == .regular,
                status.size <= Self.sizeLimit
            else { return nil }
            return try? PieceFile.load(path, reporting: .nothing)
        } ?? nil
    }

    private static func loadedPath(_ paths: [String]) -> String? {
        guard let connection = try? DaemonConnection(paths: paths),
            let status = try? connection.ask(Command.Status())
        else { return nil }
        return status.file
    }

    // MARK: Files

    /// The folders, and the files with one of the extensions, that begin like the word.
    private func files(_ endings: [String]) -> [Candidate] {
        let slash = prefix.lastIndex(of: "/")
        let folder = slash.map { String(prefix[...$0]) } ?? ""
        let start = slash.map { String(prefix[prefix.index(after: $0)...]) } ?? prefix
        var path = folder
        if path.hasPrefix("~/"), let home = Environment["HOME"] { path = home + path.dropFirst() }
        /// The name as a candidate; `nil` for a name that is none.
        func candidate(_ name: String) -> String? {
            guard name.hasPrefix(start), !name.hasPrefix(".") || start.hasPrefix("."),
                let status = FileStatus(path + name)
            else { return nil }
            // bash adds the slash itself.
            if status.kind == .folder { return shell == .bash ? name : name + "/" }
            guard let point = name.lastIndex(of: "."),
                endings.contains(name[name.index(after: point)...].lowercased())
            else { return nil }
            return name
        }
        // A larger folder is not worth the time.
        let listing = FolderListing(path.isEmpty ? "." : path, limit: 10_000) {
            candidate($0) != nil
        }
        let names = (listing?.names ?? []).compactMap(candidate)
        return names.sorted().map { Candidate(word: folder + $0) }
    }
}
