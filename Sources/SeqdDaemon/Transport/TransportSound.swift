import ControlProtocol
import SamplerHost

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
