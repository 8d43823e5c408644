package import Instruments
package import Platform

/// Frames of linear PCM within a file, such as the waves of a DLS bank or the samples of a patch.
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
        let frameSize = width * recording.channelCount
        let available = frames.bytes.count / frameSize
        let runs =
            frames.runs.isEmpty
            ? [EmbeddedFrames.Run(0..<min(recording.frameCount, available))] : frames.runs
        var done = first
        var start = 0
        for run in runs {
            let end = start + run.frames.count
            while done < min(end, limit) {
                let wanted = min(16_384, min(end, limit) - done)
                let firstFrame =
                    run.isBackward
                    ? run.frames.upperBound - (done - start) - wanted
                    : run.frames.lowerBound + done - start
                let bytes = try file.bytes(
                    at: frames.bytes.lowerBound + firstFrame * frameSize,
                    count: wanted * frameSize
                )
                let got = bytes.count / frameSize
                guard got > 0, got == wanted || !run.isBackward else { return done }
                let values = values(bytes, frames: got, isBackward: run.isBackward)
                try body(values.span, got)
                done += got
            }
            start = end
        }
        return done
    }

    /// The bytes of a value.
    private var width: Int {
        frames.recording.bits <= 8 ? 1 : frames.recording.bits <= 16 ? 2 : 3
    }

    private func values(_ bytes: [UInt8], frames count: Int, isBackward: Bool) -> [Float] {
        let channels = frames.recording.channelCount
        let isUnsigned = frames.coding == .unsigned || frames.coding == .riff && width == 1
        // Without a sign, the middle is 0.
        let flip: UInt8 = isUnsigned ? 0x80 : 0
        return (0..<count * channels).map { index -> Float in
            let (frame, channel) = index.quotientAndRemainder(dividingBy: channels)
            let start = ((isBackward ? count - 1 - frame : frame) * channels + channel) * width
            switch width {
            case 1: return Float(Int8(bitPattern: bytes[start] ^ flip)) / 128
            case 2:
                let word = UInt16(bytes[start]) | UInt16(bytes[start + 1] ^ flip) << 8
                return Float(Int16(bitPattern: word)) / 32_768
            default:
                let low = Int32(bytes[start]) << 8 | Int32(bytes[start + 1]) << 16
                let value = (low | Int32(bytes[start + 2] ^ flip) << 24) >> 8
                return Float(value) / 8_388_608
            }
        }
    }
}
