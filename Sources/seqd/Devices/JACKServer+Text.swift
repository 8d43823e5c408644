import SamplerHost
import Wording

extension JACKServer {
    /// The way that sound takes through JACK's library.
    static func route(isPipeWire: Bool) -> String {
        isPipeWire ? "PipeWire by its JACK library" : "JACK server"
    }

    /// The server in words: `JACK server, 48000 Hz, period 1024 frames; JACK 1.9.22`.
    var words: String {
        let name = Self.route(isPipeWire: isPipeWire)
        let library = version.map { isPipeWire ? $0 : "JACK \($0)" } ?? self.library
        return "\(name), \(rate) Hz, period \(NumberText.count(period, "frame")); \(library)"
    }
}
