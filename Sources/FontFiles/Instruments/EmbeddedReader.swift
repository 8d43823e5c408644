package import Instruments
package import Platform

/// Frames of linear PCM within a file, such as the waves of a DLS bank.
package struct EmbeddedReader: ~Copyable {
    private let file: InputFile
    private let frames: EmbeddedFrames

    package init(_ path: String, _ frames: EmbeddedFrames) throws(HostError) {
        file = try InputFile(path)
        self.frames = frames
    }

    /// Reads the frames in pieces, from one on, before another; −1 … 1 is full scale.
    package func forEachPiece(
        from first: Int = 0,
        upTo limit: Int = .max,
        _ body: (Span<Float>, Int) throws(HostError) -> Void
    ) throws(HostError) -> Int {
        let recording = frames.recording
        // 8-bit values have no sign in RIFF files.
        let width = recording.bits <= 8 ? 1 : recording.bits <= 16 ? 2 : 3
        let frameSize = width * recording.channelCount
        let count = min(recording.frameCount, frames.bytes.count / frameSize, limit)
        var done = first
        while done < count {
            let wanted = min(16_384, count - done)
            let bytes = try file.bytes(
                at: frames.bytes.lowerBound + done * frameSize,
                count: wanted * frameSize
            )
            let got = bytes.count / frameSize
            guard got > 0 else { break }
            let values = (0..<got * recording.channelCount).map { index -> Float in
                let start = index * width
                switch width {
                case 1: return (Float(bytes[start]) - 128) / 128
                case 2:
                    let value = Int16(
                        truncatingIfNeeded: Int(bytes[start]) | Int(bytes[start + 1]) << 8
                    )
                    return Float(value) / 32_768
                default:
                    let low = Int32(bytes[start]) << 8 | Int32(bytes[start + 1]) << 16
                    let value = (low | Int32(bytes[start + 2]) << 24) >> 8
                    return Float(value) / 8_388_608
                }
            }
            try body(values.span, got)
            done += got
        }
        return done
    }
}
