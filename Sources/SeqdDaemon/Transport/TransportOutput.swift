import SamplerHost

/// The daemon's device, or real time without one.
final class TransportOutput {
    /// Where the engine writes.
    let sink: any PeriodSink
    /// Frames a second.
    let rate: Int
    /// What it is called.
    let name: String
    private let device: ReconnectingSink?

    /// Opens the device; one that cannot be had is tried again and again.
    ///
    /// - Parameters:
    ///   - settings: Which device.
    ///   - onChange: Called on a thread of the device's after each change of ``state``.
    init(_ settings: TransportSettings, onChange: @escaping @Sendable () -> Void) {
        if let wanted = settings.device {
            let device = ReconnectingSink(wanted, onChange: onChange)
            self.device = device
            sink = device
            rate = device.rate
            name = wanted.device
        } else {
            device = nil
            sink = NullSink(
                rate: settings.rate,
                periodFrames: settings.period,
                periods: settings.periods,
                format: settings.format
            )
            rate = settings.rate
            name = "none"
        }
    }

    /// How it stands; without a device it always runs.
    var state: OutputState { device?.state ?? .running }
}
