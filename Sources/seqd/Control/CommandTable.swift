import NIOCore

/// The commands of the socket, from which both dialects, the help and the reference are made.
enum CommandTable {
    /// A part of the table, with its heading in the reference.
    struct Section: Sendable {
        var title: String
        var commands: [Command]
    }

    static let sections = [
        Section(title: "Playing", commands: playing.map(\.timed)),
        Section(title: "Sound", commands: sound.map(\.timed)),
        Section(title: "Notes", commands: notes),
        Section(title: "The daemon", commands: daemon),
        Section(title: "Events", commands: events),
    ]

    static let commands: [Command] = sections.flatMap(\.commands)

    private static let byName = Dictionary(
        commands.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The command of a name.
    ///
    /// - Throws: −32601 where there is none.
    static func command(_ name: String) throws(RequestFailure) -> Command {
        guard let command = byName[name] else { throw .unknown(name) }
        return command
    }
}

extension Command {
    /// Does something of the transport's that may fail.
    static func attempt<Value>(
        _ work: () throws(CommandFailure) -> Value
    ) throws(RequestFailure) -> Value {
        do throws(CommandFailure) {
            return try work()
        } catch {
            throw RequestFailure(error)
        }
    }
}
