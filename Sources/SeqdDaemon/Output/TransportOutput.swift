import ControlProtocol
import Effects
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
    let requested: DeviceSettings?
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

/// The open device, and the engine that is to play on it.
///
/// They are made on a thread for that, and then handed over.
struct TransportSound: @unchecked Sendable {
    let output: TransportOutput
    let engine: Engine
    /// The taps of the daemon's options.
    let taps: [Tap]

    /// Opens the device, and makes the live inputs' samplers.
    ///
    /// - Throws: The error of a SoundFont that cannot be read, or of a tap.
    init(_ settings: TransportSettings) throws(RequestError) {
        let output = TransportOutput(settings)
        let engine = try RequestError.catching { () throws(HostError) in
            try Engine(settings.engineSettings(for: output), inputs: settings.live.inputs)
        }
        taps = try RequestError.catching { () throws(HostError) in
            try engine.addTaps(settings.taps, samplers: settings.expectedSamplers)
        }
        (self.output, self.engine) = (output, engine)
    }
}

extension TransportSettings {
    /// The settings of an engine that plays on an output.
    func engineSettings(for output: TransportOutput) -> EngineSettings {
        var settings = EngineSettings(sampler: sampler)
        settings.effects = effects
        settings.rate = output.rate
        settings.gain = gain
        settings.limiter = limiter
        settings.outputs = outputs
        settings.maximumPeriod = max(output.sink.periodFrames, 64)
        settings.threads = threads
        settings.workerPriority = device == nil ? 0 : AudioThread.priority
        settings.latency = latency
        settings.midiOutputs = live.outputs
        settings.sync = sync
        settings.sleepsAfter =
            idleSeconds > 0 ? max(1, Int(idleSeconds * Double(output.rate))) : nil
        return settings
    }
}
