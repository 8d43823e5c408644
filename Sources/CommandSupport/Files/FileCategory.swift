import GameMusic
import Glibc
import MIDI2
import Platform
import SamplerHost

/// The kind of content of a file, from the extension of its name or from its first bytes.
package enum FileCategory: Hashable, CaseIterable {
    case midi
    /// Game music that is read as a MIDI file, but not written.
    case gameMusic
    case midi2Clip
    /// Text that `seqd dump` writes.
    case text
    /// Records that `seqd dump --csv` writes.
    case records
    case sound
    case soundFont
    case playlist
    case picture
    /// Peaks that `seqd peaks` writes; their extensions stand for other things too.
    case waveform

    /// The category that a name's extension stands for; `nil` for other extensions and none.
    package init?(extensionOf path: String) {
        let name = path.lowercased()
        func hasExtension(_ extensions: [String]) -> Bool {
            extensions.contains { name.hasSuffix(".\($0)") }
        }
        if hasExtension(["mid", "midi", "kar", "rmi", "smf", "mid.gz", "midi.gz", "kar.gz", "midz"])
        {
            self = .midi
        } else if hasExtension(GameMusicFormat.extensions) {
            self = .gameMusic
        } else if hasExtension([MIDI2Clip.fileExtension]) {
            self = .midi2Clip
        } else if hasExtension(["txt"]) {
            self = .text
        } else if hasExtension(["csv"]) {
            self = .records
        } else if SoundFileType(extensionOf: path) != nil {
            self = .sound
        } else if hasExtension(["sf2", "sf3", "sbk", "dls", "sfz", "aupreset", "pat", "cfg"]) {
            self = .soundFont
        } else if hasExtension(["m3u", "m3u8"]) {
            self = .playlist
        } else if hasExtension(["svg", "png"]) {
            self = .picture
        } else {
            return nil
        }
    }

    /// Whether seqd plays files of this category.
    package var isMusic: Bool { self == .midi || self == .gameMusic || self == .midi2Clip }

    /// The extensions of MIDI files and game music, for completions.
    package static let musicExtensions =
        ["mid", "midi", "kar", "rmi", "smf", "MID", "gz", "midz"] + GameMusicFormat.extensions
        + [MIDI2Clip.fileExtension]

    /// The extensions of SoundFonts and other instruments, for completions and suggestions.
    package static let fontExtensions = [
        "sf2", "sf3", "sfz", "dls", "aupreset", "pat", "cfg", "SF2", "SF3",
    ]

    /// The number of bytes that ``init(signature:)`` needs.
    package static let signatureLength = 16

    /// The category of a file with these first bytes; `nil` for unknown bytes.
    package init?(signature bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(Self.signatureLength))
        func has(_ text: String, at offset: Int = 0) -> Bool {
            head.dropFirst(offset).starts(with: text.utf8)
        }
        let isRIFF = has("RIFF") || has("RF64") || has("FORM")
        if has("MThd") || isRIFF && has("RMID", at: 8) {
            self = .midi
        } else if GameMusicFormat(of: head) != nil {
            self = .gameMusic
        } else if MIDI2Clip.isPresent(in: head) {
            self = .midi2Clip
        } else if isRIFF && (has("sfbk", at: 8) || has("DLS ", at: 8)) {
            self = .soundFont
        } else if isRIFF && ["WAVE", "AIFF", "AIFC"].contains(where: { has($0, at: 8) })
            || has("OggS") || has("fLaC") || has("ID3")
        {
            self = .sound
        } else if has("smf-text ") {
            self = .text
        } else if has("0, 0, Header") || has("0,0,Header") {
            self = .records
        } else if has("#EXTM3U") {
            self = .playlist
        } else {
            return nil
        }
    }

    /// The category of a regular file's content; `nil` for unknown content, and for pipes, which can
    /// be read only once.
    package init?(contentOf path: String) {
        self.init(signature: Self.signature(of: path))
    }

    /// The first bytes of a regular file; none for others, and for one that cannot be read.
    package static func signature(of path: String) -> [UInt8] {
        guard FileStatus(path)?.kind == .regular else { return [] }
        let descriptor = unsafe open(path.systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        return unsafe [UInt8](unsafeUninitializedCapacity: signatureLength) { buffer, count in
            count = unsafe max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
        }
    }

    /// The category with an article.
    package var description: String {
        switch self {
        case .midi: "a MIDI file"
        case .gameMusic: "game music"
        case .midi2Clip: "a MIDI 2.0 clip"
        case .text: "text"
        case .records: "CSV records"
        case .sound: "a sound file"
        case .soundFont: "a SoundFont"
        case .playlist: "a playlist"
        case .picture: "a picture"
        case .waveform: "waveform data"
        }
    }
}
