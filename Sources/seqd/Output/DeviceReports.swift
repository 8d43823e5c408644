import CommandSupport
import Playback
import SamplerHost
import Sequencer

/// The messages about a device that is lost and returns.
struct DeviceReports {
    private let device: ReconnectingSink?
    private let action: DeviceLossAction
    private let isQuiet: Bool
    private var further: FurtherDevices
    private var monitor = OutputMonitor()

    /// Makes reports.
    ///
    /// - Parameters:
    ///   - device: The device; `nil` for an output that cannot be lost.
    ///   - further: The devices after it.
    ///   - action: The reaction of playback to the loss of the first.
    ///   - isQuiet: Whether only losses are reported.
    init(
        _ device: ReconnectingSink?,
        further: FurtherDevices = FurtherDevices(),
        _ action: DeviceLossAction,
        isQuiet: Bool
    ) {
        self.device = device
        self.further = further
        self.action = action
        self.isQuiet = isQuiet
    }

    /// Whether the device is lost now.
    var isLost: Bool { monitor.isLost }

    /// The time for which the device has been lost; `nil` if it is not.
    var lostTime: Duration? {
        guard isLost, let loss = monitor.loss else { return nil }
        return .now - loss.start
    }

    /// Reports changes since the last call.
    mutating func update() {
        further.update(isQuiet: isQuiet)
        guard let device, let change = monitor.update(device.state, xruns: 0) else { return }
        Self.report(change, of: device.name, action, isQuiet: isQuiet)
    }

    /// Reports a change of a device.
    static func report(
        _ change: OutputMonitor.Change,
        of name: String,
        _ action: DeviceLossAction,
        isQuiet: Bool
    ) {
        if let reason = change.loss {
            let consequence =
                action == .pause
                ? "paused until it is back" : "continuing without it until it is back"
            Console.report("\(reason); \(consequence)")
        }
        if let reason = change.otherReason, !isQuiet { Console.report(reason) }
        if let time = change.returnedAfter, !isQuiet {
            Console.report("device \(name): back after \(text(time))")
        }
    }

    /// The losses in words; `nil` if there were none.
    var summary: String? {
        guard monitor.losses > 0 else { return nil }
        let times = monitor.losses == 1 ? "once" : "\(monitor.losses) times"
        let total = monitor.lostTime + (lostTime ?? .zero)
        return "device lost \(times), for \(Self.text(total))"
    }

    /// The failure of a device that is still lost at the end.
    var failure: CommandFailure? {
        guard case .lost(let loss)? = device?.state else { return nil }
        return CommandFailure(loss.reason)
    }

    /// A duration to a tenth of a second.
    static func text(_ duration: Duration) -> String {
        TimeText.text(seconds: duration / .seconds(1), decimals: 1...1)
    }
}
