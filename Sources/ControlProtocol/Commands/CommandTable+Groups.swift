/// The commands for groups, whose commands are done together.
extension CommandTable {
    /// The commands that can stand in a group: they are done at once, and the daemon can tell before
    /// whether they will fail.
    package static let grouped: Set<CommandName> = [
        .gain, .mute, .unmute, .solo, .transpose, .speed, .tempo, .loop, .seek, .pause, .chaseNotes,
        .strip, .effect, .program, .note, .controlChange, .midi, .panic,
    ]

    static let groups = [
        Command(
            .begin,
            .transport,
            summary: "Begin a group of commands that take effect together",
            discussion: """
                The commands up to `end` are checked and kept. A group belongs to the client, and is \
                discarded if it disconnects. It can have these commands: \
                \(groupedList). Commands that only read are answered at once.
                """
        ),
        Command(
            .end,
            .transport,
            .exact,
            summary: "Carry out the commands since `begin` together, or none of them",
            discussion: """
                All of them take effect in the same frame. If one of them was refused, or cannot \
                be done, the answer is its error and nothing changes. `seek` and `pause` are done \
                last; with one of them, a group with `at` is done in the audio period in which the \
                position is reached.
                """,
            results: [.warning]
        ),
        Command(.discard, .transport, summary: "Discard the commands since `begin`"),
    ]

    private static var groupedList: String {
        let names = CommandName.allCases.filter(grouped.contains).map { "`\($0.rawValue)`" }
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}
