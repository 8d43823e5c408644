import Playback
import SamplerHost

/// The changes of the devices after the first.
struct FurtherWatch {
    private let devices: [FollowingDevice]
    private var monitors: [OutputMonitor]

    /// Makes a watch over devices.
    init(_ devices: [FollowingDevice]) {
        self.devices = devices
        monitors = devices.map { _ in OutputMonitor() }
    }

    /// Takes the devices' states.
    ///
    /// - Returns: The changes since the last call, with the devices' names.
    mutating func update() -> [(device: String, change: OutputMonitor.Change)] {
        zip(devices, monitors.indices).compactMap { device, index in
            let status = device.status
            return monitors[index].update(status.state, xruns: 0).map { (status.name, $0) }
        }
    }
}
