import CSndFile
import Foundation
import TestSupport

/// Sound files that libsndfile has compressed.
enum CompressedSound {
    /// Writes a WAV file as another type.
    ///
    /// - Parameters:
    ///   - path: The WAV file.
    ///   - type: The extension: `ogg`, `opus`, `mp3` or `flac`.
    ///   - folder: Where it is written.
    /// - Returns: The file's path; `nil` if this libsndfile cannot write the type.
    static func file(
        of path: String,
        as type: String,
        in folder: TemporaryDirectory
    ) -> String? {
        var info = SF_INFO()
        guard let input = sf_open(path, Int32(SFM_READ), &info) else { return nil }
        defer { sf_close(input) }
        var samples = [Float](repeating: 0, count: Int(info.frames) * Int(info.channels))
        _ = sf_readf_float(input, &samples, info.frames)
        var output = SF_INFO()
        output.samplerate = info.samplerate
        output.channels = info.channels
        output.format =
            switch type {
            case "ogg": Int32(SF_FORMAT_OGG) | Int32(SF_FORMAT_VORBIS)
            case "opus": Int32(SF_FORMAT_OGG) | Int32(SF_FORMAT_OPUS)
            case "mp3": Int32(SF_FORMAT_MPEG) | Int32(SF_FORMAT_MPEG_LAYER_III)
            default: Int32(SF_FORMAT_FLAC) | Int32(SF_FORMAT_PCM_24)
            }
        let target = folder.path("compressed.\(type)")
        guard let file = sf_open(target, Int32(SFM_WRITE), &output) else { return nil }
        // In pieces: encoders of Ogg need stack for all of a piece.
        for start in stride(from: 0, to: samples.count, by: 4_096 * Int(info.channels)) {
            let piece = Array(
                samples[start..<min(samples.count, start + 4_096 * Int(info.channels))]
            )
            _ = sf_writef_float(file, piece, sf_count_t(piece.count) / sf_count_t(info.channels))
        }
        sf_close(file)
        return target
    }
}
