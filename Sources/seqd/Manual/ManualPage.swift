import ArgumentParser
import CommandSupport
import JSON
import Platform

/// A man page of a command, in the macros of mdoc(7).
struct ManualPage {
    /// `seqd`, or `seqd-play` for a subcommand.
    let name: String
    let text: String

    /// The pages of a command and of its subcommands, as far as the help shows them.
    ///
    /// - Parameter command: The root command.
    /// - Returns: The page of the root, then those of its subcommands.
    /// - Throws: Status 70 if the parser's description of the commands cannot be read.
    static func all(of command: (some ParsableCommand).Type) throws(CommandFailure) -> [ManualPage]
    {
        let description: JSONValue
        do throws(JSONError) {
            description = try JSONReader.read(command._dumpHelp())
        } catch {
            throw CommandFailure(.internal, "the commands' description: \(error)")
        }
        let root = CommandDescription(description["command"])
        return [page(of: root, among: root)]
            + root.subcommands.map { page(of: $0, among: root) }
    }

    private static func page(
        of command: CommandDescription,
        among root: CommandDescription
    ) -> ManualPage {
        let isRoot = command.name == root.name
        let name = isRoot ? root.name : "\(root.name)-\(command.name)"
        let call = isRoot ? root.name : "\(root.name) \(command.name)"
        let discussion = Discussion(command.discussion)
        var page = Roff()
        page.macro("Dd", ProgramVersion.releaseDate)
        page.macro("Dt", "\(name.uppercased()) 1")
        page.macro("Os", "seqd \(ProgramVersion.number)")
        page.macro("Sh", "NAME")
        page.macro("Nm", name)
        var summary = command.abstract[...]
        if summary.hasSuffix(".") { summary.removeLast() }
        page.macro("Nd", summary.prefix(1).lowercased() + summary.dropFirst())
        page.macro("Sh", "SYNOPSIS")
        page.addSynopsis(of: command, call: call)
        page.macro("Sh", "DESCRIPTION")
        page.paragraph(command.abstract)
        for paragraph in discussion.paragraphs { page.add(paragraph) }
        if isRoot {
            page.addCommands(root.subcommands)
        } else {
            page.addDetails(of: command.subcommands, call: call)
        }
        page.addOptions(of: command)
        for section in discussion.sections {
            page.macro("Sh", section.title)
            for paragraph in section.paragraphs { page.add(paragraph) }
        }
        if isRoot {
            page.addEnvironment()
            page.addFiles()
        }
        page.addExitStatus(isWhole: isRoot)
        page.macro("Sh", "SEE ALSO")
        let others = isRoot ? root.subcommands.map { "\(root.name)-\($0.name)" } : [root.name]
        for (index, other) in others.enumerated() {
            page.macro("Xr", "\(other) 1\(index < others.count - 1 ? " ," : "")")
        }
        return ManualPage(name: name, text: page.text)
    }
}

extension Roff {
    fileprivate mutating func addSynopsis(of command: CommandDescription, call: String) {
        macro("Nm", call)
        if command.arguments.contains(where: { !$0.isPositional }) { macro("Op", "Ar options") }
        for argument in command.arguments where !argument.isPositional && !argument.isOptional {
            macro(argument.mdoc)
        }
        for argument in command.arguments where argument.isPositional {
            let name = argument.valueName + (argument.isRepeating ? " ..." : "")
            macro(argument.isOptional ? "Op Ar" : "Ar", name)
        }
        if !command.subcommands.isEmpty { macro("Ar", "command ...") }
    }

    fileprivate mutating func addCommands(_ commands: [CommandDescription]) {
        macro("Pp")
        line("The commands, each with a page of its own:")
        macro("Bl", "-tag -width inspectx -compact")
        for command in commands {
            macro("It", "Cm \(command.name)")
            line(command.abstract)
        }
        macro("El")
    }

    /// The commands of a command, which have no pages of their own.
    fileprivate mutating func addDetails(of commands: [CommandDescription], call: String) {
        guard !commands.isEmpty else { return }
        macro("Sh", "COMMANDS")
        for command in commands {
            macro("Ss", "\(call) \(command.name)")
            line(command.abstract)
            for paragraph in Discussion(command.discussion).paragraphs { add(paragraph) }
            macro("Bl", "-tag -width Ds")
            for argument in command.arguments where argument.names != ["-h", "--help"] {
                macro("It", argument.mdoc)
                line(argument.explanation)
            }
            macro("El")
        }
    }

    fileprivate mutating func addOptions(of command: CommandDescription) {
        guard !command.arguments.isEmpty else { return }
        macro("Sh", "OPTIONS")
        var titles: [String?] = []
        for argument in command.arguments where !titles.contains(argument.section) {
            titles.append(argument.section)
        }
        // Those without a title of their own come first, the arguments before all.
        for title in titles.sorted(by: { $0 == nil && $1 != nil }) {
            if let title { macro("Ss", title) }
            macro("Bl", "-tag -width Ds")
            let members = command.arguments.filter { $0.section == title }
            for argument in members.filter(\.isPositional) + members.filter({ !$0.isPositional }) {
                macro("It", argument.mdoc)
                line(argument.explanation)
            }
            macro("El")
        }
    }
}
