import SamplerHost
import Wording

extension JACKServer {
    /// The server in words: `JACK server, 48000 Hz, period 1024 frames; JACK 1.9.22`.
    var words: String {
        let name = isPipeWire ? "PipeWire by its JACK library" : "JACK server"
        let library = version.map { isPipeWire ? $0 : "JACK \($0)" } ?? self.library
        return "\(name), \(rate) Hz, period \(NumberText.count(period, "frame")); \(library)"
    }
}
