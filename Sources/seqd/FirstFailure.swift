import SamplerHost

/// What is kept of failures when the work goes on: each is printed, the first gives the status.
struct FirstFailure {
    private(set) var status: ExitStatus?

    /// Does something; a failure is printed and noted.
    ///
    /// - Returns: What the work returned, or `nil` after a failure.
    @discardableResult
    mutating func note<Value>(_ work: () throws(CommandFailure) -> Value) -> Value? {
        do throws(CommandFailure) {
            return try work()
        } catch {
            note(error)
            return nil
        }
    }

    /// Prints and notes a failure.
    mutating func note(_ failure: CommandFailure) {
        if let message = failure.message { Console.report(message) }
        status = status ?? failure.status
    }

    /// The failure to end with: all has been said.
    var asError: CommandFailure { .silent(status ?? .internal) }
}

extension CommandFailure {
    /// Does something whose failures are the sampler host's.
    static func catching<Value>(
        _ work: () throws(HostError) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(HostError) {
            return try work()
        } catch {
            throw CommandFailure(error)
        }
    }
}
