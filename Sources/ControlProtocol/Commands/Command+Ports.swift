/// The commands for MIDI ports that play on the live inputs, or that MIDI outputs play to.
extension Command {
    /// Lists the MIDI ports, their connections and the rules for them.
    public struct Ports: ControlCommand {
        /// The answer.
        public typealias Answer = PortListing

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Ports(),
            .observer,
            isReadOnly: true,
            summary: "List the MIDI ports, their connections and the rules for them",
            answer: .record
        )
    }

    /// Connects the MIDI ports that a pattern matches, now and later.
    public struct Connect: ControlCommand {
        /// The answer.
        public typealias Answer = [PortEntry]

        /// The pattern, as `--connect` has it.
        public var pattern: String

        /// Makes the command.
        public init(_ pattern: String) { self.pattern = pattern }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Connect(""),
            .admin,
            arguments: [patternArgument(\.pattern)],
            summary: "Connect MIDI ports to a live input or output, now and whenever they appear",
            discussion: """
                This adds a rule, as `--connect` and `--out` do, and the daemon remembers it \
                across restarts. If the rule exists, the ports that it matches are connected \
                again. There can be 64 rules. Without the ALSA sequencer the answer is the error \
                69, or 77 if permission is missing.
                """,
            answer: .list(
                PortEntry.list,
                PortEntry.help(of: "each port that was connected; none is not an error")
            )
        )
    }

    /// Disconnects the MIDI ports that a pattern matches, and removes its rule.
    public struct Disconnect: ControlCommand {
        /// The answer.
        public typealias Answer = [PortEntry]

        /// The pattern, as `--connect` has it.
        public var pattern: String

        /// Makes the command.
        public init(_ pattern: String) { self.pattern = pattern }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Disconnect(""),
            .admin,
            arguments: [patternArgument(\.pattern)],
            summary: "Disconnect MIDI ports from the live inputs or a MIDI output",
            discussion: """
                Rules with this pattern are removed, and all ports that it matches are \
                disconnected, no matter who connected them. Their notes and pedals are released. \
                Without an input's number this means all inputs. A port that another rule \
                matches stays disconnected until it appears again. A pattern that names neither \
                a rule nor a connected port is an error.
                """,
            answer: .list(PortEntry.list, PortEntry.help(of: "each port that was disconnected"))
        )
    }

    private static func patternArgument<Root>(
        _ path: any WritableKeyPath<Root, String> & Sendable
    ) -> CommandArgument<Root> {
        .required(
            "pattern",
            .text,
            path,
            "name or number of a client or port (`*`, `?` and `[…]` match as in a shell), or "
                + "`hardware`; `2=PATTERN` for input 2, `out:2=PATTERN` for MIDI output 2",
            .rest
        )
    }
}
