/// Ends the run where something that has to hold does not: the fuzzer keeps the input.
///
/// - Parameters:
///   - condition: What has to hold.
///   - message: What does not, if it does not.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    guard !condition else { return }
    fatalError(message())
}

/// Carries something out that may not fail here.
///
/// - Parameters:
///   - what: What it is, for the message.
///   - body: What is carried out.
/// - Returns: What it returns.
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
