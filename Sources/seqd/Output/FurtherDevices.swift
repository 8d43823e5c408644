import CommandSupport
import Playback
import SamplerHost
import Wording

/// The devices after the first, of a run.
struct FurtherDevices {
    private struct Entry {
        let device: FollowingDevice
        let requested: DeviceSettings
        var monitor = OutputMonitor()
    }

    private var entries: [Entry] = []

    /// Opens a device, and adds it.
    ///
    /// - Parameters:
    ///   - settings: The settings that are requested.
    ///   - pair: The pair of output channels that it plays.
    ///   - clock: The rate of the first device, and the frames that its buffer holds.
    /// - Throws: The status of a device that cannot be opened.
    mutating func open(
        _ settings: DeviceSettings,
        _ pair: OutputPair,
        behind clock: (rate: Int, bufferFrames: Int)
    ) throws(CommandFailure) {
        let device = FollowingDevice(
            settings,
            pair: pair,
            behind: clock,
            onChange: { Signals.wake() }
        )
        if case .lost(let loss) = device.status.state {
            device.finish()
            throw CommandFailure(loss.reason)
        }
        entries.append(Entry(device: device, requested: settings))
    }

    /// Connects them to an engine that does not run yet.
    ///
    /// - Parameter engine: The engine.
    /// - Throws: Status 64 for a pair on which nothing plays.
    func connect(to engine: Engine) throws(CommandFailure) {
        for entry in entries {
            try CommandFailure.catching { () throws(HostError) in try engine.add(entry.device) }
        }
    }

    /// Starts their threads.
    ///
    /// - Parameter isVerbose: Whether to print their settings.
    /// - Throws: The error of a thread.
    func start(isVerbose: Bool) throws(CommandFailure) {
        for entry in entries {
            let device = entry.device
            try CommandFailure.catching { () throws(HostError) in
                try device.start(realTime: true)
            }
            guard isVerbose else { continue }
            let settings = device.granted.text(requested: entry.requested)
            Console.report(
                "device \(device.status.name): \(settings), output \(device.pair.text)"
            )
        }
    }

    /// Reports devices that were lost or returned since the last call.
    ///
    /// - Parameter isQuiet: Whether only losses are reported.
    mutating func update(isQuiet: Bool) {
        for index in entries.indices {
            let status = entries[index].device.status
            let change = entries[index].monitor.update(status.state, xruns: 0)
            guard let change else { continue }
            DeviceReports.report(change, of: status.name, .continue, isQuiet: isQuiet)
        }
    }

    /// Ends them, when the engine has ended.
    ///
    /// - Parameter isVerbose: Whether to print their drift and underruns.
    func finish(isVerbose: Bool) {
        for entry in entries {
            entry.device.finish()
            guard isVerbose else { continue }
            let status = entry.device.status
            let drift = status.drift.map { "\(Self.text(drift: $0)) ppm" } ?? "not measured"
            Console.report(
                "device \(status.name): drift \(drift), xruns \(status.xruns), "
                    + "realigned \(status.realignments)"
            )
        }
    }

    /// A drift with its sign and one decimal: `+200.1`.
    static func text(drift: Double) -> String {
        let tenths = (drift * 10).rounded()
        return (tenths > 0 ? "+" : "") + NumberText.decimal(tenths / 10)
    }
}
