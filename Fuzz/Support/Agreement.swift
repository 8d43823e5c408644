/// Ends the run where something that has to hold does not: the fuzzer keeps the input.
///
/// - Parameters:
///   - condition: The condition that has to hold.
///   - message: The failure, for the message where it does not.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    guard !condition else { return }
    fatalError(message())
}

/// Carries something out that may not fail here.
///
/// - Parameters:
///   - what: The name of the work, for the message.
///   - body: The work.
/// - Returns: The work's result.
func succeed<Result, Failure: Error>(
    _ what: String,
    _ body: () throws(Failure) -> Result
) -> Result {
    do throws(Failure) {
        return try body()
    } catch {
        fatalError("\(what): \(error)")
    }
}
