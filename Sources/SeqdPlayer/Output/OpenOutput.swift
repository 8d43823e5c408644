import Playback
import SamplerHost

/// An output that is open, and not used yet.
struct OpenOutput {
    let sink: any PeriodSink
    /// Frames per second.
    let rate: Int

    /// Opens an output.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - settings: The settings of the sound.
    /// - Throws: The fault of the device or of the file.
    init(_ output: SoundOutput, _ settings: SoundSettings) throws(PlaybackError) {
        (sink, rate) = try PlaybackError.catching { () throws(HostError) in
            try Self.open(output, settings)
        }
    }

    private static func open(
        _ output: SoundOutput,
        _ settings: SoundSettings
    ) throws(HostError) -> (any PeriodSink, rate: Int) {
        switch output {
        case .device(let name):
            var wanted = DeviceSettings()
            wanted.device = name
            wanted.rate = settings.rate
            wanted.period = settings.period
            wanted.periods = settings.periods
            let sink = try wanted.open()
            return (sink, sink.rate)
        case .none:
            let sink = NullSink(
                rate: settings.rate,
                periodFrames: settings.period,
                periods: settings.periods,
                format: .s16
            )
            return (sink, settings.rate)
        case .file(let path):
            guard let type = SoundFileType(extensionOf: path) else {
                let endings = SoundFileType.allCases.map { "." + $0.fileExtension }
                throw HostError(
                    .usage,
                    path,
                    "not the name of a sound file; expected one that ends in "
                        + endings.joined(separator: ", ")
                )
            }
            let format = try type.check(rate: settings.rate, format: nil)
            let sink = try SoundFileSink(
                path: path,
                type: type,
                format: format,
                rate: settings.rate,
                periodFrames: settings.period
            )
            return (sink, settings.rate)
        }
    }
}
