import ControlProtocol
import SamplerHost

/// Taps.
extension Transport {
    /// Records a strip while it plays.
    ///
    /// - Parameter tap: The strip and the target.
    /// - Returns: Its number.
    /// - Throws: −32602 for settings that do not fit, 64, 73, 75 or 77.
    func tap(_ tap: Command.Tap) async throws -> Int {
        try await taps.add(
            tap.strip,
            to: try TapDestination(tap, rate: rate, settings.policy),
            target: tap.target,
            samplers: settings.expectedSamplers
        )
    }
}
