import ArgumentParser
import CommandSupport
import JSON
import Platform
import Wording

/// The mistake in a command line that the argument parser has refused, found with the parser's own
/// description of the command.
struct UsageMistake {
    /// The command: `render`, `font make`.
    let name: String
    private let command: CommandDescription
    /// All commands.
    private let root: CommandDescription
    /// The arguments after the command's name.
    private let words: [String]
    /// The arguments that are neither options nor their values.
    private let files: [String]
    private let unknownOption: String?

    /// Reads a command line; `nil` without a command, and for `ctl`, whose arguments are the daemon's.
    init?(_ arguments: [String], of root: (some ParsableCommand).Type) {
        guard let json = try? JSONReader.read(root._dumpHelp()) else { return nil }
        let root = CommandDescription(json["command"])
        var command = root
        var words = arguments[...]
        var names: [String] = []
        while let next = words.first,
            let below = command.subcommands.first(where: { $0.name == next })
        {
            command = below
            names.append(next)
            words.removeFirst()
        }
        guard !names.isEmpty, names != ["ctl"] else { return nil }
        name = names.joined(separator: " ")
        self.root = root
        self.command = command
        self.words = Array(words)
        var unknown: String?
        var files: [String] = []
        while let word = words.popFirst() {
            guard word != "--" else {
                files += words
                break
            }
            guard Self.isOption(word) else {
                files.append(word)
                continue
            }
            let option = String(word.prefix { $0 != "=" })
            guard let known = command.arguments.first(where: { $0.names.contains(option) }) else {
                // Short flags may share a dash.
                if option.hasPrefix("--") || option.count == 2 { unknown = unknown ?? option }
                continue
            }
            if !known.isFlag, option == word { _ = words.popFirst() }
        }
        self.files = files
        unknownOption = unknown
    }

    private static func isOption(_ word: String) -> Bool {
        word.hasPrefix("-") && (word.dropFirst().first.map { $0 == "-" || $0.isLetter } ?? false)
    }

    /// The message, instead of the parser's.
    ///
    /// - Parameter text: What the parser says.
    /// - Returns: The message; `nil` if the parser's is right.
    func message(insteadOf text: String) -> String? {
        if let unknownOption { return message(about: unknownOption) }
        if let subcommand = unknownSubcommand { return subcommand }
        if text.contains("nexpected argument"), let hint = misplacedWord { return hint }
        guard hasOutput, let last = files.last, files.count > 1 else { return nil }
        let places = command.arguments.filter(\.isPositional)
        let isTooMany = !places.contains(where: \.isRepeating) && files.count > places.count
        guard isTooMany || text.hasPrefix("Missing expected argument '--output") else { return nil }
        return "unexpected argument '\(last)'; to write it: -o \(ShellWord.quoted(last))"
    }

    /// The message about a word in the place of a subcommand: `font inf`.
    private var unknownSubcommand: String? {
        guard !command.subcommands.isEmpty, let word = files.first else { return nil }
        let names = command.subcommands.map(\.name)
        let hint =
            Suggestion.nearest(to: word, among: names).map { "did you mean '\(name) \($0)'?" }
            ?? "expected one of: \(names.joined(separator: ", "))"
        return "unknown command '\(name) \(word)'; \(hint)"
    }

    /// The message about a word that has another place: a unit behind its number, a SoundFont where
    /// an option takes it, or a MIDI file where keyboards are played.
    private var misplacedWord: String? {
        guard let word = files.last else { return nil }
        let unexpected = "unexpected argument '\(word)'"
        let quoted = ShellWord.quoted(word)
        if let index = words.lastIndex(of: word), index > 0, word.allSatisfy(\.isLetter),
            Double(words[index - 1]) != nil
        {
            return "\(unexpected); did you mean '\(words[index - 1])\(word)'?"
        }
        switch FileCategory(extensionOf: word) {
        case .soundFont? where options.contains("sf2"):
            return "\(unexpected); for its sounds: --sf2 \(quoted)"
        case let music? where music.isMusic && (name == "live" || name == "tone"):
            return "\(unexpected); to play it: seqd play \(quoted)"
        case let music? where music.isMusic && name == "daemon":
            return "\(unexpected); once the daemon runs: seqd ctl play \(quoted)"
        default: return nil
        }
    }

    /// Whether the command writes what `--output` names, and none is given.
    private var hasOutput: Bool {
        options.contains("output")
            && !words.contains { $0 == "-o" || $0.hasPrefix("--output") }
    }

    /// The command's options, without their dashes.
    private var options: [String] {
        command.arguments.flatMap(\.names).map { String($0.drop { $0 == "-" }) } + ["help"]
    }

    private func message(about option: String) -> String {
        let typed = String(option.drop { $0 == "-" })
        let unknown = "unknown option '\(option)'"
        if ["o", "output"].contains(typed) {
            let file = files.first.map(ShellWord.quoted) ?? "FILE"
            switch name {
            case "play": return "\(unknown); to write a sound file: seqd render \(file) -o OUT"
            case "record": return "\(unknown); the file has no option: seqd record OUT"
            case "live":
                return "\(unknown); to record the sound: --tap master=OUT; the keys: "
                    + "seqd record OUT"
            default: break
            }
        }
        guard let meant = OptionNames.meant(by: typed, among: options) else {
            return unknown + others(with: option)
        }
        let known = command.arguments.first { $0.names.contains("--\(meant)") }
        let value = known.flatMap { $0.isFlag ? nil : " <\($0.valueName)>" } ?? ""
        let needed = meant == "loop-count" ? " with --loop-range" : ""
        return "\(unknown); did you mean '--\(meant)\(value)'\(needed)?"
    }

    /// The commands that have an option which this one lacks: `; seqd play and seqd live have it`.
    private func others(with option: String) -> String {
        let names = root.subcommands.filter { command in
            command.arguments.contains { $0.names.contains(option) }
        }.map { "seqd \($0.name)" }
        guard let last = names.last else { return "" }
        guard names.count > 1 else { return "; \(last) has it" }
        return "; \(names.dropLast().joined(separator: ", ")) and \(last) have it"
    }

    /// The description of the command that is meant; `nil` as in ``init(_:of:)``.
    ///
    /// To describe all commands would take the parser as long as half of a short render.
    private static func command(
        of arguments: [String],
        below root: any ParsableCommand.Type
    ) -> CommandDescription? {
        var command = root
        for word in arguments {
            let below = command.configuration.subcommands.first { $0._commandName == word }
            guard let below else { break }
            command = below
        }
        guard command != root, command._commandName != "ctl" else { return nil }
        return (try? JSONReader.read(command._dumpHelp())).map { CommandDescription($0["command"]) }
    }

    /// Refuses a number behind a flag, which would be taken as a file: `--loop 3`.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - root: The command with all subcommands.
    /// - Throws: Status 64 with the option that takes a value.
    static func checkFlags(
        _ arguments: [String],
        of root: (some ParsableCommand).Type
    ) throws(CommandFailure) {
        let words = arguments.prefix { $0 != "--" }
        var described: CommandDescription?
        for (flag, value) in zip(words, words.dropFirst()) {
            let isNumber = !value.isEmpty && value.allSatisfy { $0.isASCII && $0.isNumber }
            guard flag.hasPrefix("--"), isNumber, FileStatus(value) == nil,
                let command = described ?? command(of: arguments, below: root)
            else { continue }
            described = command
            guard
                command.arguments.contains(where: { $0.isFlag && $0.names.contains(flag) })
            else { continue }
            let name = String(flag.dropFirst(2))
            let others = command.arguments.filter { !$0.isFlag }.flatMap(\.names)
                .map { String($0.drop { $0 == "-" }) }
            let meant = OptionNames.meant(by: name, among: others)
            let hint = meant.map { "; did you mean '--\($0) \(value)'?" } ?? ""
            throw CommandFailure(.usage, "\(flag) takes no value, but '\(value)' follows it\(hint)")
        }
    }
}
