/// The commands for groups, whose commands are done together.
extension Command {
    /// Begins a group of commands.
    public struct Begin: SessionCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Begin(),
            .transport,
            summary: "Begin a group of commands that take effect together",
            discussion: """
                The commands up to `end` are checked and kept. A group belongs to the client, and is \
                discarded if it disconnects. It can have these commands: \
                \(CommandTable.groupedList). Commands that only read are answered at once.
                """
        )
    }

    /// Carries out the commands of the group together, or none of them.
    public struct End: SessionCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            End(),
            .transport,
            .exact,
            summary: "Carry out the commands since `begin` together, or none of them",
            discussion: """
                All of them take effect in the same frame. If one of them was refused, or cannot \
                be done, the answer is its error and nothing changes. `seek` and `pause` are done \
                last; with one of them, a group with `at` is done in the audio period in which the \
                position is reached.
                """,
            warning: .warning
        )
    }

    /// Discards the commands of the group.
    public struct Discard: SessionCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Discard(),
            .transport,
            summary: "Discard the commands since `begin`"
        )
    }
}
