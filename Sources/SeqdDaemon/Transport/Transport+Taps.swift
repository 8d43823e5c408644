import ControlProtocol
import NIOCore
import SamplerHost

/// Taps.
extension Transport {
    /// Records a strip while it plays.
    ///
    /// - Parameter tap: The strip and the target.
    /// - Returns: Completes with its number; fails with 73 for a target that cannot be written.
    /// - Throws: −32602 for settings that do not fit, 64, 73, 75 or 77.
    func tap(_ tap: StripTap) throws(RequestError) -> EventLoopFuture<Int> {
        try taps.add(
            tap.strip,
            to: try TapDestination(tap, rate: rate, settings.policy),
            target: tap.target,
            samplers: settings.expectedSamplers
        )
    }
}
