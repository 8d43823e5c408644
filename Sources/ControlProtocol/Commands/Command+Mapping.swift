import Wording

/// The commands for controls that send commands.
extension Command {
    /// Runs a command whenever a control of a live input moves.
    public struct Map: SessionCommand {
        /// The answer.
        public typealias Answer = [MapEntry]

        /// The control and its command.
        public var map: ControllerMap

        /// Makes the command.
        public init(_ map: ControllerMap) { self.map = map }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Map(ControllerMap(.cc, 0, "")),
            .transport,
            arguments: (ControllerMap.control + ControllerMap.options).map { $0.moved(to: \.map) },
            summary: "Run a command whenever a controller of a live input moves",
            discussion: """
                `{}` in the command stands for the value: `map cc 20 "strip bass gain={}" \
                min=-40 max=6`. Without `{}`, the command runs when the value rises to 64 or \
                more, the key is pressed, or the program is selected: `map note 36 next`, \
                `map program 5 "scene verse"` (programs count from 0). Relative modes are for encoders \
                without ends: their changes move a value that begins at `min`, 127 changes from \
                `min` to `max`. With `turn`, or for a `wheel`, `{}` is the change itself, with a \
                sign: `map cc 60 "seek {}s" mode=twos-complement turn=24 per-turn=4`. The \
                command runs with the role of the client, and needs that role. Maps are \
                remembered across restarts; there can be 256. Mapped controllers and keys also \
                play. An error of a mapped command is an event.
                """,
            answer: .list(MapEntry.list, MapEntry.help(of: "the map that was made"))
        ) { command throws(RequestError) in
            try command.map.check()
            return command
        }
    }

    /// Maps the next control that moves.
    public struct Learn: SessionCommand {
        /// The answer.
        public typealias Answer = [MapEntry]

        /// The command and its options; the control does not matter.
        public var map: ControllerMap
        /// The time to wait, 1 to 3,600 s.
        public var seconds: Double

        /// Makes the command.
        public init(_ map: ControllerMap, seconds: Double = usualSeconds) {
            (self.map, self.seconds) = (map, seconds)
        }

        /// The time to wait by default, in seconds.
        public static let usualSeconds = 30.0

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Learn(ControllerMap(.cc, 0, "")),
            .transport,
            arguments: [
                ControllerMap.commandArgument.moved(to: \.map),
                .option(
                    "timeout",
                    .number(1...3_600, .seconds),
                    \.seconds,
                    default: usualSeconds,
                    "for how long to wait; default 30",
                    placeholder: "SECONDS"
                ),
            ] + ControllerMap.options.map { $0.moved(to: \.map) },
            summary: "Map the next controller that moves, or the next key",
            discussion: """
                The answer comes when one does; if nothing moves in time, the answer is error 75.
                """,
            answer: .list(MapEntry.list, MapEntry.help(of: "the map that was made"))
        ) { command throws(RequestError) in
            try command.map.check()
            return command
        }
    }

    /// Removes a map, or all.
    public struct Unmap: ControlCommand {
        /// The answer.
        public typealias Answer = Int

        /// The number of the map; `nil` for all.
        public var map: Int?

        /// Makes the command.
        public init(_ map: Int? = nil) { self.map = map }

        /// Its declaration; the answer is the number of maps that were removed.
        public static let declaration = CommandDeclaration(
            Unmap(),
            .transport,
            arguments: [.option("map", .number, \.map, "its number; default: all", .optional)],
            summary: "Remove a map, or all",
            answer: .number("removed", "number of maps removed")
        )
    }

    /// Lists the maps.
    public struct Maps: ControlCommand {
        /// The answer.
        public typealias Answer = [MapEntry]

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Maps(),
            .observer,
            isReadOnly: true,
            summary: "List the maps of controllers",
            answer: .list(MapEntry.list)
        )
    }
}
