/// The details of a command for help, reference, completion and parsing.
package struct CommandDetails: Sendable {
    package let name: String
    package let parameters: [Parameter]
    /// A line without a final stop.
    package let summary: String
    /// Further sentences.
    package let discussion: String
    /// Makes the keys of the answer.
    let makeResults: @Sendable () -> [AnswerKey]
    /// The role that a client needs.
    package let permission: Permission
    /// Whether it changes nothing.
    package let isReadOnly: Bool
    /// The precision with which it is done at a position; `nil` for a command that cannot wait for
    /// one.
    package let timing: Timing?

    /// The keys of the answer.
    package var results: [AnswerKey] { makeResults() }

    /// The name and its parameters.
    package var usage: String {
        ([name] + parameters.map(\.usage)).joined(separator: " ")
    }

    /// The names of the options.
    package var options: [String] { parameters.filter { $0.use == .option }.map(\.name) }

    /// Refuses the command to a client whose role does not include it.
    ///
    /// - Throws: 77 with the role that it needs.
    package func check(_ role: Permission) throws(RequestError) {
        guard permission <= role else {
            throw RequestError(
                .notPermitted,
                "\(name): needs the role \(permission.name), and this client has the role "
                    + role.name
            )
        }
    }
}
