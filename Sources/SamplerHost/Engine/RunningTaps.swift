/// The taps of a run.
package struct RunningTaps {
    private let taps: [Tap]

    /// Begins to tap an engine.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - requests: The taps.
    ///   - samplers: The names of samplers that are added later.
    /// - Throws: The error of a name or a file; nothing is left then.
    package init(
        _ engine: Engine,
        _ requests: [TapRequest],
        samplers: [String] = []
    ) throws(HostError) {
        taps = try engine.addTaps(requests, samplers: samplers)
    }

    /// Begins to tap an engine that does not play in real time, and waits for the writers.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - requests: The taps.
    ///   - stems: The stems.
    /// - Throws: The error of a name or a file; nothing is left then.
    package init(
        _ engine: Engine,
        _ requests: [TapRequest],
        stems: [StemRequest]
    ) throws(HostError) {
        let first = try engine.addTaps(requests, waits: true)
        do throws(HostError) {
            taps = first + (try engine.addStems(stems))
        } catch {
            for tap in first { tap.finish(keeping: false) }
            throw error
        }
    }

    /// Ends them, when the engine has ended.
    ///
    /// - Parameters:
    ///   - isKept: Whether files are saved.
    ///   - report: Called with the message about lost frames of each tap that lost some.
    /// - Throws: The first error of a file or a pipe.
    package func finish(
        keeping isKept: Bool,
        report: (String) -> Void = { _ in }
    ) throws(HostError) {
        var failure: HostError?
        for tap in taps {
            let outcome = tap.finish(keeping: isKept)
            if let text = tap.lossText(outcome), isKept { report(text) }
            failure = failure ?? outcome.failure
        }
        if let failure, isKept { throw failure }
    }
}
