/// A command of the daemon: the data from which help, reference, completion and parsing are made.
package struct Command: Sendable {
    package typealias Result = AnswerKey

    package var name: CommandName
    package var parameters: [Parameter]
    /// A line without a final stop.
    package var summary: String
    /// Further sentences.
    package var discussion: String
    /// The keys of the answer.
    package var results: [Result]
    /// The role that a client needs.
    package var permission: Permission
    /// Whether it changes nothing.
    package var isReadOnly: Bool
    /// The precision with which it is done at a position; `nil` for a command that cannot wait for one.
    package var timing: Timing?

    /// Makes a command; one with a timing gets the option `at` and its results.
    init(
        _ name: CommandName,
        _ permission: Permission,
        _ timing: Timing? = nil,
        isReadOnly: Bool = false,
        parameters: [Parameter] = [],
        summary: String,
        discussion: String = "",
        results: [Result] = []
    ) {
        self.name = name
        self.permission = permission
        self.timing = timing
        self.isReadOnly = isReadOnly
        self.parameters = parameters + (timing == nil ? [] : [.at])
        self.summary = summary
        self.discussion = discussion
        self.results = results
        guard timing != nil else { return }
        self.results += [
            Result("action", "with `at`: the number that identifies it in events", .integer),
            Result("due", "with `at`: the frame of the file at which it is due", .integer),
        ]
    }

    /// The name and its parameters.
    package var usage: String {
        ([name.rawValue] + parameters.map(\.usage)).joined(separator: " ")
    }
}

extension Command {
    /// Refuses the command to a client whose role does not include it.
    ///
    /// - Throws: 77 with the role that it needs.
    package func check(_ role: Permission) throws(RequestError) {
        guard permission <= role else {
            throw RequestError(
                .notPermitted,
                "\(name.rawValue): needs the role \(permission.name), and this client has the role "
                    + role.name
            )
        }
    }
}

extension Parameter {
    /// The option of all commands that can wait for a position.
    static let at = Parameter(
        "at",
        .position,
        .option,
        "position in the current file to wait for"
    )
}
