package import Instruments
package import Platform
package import SoundFont

/// Writes the channels of a recording into the sample data of a SoundFont file.
package struct SamplePieceWriter {
    /// The channels and their positions.
    package let pieces: [SamplePiece]
    /// The number of channels of the recording.
    package let channels: Int
    /// The file without its sample data.
    package let frame: SoundFontFrame
    /// A factor for all values.
    package let gain: Float

    /// Writes some frames.
    ///
    /// - Parameters:
    ///   - values: Interleaved values of which 1 is full scale; larger ones are clipped.
    ///   - count: The number of frames.
    ///   - start: The number of frames before them.
    ///   - file: The file.
    ///   - boost: A further factor.
    /// - Throws: The system's error.
    package func write(
        _ values: Span<Float>,
        _ count: Int,
        at start: Int,
        to file: borrowing UnnamedFile,
        boost: Float = 1
    ) throws(HostError) {
        let gain = gain * boost
        for piece in pieces {
            let range = (start..<start + count).clamped(to: piece.frames)
            guard !range.isEmpty else { continue }
            let first = piece.destination + range.lowerBound - piece.frames.lowerBound
            let count = range.count
            var high = [UInt8]()
            high.reserveCapacity(2 * count)
            var low = [UInt8]()
            let has24Bits = frame.lowBytes > 0
            if has24Bits { low.reserveCapacity(count) }
            var index = (range.lowerBound - start) * channels + piece.channel
            for _ in 0..<count {
                let value = values[index] * gain
                index += channels
                if has24Bits {
                    let number = Self.integer(value, scale: 8_388_608)
                    high.append(UInt8(truncatingIfNeeded: number >> 8))
                    high.append(UInt8(truncatingIfNeeded: number >> 16))
                    low.append(UInt8(truncatingIfNeeded: number))
                } else {
                    let number = Self.integer(value, scale: 32_768)
                    high.append(UInt8(truncatingIfNeeded: number))
                    high.append(UInt8(truncatingIfNeeded: number >> 8))
                }
            }
            do throws(UnnamedFile.Failure) {
                try file.write(high[...], at: frame.head.count + 2 * first)
                if has24Bits { try file.write(low[...], at: frame.lowBytesOffset + first) }
            } catch {
                throw HostError(.io, UnnamedFile.folder, "\(error)")
            }
        }
    }

    /// The nearest integer; what is not a number is silent.
    private static func integer(_ value: Float, scale: Float) -> Int32 {
        let scaled = value * scale
        guard scaled > -scale else { return scaled.isNaN ? 0 : Int32(-scale) }
        return scaled < scale - 1 ? Int32(scaled.rounded()) : Int32(scale) - 1
    }
}
