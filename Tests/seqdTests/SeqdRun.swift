import TestSupport

/// Runs the built command.
func seqd(
    _ arguments: [String],
    environment: [String: String?] = [:],
    directory: String? = nil,
    input: [UInt8] = [],
    timeout: Duration = .seconds(180)
) async throws -> CommandRun {
    let command = try builtProduct("seqd")
    return try await Turnstile.shared.pass {
        try await CommandRun.run(
            command,
            arguments,
            // Settings of whoever runs the tests would change what they measure.
            environment: ["SEQD_CONFIG": ""].merging(environment) { $1 },
            directory: directory,
            input: input,
            timeout: timeout
        )
    }
}

/// Lets a few commands run at once, and no more.
///
/// The tests start all together, and what plays in real time needs a processor in time.
actor Turnstile {
    static let shared = Turnstile()

    private var free = 6
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Does something when it is its turn.
    nonisolated func pass<Result: Sendable>(
        _ work: @Sendable () async throws -> Result
    ) async throws -> Result {
        await enter()
        do {
            let result = try await work()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        guard waiting.isEmpty else {
            waiting.removeFirst().resume()
            return
        }
        free += 1
    }
}
