/// The failures of work that continues after each: all are printed, the first gives the status.
package struct FirstFailure {
    package private(set) var status: ExitStatus?
    private var position = Int.max

    package init() {}

    /// Runs work, and prints and notes its failure.
    ///
    /// - Returns: The result of the work; `nil` after a failure.
    @discardableResult
    package mutating func note<Value>(_ work: () throws(CommandFailure) -> Value) -> Value? {
        do throws(CommandFailure) {
            return try work()
        } catch {
            note(error)
            return nil
        }
    }

    /// Prints and notes a failure.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - position: The index of the input, if inputs do not fail in their order: the lowest one
    ///     gives the status.
    package mutating func note(_ failure: CommandFailure, at position: Int? = nil) {
        if let message = failure.message { Console.report(message) }
        let position = position ?? Int.max
        guard status == nil || position < self.position else { return }
        status = failure.status
        self.position = position
    }

    /// The failure to end with, whose messages were printed.
    package var asError: CommandFailure { .silent(status ?? .internal) }
}
