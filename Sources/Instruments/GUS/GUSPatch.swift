/// The structure of a patch file: its name, and samples in layers that sound together.
struct GUSPatch {
    let name: String
    let layers: [[GUSSample]]

    /// The headers of the file, of its instrument and of a layer.
    private static let fileHeader = 129
    private static let instrumentHeader = 63
    private static let layerHeader = 47

    /// Reads a patch.
    ///
    /// - Parameters:
    ///   - file: The content of the file.
    ///   - path: Its name, for messages.
    ///   - log: Gets the findings.
    /// - Throws: A file that is not a patch, or has no sample.
    init(
        _ file: InstrumentBytes,
        path: String,
        _ log: inout InstrumentLog
    ) throws(InstrumentError) {
        let whole = InstrumentPosition(file: path)
        guard Self.isPresent(in: file.bytes) else {
            throw InstrumentError(.notAnInstrument, whole, "not a patch for the Gravis UltraSound")
        }
        func position(_ offset: Int) -> InstrumentPosition {
            InstrumentPosition(file: path, place: .byte(offset))
        }
        let instruments = file.byte(82)
        if instruments > 1 {
            log.add(
                .warning,
                position(82),
                "instruments",
                "\(instruments) instruments in one patch; the first is played"
            )
        }
        let start = Self.fileHeader
        let title = start + 18 <= file.bytes.count ? file.text(start + 2..<start + 18) : ""
        name = title.isEmpty ? FilePath.stem(of: path) : title
        var layers: [[GUSSample]] = []
        var offset = start + Self.instrumentHeader
        let layerCount = max(Int(file.byte(start + 22)), 1)
        reading: for layer in 0..<layerCount {
            guard offset + Self.layerHeader <= file.bytes.count else {
                log.add(
                    .error,
                    position(offset),
                    "layer \(layer + 1)",
                    "the file ends before its header; \(layerCount - layer) of \(layerCount) are missing"
                )
                break
            }
            let count = Int(file.byte(offset + 6))
            offset += Self.layerHeader
            var samples: [GUSSample] = []
            for number in 0..<count {
                guard let sample = GUSSample(file, at: offset) else {
                    log.add(
                        .error,
                        position(offset),
                        "sample \(number + 1)",
                        "the file ends before its header; \(count - number) of \(count) are missing"
                    )
                    if !samples.isEmpty { layers.append(samples) }
                    break reading
                }
                if sample.data.count < sample.promisedSize {
                    log.add(
                        .error,
                        position(offset),
                        "sample \(number + 1)",
                        "ends after \(sample.data.count) of \(sample.promisedSize) bytes"
                    )
                }
                samples.append(sample)
                offset = sample.data.upperBound
            }
            if !samples.isEmpty { layers.append(samples) }
        }
        self.layers = layers
        guard layers.contains(where: { $0.contains { $0.isPlayable } }) else {
            throw InstrumentError(.empty, whole, "a patch without a sample")
        }
    }

    /// Whether a file begins as a patch does.
    static func isPresent(in bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: "GF1PATCH110".utf8) || bytes.starts(with: "GF1PATCH100".utf8)
    }
}
