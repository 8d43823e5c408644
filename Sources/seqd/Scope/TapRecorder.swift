import CommandSupport
import Glibc
import Platform
import SamplerHost
import Scope

/// Takes a few seconds of a daemon's sound for one picture.
///
/// Main thread.
struct TapRecorder {
    /// The sound.
    let tap: ScopeTap
    /// The time that is taken, in seconds.
    let seconds: Double

    /// The time without frames after which a daemon counts as idle.
    private static let patience = Duration.seconds(5)

    /// Waits for the sound.
    ///
    /// - Parameters:
    ///   - kind: The view.
    ///   - span: The time that an oscilloscope shows, in seconds.
    /// - Returns: The view with the sound.
    /// - Throws: Status 69 where the daemon is idle, or ends; that of a signal.
    func record(_ kind: ScopeViewKind, span: Double) throws(CommandFailure) -> ScopeFeed {
        defer { tap.end() }
        let view = try CommandFailure.catching { () throws(HostError) in
            try kind.view(rate: tap.rate, .whole, span: span)
        }
        let feed = ScopeFeed(view, channels: 2, rate: tap.rate)
        var missing = Int(seconds * Double(tap.rate))
        var lastSound = ContinuousClock.now
        while missing > 0 {
            let signal = Signals.next(milliseconds: 20)
            if [SIGINT, SIGTERM, SIGHUP].contains(signal) {
                throw .silent(Signals.status(of: signal))
            }
            if signal == SIGTSTP { Signals.stopProcess() }
            let samples = try tap.read()
            guard !samples.isEmpty else {
                guard .now - lastSound < Self.patience else {
                    throw CommandFailure(
                        .unavailable,
                        "scope: no sound within 5 s: the daemon is idle"
                    )
                }
                continue
            }
            lastSound = .now
            let taken = Array(samples.prefix(2 * missing))
            missing -= taken.count / 2
            feed.add(taken.span)
        }
        return feed
    }
}
