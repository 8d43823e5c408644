import CSndFile

/// The compression of the sound in a file.
package enum SoundCompression: Hashable, Sendable {
    /// Ogg Vorbis, lossy.
    case vorbis
    /// Ogg Opus, lossy.
    case opus
    /// FLAC, lossless.
    case flac
    /// MPEG, such as MP3, lossy.
    case mpeg
    /// Another one, such as ALAC, ADPCM or G.711.
    case other

    /// The compression of a format of libsndfile; `nil` for linear PCM.
    init?(format: Int) {
        if format & Int(SF_FORMAT_TYPEMASK) == Int(SF_FORMAT_FLAC) {
            self = .flac
            return
        }
        switch format & Int(SF_FORMAT_SUBMASK) {
        case Int(SF_FORMAT_PCM_S8), Int(SF_FORMAT_PCM_U8), Int(SF_FORMAT_PCM_16),
            Int(SF_FORMAT_PCM_24), Int(SF_FORMAT_PCM_32), Int(SF_FORMAT_FLOAT),
            Int(SF_FORMAT_DOUBLE):
            return nil
        case Int(SF_FORMAT_VORBIS): self = .vorbis
        case Int(SF_FORMAT_OPUS): self = .opus
        case 0x80...0x82: self = .mpeg
        default: self = .other
        }
    }

    /// Whether decoding does not give the values that were encoded.
    var isLossy: Bool {
        switch self {
        case .vorbis, .opus, .mpeg: true
        case .flac, .other: false
        }
    }

    /// The extension of files with it; `nil` where several kinds of files have it.
    package var fileExtension: String? {
        switch self {
        case .vorbis: "ogg"
        case .opus: "opus"
        case .flac: "flac"
        case .mpeg: "mp3"
        case .other: nil
        }
    }
}
