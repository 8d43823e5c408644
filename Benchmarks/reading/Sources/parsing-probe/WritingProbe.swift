import SMF
import SamplerHost

/// Writes a file into memory again and again.
enum WritingProbe {
    /// The style with a name.
    static func style(_ name: String) -> WritingStyle? {
        WritingStyle.allCases.first { "\($0)" == name }
    }

    /// Into an array, which the next run gets the memory of.
    static func write(_ path: String, runs: Int, _ style: WritingStyle) throws -> Measurement {
        let file = try MIDIFile(
            InputFile.read(path),
            keeping: style == .preserving ? .everything : .music
        )
        var result = Measurement()
        result.events = file.tracks.reduce(0) { $0 + $1.count }
        for _ in 0..<runs {
            let watch = Stopwatch()
            let bytes = try file.bytes(style)
            result.seconds.append(watch.seconds)
            result.bytes = bytes.count
        }
        return result
    }
}
