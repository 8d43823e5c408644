import FontFiles
public import Platform
public import Racks
import Tuning

extension TuningSettings {
    /// Checks the files.
    ///
    /// - Throws: As when a rack is made: a file that cannot be read or has a fault, with the
    ///   line; `usage` for settings that exclude each other.
    public func check() throws(HostError) { _ = try read() }

    /// Reads the files: loader's thread.
    package func read() throws(HostError) -> SamplerTuning {
        if let problem { throw HostError(.usage, "tuning", problem) }
        var tuning = SamplerTuning()
        tuning.concertPitch = a4.map(ConcertPitch.cents) ?? 0
        guard let scale else { return tuning }
        tuning.keys = KeyTuning(
            scale: try Self.read(scale) { bytes throws(TuningError) in
                try Scale(reading: bytes, path: scale)
            },
            mapping: try mapping.map { path throws(HostError) in
                try Self.read(path) { bytes throws(TuningError) in
                    try KeyboardMapping(reading: bytes, path: path)
                }
            } ?? .linear
        )
        return tuning
    }

    private static func read<Value>(
        _ path: String,
        _ reading: ([UInt8]) throws(TuningError) -> Value
    ) throws(HostError) -> Value {
        // The largest scale of the archive has less than a tenth of it.
        let bytes = try InputFile.read(path, limit: 1 << 20)
        do throws(TuningError) {
            return try reading(bytes)
        } catch {
            throw HostError(.data, error.path, error.place)
        }
    }
}
