import Playback
import SamplerHost
import Sequencer

/// The messages about a device that is lost and comes back.
struct DeviceReports {
    private let device: ReconnectingSink?
    private let action: DeviceLossAction
    private let isQuiet: Bool
    private var monitor = OutputMonitor()

    /// Makes reports.
    ///
    /// - Parameters:
    ///   - device: The device; `nil` for an output that cannot be lost.
    ///   - action: What playback does without it.
    ///   - isQuiet: Whether only losses are reported.
    init(_ device: ReconnectingSink?, _ action: DeviceLossAction, isQuiet: Bool) {
        self.device = device
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
        guard let device else { return }
        guard let change = monitor.update(OutputMonitor.State(device.state), xruns: 0) else {
            return
        }
        if let reason = change.loss {
            Console.report("\(reason); \(consequence)")
        }
        if let reason = change.otherReason, !isQuiet { Console.report(reason) }
        if let time = change.returnedAfter, !isQuiet {
            Console.report("device \(device.name): back after \(Self.text(time))")
        }
    }

    private var consequence: String {
        action == .pause ? "paused until it is back" : "continuing without it until it is back"
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
