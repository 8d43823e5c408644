import SamplerHost
import Wording

/// The devices beside the first, of a run.
struct FurtherDevices {
    private let devices: [FollowingDevice]

    /// Makes a list of devices.
    init(_ devices: [FollowingDevice]) { self.devices = devices }

    /// Has them play what an engine does, from its start on.
    ///
    /// - Parameters:
    ///   - engine: The engine, which does not run yet.
    ///   - isVerbose: Whether to print their settings.
    /// - Throws: The error of a pair that the engine does not have, or of a thread.
    func start(_ engine: Engine, isVerbose: Bool) throws(CommandFailure) {
        for device in devices {
            try CommandFailure.catching { () throws(HostError) in
                try engine.add(device)
                try device.start(realTime: true)
            }
            if isVerbose { Console.report(device.summary) }
        }
    }

    /// Ends them, when the engine has ended.
    ///
    /// - Parameter isVerbose: Whether to print their drift and underruns.
    func finish(isVerbose: Bool) {
        for device in devices {
            device.finish()
            guard isVerbose else { continue }
            let status = device.status
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
