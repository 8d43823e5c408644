import CSndFile
public import Platform
import Racks

/// The kinds of sound file that can be written.
public enum SoundFileType: String, Hashable, Sendable, CaseIterable {
    /// RIFF WAVE; past 4 GiB RF64.
    case wav
    /// RF64, the WAVE form for sizes past 4 GiB.
    case rf64
    /// Audio Interchange File Format.
    case aiff
    /// Free Lossless Audio Codec.
    case flac
    /// Ogg Vorbis.
    case ogg
    /// Opus in Ogg.
    case opus
    /// MPEG-1/2 layer III.
    case mp3
    /// Samples without a header, little-endian.
    case raw

    /// The type that a file name's extension stands for, or `nil`.
    public init?(extensionOf path: String) {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "wav", "wave": self = .wav
        case "rf64": self = .rf64
        case "aif", "aiff": self = .aiff
        case "flac": self = .flac
        case "ogg", "oga": self = .ogg
        case "opus": self = .opus
        case "mp3": self = .mp3
        case "raw", "pcm": self = .raw
        default: return nil
        }
    }

    /// The usual file-name extension.
    public var fileExtension: String { rawValue }

    /// Whether a file of the type may have the extension of another one.
    package func mayHaveExtension(of other: SoundFileType) -> Bool {
        switch (self, other) {
        // RF64 is WAVE with 64-bit sizes; Opus is in Ogg.
        case (.rf64, .wav), (.wav, .rf64), (.opus, .ogg): true
        default: self == other
        }
    }

    /// Whether the type has sample formats; a lossy coder takes the mix as it is.
    public var isLossy: Bool { self == .ogg || self == .opus || self == .mp3 }

    /// The sample formats that the type can hold; empty for lossy coders.
    public var formats: [SampleFormat] {
        switch self {
        case .wav, .rf64, .aiff, .raw: [.s16, .s24, .s32, .float]
        case .flac: [.s16, .s24]
        case .ogg, .opus, .mp3: []
        }
    }

    /// The rates that the type can hold, where it cannot hold all; `nil` for any.
    ///
    /// Opus: RFC 7845 §5.1 (the coder's own rates); MPEG-1 and 2 layer III: ISO 11172-3 and 13818-3.
    public var rates: [Int]? {
        switch self {
        case .opus: [8_000, 12_000, 16_000, 24_000, 48_000]
        case .mp3: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
        default: nil
        }
    }

    /// The most channels that the type holds; none holds more than a ``ChannelMap`` has.
    ///
    /// FLAC: RFC 9639 §9.1.3; Vorbis and Opus have an order of channels for up to 8 (RFC 7845
    /// §5.1.1.2).
    public var maximumChannels: Int {
        switch self {
        case .wav, .rf64, .aiff, .raw: ChannelMap.maximumChannels
        case .flac, .ogg, .opus: 8
        case .mp3: 2
        }
    }

    /// Whether it can be written to something that cannot seek.
    public var isStreamable: Bool { self != .aiff && self != .rf64 }

    /// libsndfile's code for the type with a sample format.
    package func libraryFormat(_ format: SampleFormat) -> Int32 {
        let subtype =
            switch (self, format) {
            case (.ogg, _): SF_FORMAT_VORBIS
            case (.opus, _): SF_FORMAT_OPUS
            case (.mp3, _): SEQD_SNDFILE_MPEG_LAYER_III
            case (_, .s16): SF_FORMAT_PCM_16
            case (_, .s24): SF_FORMAT_PCM_24
            case (_, .s32): SF_FORMAT_PCM_32
            case (_, .float): SF_FORMAT_FLOAT
            }
        let major =
            switch self {
            case .wav: SF_FORMAT_WAV
            case .rf64: SF_FORMAT_RF64
            case .aiff: SF_FORMAT_AIFF
            case .flac: SF_FORMAT_FLAC
            case .ogg, .opus: SF_FORMAT_OGG
            case .mp3: SEQD_SNDFILE_MPEG
            case .raw: SF_FORMAT_RAW
            }
        let endian = self == .raw ? Int(SF_ENDIAN_LITTLE) : 0
        return Int32(Int(major) | Int(subtype) | endian)
    }

    /// Checks that a rate and a format can be written, so that no file is created that cannot be
    /// written.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - format: The sample format that the user asked for, or `nil`.
    /// - Returns: The format to use.
    /// - Throws: A usage error that names what is allowed.
    public func check(rate: Int, format: SampleFormat?) throws(HostError) -> SampleFormat {
        if let rates, !rates.contains(rate) {
            let list = rates.map(String.init).joined(separator: ", ")
            throw HostError(.usage, rawValue, "\(rate) Hz not supported; choose from \(list)")
        }
        guard let format else { return isLossy ? .float : .s16 }
        if isLossy {
            throw HostError(.usage, rawValue, "no sample format to choose; omit --format")
        }
        guard formats.contains(format) else {
            let list = formats.map(\.rawValue).joined(separator: ", ")
            throw HostError(
                .usage,
                rawValue,
                "\(format.rawValue) not supported; choose from \(list)"
            )
        }
        return format
    }

    /// Checks that a number of channels can be written.
    ///
    /// - Parameter channels: The number.
    /// - Throws: A usage error that names what is allowed.
    public func check(channels: Int) throws(HostError) {
        guard channels > maximumChannels else { return }
        throw HostError(
            .usage,
            rawValue,
            "\(channels) channels not supported, at most \(maximumChannels)"
                + (maximumChannels == 2 ? "" : "; wav takes \(ChannelMap.maximumChannels)")
        )
    }
}
