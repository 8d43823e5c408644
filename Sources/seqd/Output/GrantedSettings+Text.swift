import SamplerHost
import Wording

extension GrantedSettings {
    /// The settings in words, with the requested ones where they differ:
    /// `44100 Hz (48000 requested), period 256, buffer 1024 frames, s16, latency 23.2 ms`.
    ///
    /// - Parameter requested: The requested settings.
    /// - Returns: The words.
    func text(requested: DeviceSettings) -> String {
        func value(_ granted: Int, _ wanted: Int, unit: String = "") -> String {
            "\(granted)\(unit)" + (granted == wanted ? "" : " (\(wanted) requested)")
        }
        let wantedBuffer = requested.period * requested.periods
        return [
            value(rate, requested.rate, unit: " Hz"),
            "period " + value(period, requested.period),
            "buffer " + value(buffer, wantedBuffer, unit: " frames"),
            format.rawValue,
            "latency \(Self.milliseconds(latency)) ms",
        ].joined(separator: ", ")
    }

    /// A time in milliseconds to a tenth.
    static func milliseconds(_ seconds: Double) -> String {
        NumberText.decimal((seconds * 10_000).rounded() / 10)
    }
}
