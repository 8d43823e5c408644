/// The commands of the daemon, from which both dialects, the help and the reference are made.
package enum CommandTable {
    /// A part of the table, with its heading in the reference.
    package struct Section: Sendable {
        package var title: String
        package var commands: [Command]
    }

    package static let sections = [
        Section(title: "Playing", commands: playing),
        Section(title: "The queue", commands: queue),
        Section(title: "Playlists", commands: playlists),
        Section(title: "Sound", commands: sound),
        Section(title: "The rack", commands: rack),
        Section(title: "The mixer", commands: mixer),
        Section(title: "Taps", commands: taps),
        Section(title: "Recording", commands: recording),
        Section(title: "Audio devices", commands: outputs),
        Section(title: "Notes", commands: notes),
        Section(title: "MIDI ports", commands: ports),
        Section(title: "Practice", commands: practice),
        Section(title: "Other machines", commands: following),
        Section(title: "Controllers", commands: mapping),
        Section(title: "Several commands together", commands: groups),
        Section(title: "Render jobs", commands: jobs),
        Section(title: "The daemon", commands: daemon),
        Section(title: "Events", commands: events),
    ]

    package static let commands: [Command] = sections.flatMap(\.commands)

    private static let byName = Dictionary(
        commands.map { ($0.name.rawValue, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The command of a name in a request.
    ///
    /// - Throws: −32601 if there is none.
    package static func command(_ name: String) throws(RequestError) -> Command {
        guard let command = byName[name] else { throw unknown(name) }
        return command
    }

    /// The command of a name.
    package static func command(_ name: CommandName) -> Command {
        guard let command = byName[name.rawValue] else {
            preconditionFailure("the table lacks \(name.rawValue)")
        }
        return command
    }

    /// The names of a command's options; none for an unknown command.
    static func options(of name: String) -> [String] {
        byName[name]?.parameters.filter { $0.use == .option }.map(\.name) ?? []
    }
}

extension Words {
    /// Splits a line into a command and its arguments.
    ///
    /// - Throws: −32602 for a quotation that does not end or is not followed by a blank.
    package init(_ line: String) throws(RequestError) {
        try self.init(line, options: CommandTable.options)
    }
}
