import ControlProtocol
import Logging
import SamplerHost

/// The audio devices.
extension Transport {
    /// The devices, and the strips on outputs of their own.
    func outputListing() -> OutputListing {
        let pairs = settings.outputs
        let isAlone = settings.further.isEmpty
        let first = OutputEntry(
            device: audio.output.name,
            pair: isAlone ? "1-\(audio.output.sink.map.count)" : OutputPair.main.text,
            output: output.state,
            rate: rate,
            xruns: engine.xruns
        )
        let further = audio.output.further.map { device in
            let status = device.status
            return OutputEntry(
                device: status.name,
                pair: device.pair.text,
                output: DaemonStatus.Output(status.state),
                rate: device.granted.rate,
                xruns: status.xruns
            )
        }
        return OutputListing(
            outputs: [first] + further,
            assignments: pairs.names.compactMap { name in
                pairs[name].map { OutputListing.Assignment(name: name, pair: $0.text) }
            }
        )
    }

    /// Changes the first device while everything plays.
    ///
    /// - Parameter name: The device's name.
    /// - Throws: 69 for a daemon without a device, and with the reason if it cannot take the place of
    ///   the other one, which plays on then.
    func changeDevice(to name: String) async throws {
        let before = audio.output.name
        if name == before, !output.isLost { return }
        guard let change = audio.output.changing else {
            throw RequestError(
                .unavailable,
                "name: \(RequestError.quoted(name)): the daemon was started without a device "
                    + "(--null)"
            )
        }
        try await audio.runOnDeviceThread {
            do throws(HostError) {
                try change(name)
            } catch {
                let reason = RequestError(error)
                throw RequestError(number: reason.number, "name: \(reason.message)")
            }
        }
        reporter.logger.notice("device \(before) replaced by \(name)")
        report(.changed)
        updateOutput()
    }
}
