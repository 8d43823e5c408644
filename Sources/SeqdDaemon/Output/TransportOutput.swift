import Playback
import SamplerHost
import Synchronization

/// The daemon's device, or real time without one.
final class TransportOutput {
    /// The destination of the engine's periods.
    let sink: any PeriodSink
    /// Frames per second.
    let rate: Int
    /// The device's name; `none` without one.
    var name: String { device?.name ?? "none" }
    /// The devices after the first.
    let further: [FollowingDevice]
    private let device: ReconnectingSink?
    /// The requested settings of the device; `nil` without one.
    let requested: ALSASettings?
    private let changes: Changes

    /// Passes on a device's changes, which begin before the transport can take them.
    private final class Changes: Sendable {
        let listener = Mutex<(@Sendable () -> Void)?>(nil)

        func happened() {
            listener.withLock { $0 }?()
        }
    }

    /// Opens the device; one that is not available is tried repeatedly.
    ///
    /// - Parameter settings: The device, or the rate and periods without one.
    init(_ settings: TransportSettings) {
        let changes = Changes()
        self.changes = changes
        requested = settings.device
        if let wanted = settings.device {
            let seeksWhilePaused = settings.lossAction == .pause
            let device = ReconnectingSink(wanted, seeksWhilePaused: seeksWhilePaused) {
                changes.happened()
            }
            self.device = device
            sink = device
            rate = device.rate
        } else {
            device = nil
            sink = NullSink(
                rate: settings.rate,
                periodFrames: settings.period,
                periods: settings.periods,
                format: settings.format,
                map: settings.map
            )
            rate = settings.rate
        }
        let buffer = device?.bufferFrames ?? settings.period * settings.periods
        let clock = (rate: rate, bufferFrames: buffer)
        further = settings.further.map { further in
            var device = further.device
            device.rate = clock.rate
            return FollowingDevice(device, pair: further.pair, behind: clock) {
                changes.happened()
            }
        }
    }

    /// Sets the function that is called after each change of ``state``, on a thread of the device's.
    func onChange(_ listener: @escaping @Sendable () -> Void) {
        changes.listener.withLock { $0 = listener }
    }

    /// The settings that the device has granted; `nil` without one.
    var granted: GrantedSettings? { device?.granted }

    /// Changes the device, as ``ReconnectingSink/changing`` does; `nil` without one.
    var changing: (@Sendable (String) throws(HostError) -> Void)? { device?.changing }

    /// The device's state; without a device it always runs.
    var state: OutputState { device?.state ?? .running }
}
