import Instruments
import Platform

/// The kinds of instrument beside SoundFonts, from the content of a file or else its name.
package enum InstrumentKind: Hashable, Sendable {
    /// An SFZ file: text that lays sound files out on keys.
    case sfz
    /// A folder of sound files, or with an SFZ file.
    case folder
    /// A single sound file.
    case sound
    /// An Apple sampler preset.
    case auPreset
    /// A DLS bank.
    case downloadableSounds
    /// A patch for the Gravis UltraSound.
    case gusPatch
    /// A configuration of TiMidity, which names patches.
    case timidity

    /// The extensions of sound files that libsndfile reads.
    package static let soundExtensions: Set<String> = [
        "wav", "wave", "aif", "aiff", "aifc", "flac", "ogg", "oga", "opus", "mp3", "w64", "rf64",
        "caf", "au", "snd",
    ]

    /// The extensions of sound files that libsndfile does not read.
    package static let unreadableExtensions: Set<String> = [
        "m4a", "m4b", "aac", "mp4", "alac", "wma", "ape", "wv", "mpc", "ac3", "amr", "mka", "webm",
        "dsf", "ra", "rm", "tta", "spx",
    ]

    /// The extensions of files that describe instruments.
    package static let descriptionExtensions = ["sfz", "aupreset", "dls", "pat", "cfg"]

    /// The kind of a file or folder; `nil` for a SoundFont, an unknown file and none at all.
    package init?(_ path: String) {
        switch FileStatus(path)?.kind {
        case .folder?: self = .folder
        case .regular?:
            guard let file = try? InputFile(path), let head = try? file.bytes(at: 0, count: 16)
            else { return nil }
            guard let kind = Self(signature: head, name: path) else { return nil }
            self = kind
        default: return nil
        }
    }

    private init?(signature head: [UInt8], name: String) {
        func has(_ text: String, at offset: Int = 0) -> Bool {
            head.dropFirst(offset).starts(with: text.utf8)
        }
        if has("RIFF"), has("sfbk", at: 8) { return nil }
        if has("RIFF"), has("DLS ", at: 8) {
            self = .downloadableSounds
        } else if GUSPatchReader.isPatch(head) {
            self = .gusPatch
        } else if (has("RIFF") || has("RIFX") || has("RF64")) && has("WAVE", at: 8)
            || has("FORM") && has("AIF", at: 8) || has("fLaC") || has("OggS") || has("caff")
            || has(".snd") || has("ID3") || has("riff\u{2E}")
        {
            self = .sound
        } else {
            switch FilePath.fileExtension(of: name) {
            case "sfz": self = .sfz
            case "aupreset": self = .auPreset
            case "cfg": self = .timidity
            case let name where Self.soundExtensions.contains(name): self = .sound
            default: return nil
            }
        }
    }
}
