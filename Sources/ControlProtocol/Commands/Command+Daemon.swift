import JSON
import Wording

/// The commands for the daemon itself.
extension Command {
    /// Shows the state of the daemon.
    public struct Status: ControlCommand {
        /// The answer.
        public typealias Answer = DaemonStatus

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Status(),
            .observer,
            isReadOnly: true,
            summary: "Show the state of the daemon",
            answer: .record
        )
    }

    /// Lists the commands, or explains one.
    public struct Help: ControlCommand {
        /// The answer.
        public typealias Answer = HelpAnswer

        /// The name of the command; `nil` for the list of all.
        public var command: String?

        /// Makes the command.
        public init(_ command: String? = nil) { self.command = command }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Help(),
            .observer,
            isReadOnly: true,
            arguments: [
                .option("command", .commandName, \.command, "the command to explain", .optional)
            ],
            summary: "List the commands, or explain one",
            answer: .help
        ) { command throws(RequestError) in
            if let name = command.command { _ = try CommandTable.command(name) }
            return command
        }
    }

    /// Tests the connection.
    public struct Ping: ControlCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Ping(),
            .observer,
            isReadOnly: true,
            summary: "Test the connection"
        )
    }

    /// Shows the versions of seqd and of the protocol.
    public struct Version: ControlCommand {
        /// The answer.
        public typealias Answer = DaemonVersion

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Version(),
            .observer,
            isReadOnly: true,
            summary: "Show the versions of seqd and of this protocol",
            answer: .record
        )
    }

    /// Shows what the daemon has done and uses.
    public struct Stats: ControlCommand {
        /// The answer.
        public typealias Answer = DaemonStatistics

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Stats(),
            .observer,
            isReadOnly: true,
            summary: "Show figures about the daemon since its start",
            discussion: """
                `status` has the render times.
                """,
            answer: .record
        )
    }

    /// Shows the role of this client.
    public struct WhoAmI: ControlCommand {
        /// The answer.
        public typealias Answer = ClientIdentity

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            WhoAmI(),
            .observer,
            isReadOnly: true,
            summary: "Show the role of this client",
            discussion: """
                The socket gives the role to all its clients. The reference in docs/PROTOCOL.md \
                has the role that each command needs.
                """,
            answer: .record
        )
    }

    /// Describes all commands for programs, as an OpenRPC document.
    public struct Discover: ControlCommand {
        /// The answer.
        public typealias Answer = String

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Discover(),
            .observer,
            isReadOnly: true,
            summary: "Describe all commands for programs",
            discussion: """
                The result is an OpenRPC document (https://open-rpc.org), version 1.3.
                """,
            answer: .openRPC
        )
    }

    /// Reads the configuration again, and applies it.
    public struct ReloadConfig: ControlCommand {
        /// The answer.
        public typealias Answer = [String]

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            ReloadConfig(),
            .admin,
            summary: "Read the configuration again, and apply it",
            discussion: """
                Sound continues. If a file has a fault, or a setting has changed that needs a \
                restart, the answer is the error and nothing changes. These can change: `sf2`, \
                `gain`, `reverb`, `chorus`, `engine`, `bank-mode`, `interpolation`, `polyphony`, \
                `half-pedal`, `note-cut`, `tuning`, `a4`, `encoding`, `embedded-font`, \
                `connect`, `on-device-loss` and `log-level`. A setting that a client has changed \
                stays unless the value in the configuration has changed too. Connection \
                rules of clients always stay. SIGHUP does the same.
                """,
            answer: .texts("changed", "each setting that has changed")
        )
    }

    /// Sets the lowest level that is logged.
    public struct SetLogLevel: ControlCommand {
        /// The level.
        public var level: LogLevel

        /// Makes the command.
        public init(_ level: LogLevel) { self.level = level }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            SetLogLevel(.info),
            .admin,
            arguments: [.required("log-level", .choice, \.level, "the level").formerly("level")],
            summary: "Set the lowest level that is logged",
            discussion: "The configuration's level applies again after a restart."
        )
    }

    /// Shuts down the daemon.
    public struct Quit: ControlCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Quit(),
            .admin,
            summary: "Shut down the daemon",
            discussion: "The sound fades out, the socket is removed, all connections are closed."
        )
    }

    /// Subscribes to events.
    public struct Subscribe: SessionCommand {
        /// The types.
        public var types: Set<EventType>
        /// The rate of `position` events in Hz, 0.1 to 100; `nil` for as it is.
        public var positionRate: Double?
        /// The rate of `levels` events in Hz, 0.1 to 50; `nil` for as it is.
        public var levelsRate: Double?

        /// Makes the command.
        public init(
            _ types: Set<EventType>,
            positionRate: Double? = nil,
            levelsRate: Double? = nil
        ) {
            (self.types, self.positionRate, self.levelsRate) = (types, positionRate, levelsRate)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Subscribe([]),
            .observer,
            arguments: [
                typesArgument("event types", .repeated, \.types),
                .option(
                    "position",
                    .number(0.1...100, .hertz),
                    \.positionRate,
                    "rate of `position` events during playback; default 10"
                ),
                .option(
                    "levels",
                    .number(0.1...50, .hertz),
                    \.levelsRate,
                    "rate of `levels` events; default 10"
                ),
            ],
            summary: "Subscribe to events",
            discussion: """
                The types are added to those already subscribed to. Events use the dialect of \
                the last `subscribe`.
                """
        )
    }

    /// Unsubscribes from events.
    public struct Unsubscribe: SessionCommand {
        /// The types.
        public var types: Set<EventType>

        /// Makes the command.
        public init(_ types: Set<EventType> = Set(EventType.allCases)) { self.types = types }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Unsubscribe(),
            .observer,
            arguments: [typesArgument("event types; default: all", .anyNumber, \.types)],
            summary: "Unsubscribe from events"
        )
    }

    private static func typesArgument<Root>(
        _ help: String,
        _ use: Parameter.Use,
        _ path: any WritableKeyPath<Root, Set<EventType>> & Sendable
    ) -> CommandArgument<Root> {
        CommandArgument("types", .event, use, help) {
            $0[keyPath: path] = $1.reduce([]) { $0.union($1) }
        } values: { root in
            let types = root[keyPath: path]
            guard types.count < EventType.allCases.count else { return [types] }
            return EventType.allCases.filter(types.contains).map { [$0] }
        }
    }
}

/// The answer of `help`.
public enum HelpAnswer: Hashable, Sendable {
    /// All commands.
    case list([CommandSummary])
    /// One command.
    case command(CommandExplanation)
}

extension AnswerFormat<HelpAnswer> {
    fileprivate static var help: AnswerFormat {
        let list = CommandSummary.list
        return AnswerFormat(list.results() + CommandExplanation.results) { answer in
            switch answer {
            case .list(let commands): list.answer(commands)
            case .command(let command): AnswerText(command)
            }
        } value: { result throws(RequestError) in
            let fields = JSONFields(result)
            return result["commands"] == nil
                ? .command(try CommandExplanation(fields)) : .list(try list.read(fields))
        }
    }
}

extension AnswerFormat<String> {
    /// A document in JSON: its members, or in words its text as one line.
    fileprivate static var openRPC: AnswerFormat {
        AnswerFormat([
            AnswerKey(words: "document", json: nil, "the document, as JSON on one line"),
            AnswerKey(words: nil, json: "openrpc", "the version of OpenRPC"),
            AnswerKey(
                words: nil,
                json: "info",
                "title, description, and version of the protocol",
                .object([])
            ),
            AnswerKey(
                words: nil,
                json: "methods",
                "each command: `name`, `summary`, `description`, `tags` (its role), `params` "
                    + "and `result` with JSON Schemas",
                .list(.object([]))
            ),
        ]) { document in
            var text = AnswerText()
            guard case .object(let object)? = try? JSONReader.read(document) else { return text }
            for (index, member) in object.members.enumerated() {
                text.set(member.key, member.value, words: index == 0 ? ("document", document) : nil)
            }
            return text
        } value: {
            JSONValue.object($0).text
        }
    }
}
