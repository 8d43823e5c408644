import CSndFile
import Glibc
package import Platform

/// The compression of samples as Ogg Vorbis streams, which SF3 files have.
package struct SampleCompression: Hashable, Sendable {
    /// The quality of Vorbis that artefacts are hardly heard at.
    package static let defaultQuality = 0.6

    /// The quality of Vorbis, 0 to 1.
    package let quality: Double
    /// Whether streams of the source are copied as they are; else they are decoded and compressed
    /// again.
    package let keepsStreams: Bool

    /// Makes a compression.
    ///
    /// - Parameter quality: The quality, 0 to 1; `nil` for the default, and streams of the source
    ///   as they are.
    package init(quality: Double? = nil) {
        self.quality = quality ?? Self.defaultQuality
        keepsStreams = quality == nil
    }

    /// A compressed sample.
    package struct Stream: Hashable, Sendable {
        /// The Ogg stream.
        package var bytes: [UInt8]
        /// The decibels by which it is softer than the frames that it was made of, from 0.
        package var attenuation: Double = 0
    }

    /// The rates that the coder has settings for.
    private static let rates = 8_000...192_000
    /// The attempts at a stream that does not exceed full scale.
    private static let attempts = 8

    /// Compresses frames.
    ///
    /// Decoding gives as many frames. Loss moves peaks, and decoders wrap or clip what exceeds full
    /// scale (FluidSynth's wraps), so a sample that would is made softer.
    ///
    /// - Parameters:
    ///   - frames: The frames, of which 1 is full scale.
    ///   - rate: Frames per second. Players take those of the sample's header; the coder is told
    ///     the nearest rate that it knows.
    ///   - serial: The number of the stream; libsndfile's own is random.
    ///   - name: The sample's name for messages.
    /// - Returns: The stream.
    /// - Throws: `data` for frames that cannot be compressed.
    package func stream(
        of frames: [Float],
        rate: Int,
        serial: UInt32,
        name: String
    ) throws(HostError) -> Stream {
        let rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
        var gain: Float = 1
        for attempt in 0..<Self.attempts {
            let scaled = gain == 1 ? frames : frames.map { $0 * gain }
            var bytes = try encoded(scaled, rate: rate, name)
            let (peak, count) = Self.measured(bytes)
            guard count == frames.count else {
                throw HostError(
                    .data,
                    name,
                    "compression changed \(frames.count) frames to \(max(count, 0))"
                )
            }
            if peak <= 1 {
                OggPage.setSerial(of: &bytes, to: serial)
                return Stream(bytes: bytes, attenuation: -20 * log10(Double(gain)))
            }
            // The loss moves the peak again; each time more room is left for that.
            gain *= (1 - 0.005 * Float(1 << attempt)) / peak
        }
        throw HostError(
            .data,
            name,
            "exceeds full scale after \(Self.attempts) attempts to compress it"
        )
    }

    private func encoded(
        _ frames: [Float],
        rate: Int,
        _ name: String
    ) throws(HostError) -> [UInt8] {
        var memory: UnsafeMutablePointer<UInt8>?
        let size = unsafe frames.withUnsafeBufferPointer { buffer in
            unsafe seqd_sndfile_encode_vorbis(
                buffer.baseAddress,
                Int64(buffer.count),
                Int32(rate),
                quality,
                &memory
            )
        }
        guard size >= 0, let memory = unsafe memory else {
            throw HostError(.data, name, "cannot be compressed")
        }
        defer { unsafe free(memory) }
        return unsafe Array(UnsafeBufferPointer(start: memory, count: Int(size)))
    }

    /// Whether decoders wrap or clip a stream: its values exceed full scale.
    ///
    /// - Parameter stream: The bytes of a stream.
    /// - Returns: Whether any does.
    package static func exceedsFullScale(_ stream: [UInt8]) -> Bool { measured(stream).peak > 1 }

    /// The peak and the number of frames of a stream, as decoded.
    private static func measured(_ bytes: [UInt8]) -> (peak: Float, count: Int) {
        var count: Int64 = 0
        let peak = unsafe bytes.withUnsafeBytes { bytes in
            unsafe seqd_sndfile_peak(bytes.baseAddress, Int64(bytes.count), &count)
        }
        return (peak, Int(count))
    }
}
