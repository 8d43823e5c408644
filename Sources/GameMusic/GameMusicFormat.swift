/// A format of game music that is read as a MIDI file.
public enum GameMusicFormat: String, Hashable, Sendable, CaseIterable {
    /// XMIDI of the Audio Interface Library, later the Miles Sound System (`.xmi`).
    case xmi
    /// MUS of the DMX library: Doom, Heretic, Hexen (`.mus`).
    case mus
    /// HMI of Human Machine Interfaces' Sound Operating System (`.hmi`).
    case hmi
    /// The older format of the Sound Operating System (`.hmp`): Descent.
    case hmp
    /// The Extensible Music Format of the MIDI Manufacturers Association, most of all Mobile XMF
    /// (`.xmf`, `.mxmf`).
    case xmf

    /// The format of a file, from its first bytes; `nil` for anything else.
    public init?(of bytes: [UInt8]) {
        let isGroup = bytes.has("FORM") && (bytes.has("XDIR", at: 8) || bytes.has("XMID", at: 8))
        if isGroup || bytes.has("CAT ") && bytes.has("XMID", at: 8) {
            self = .xmi
        } else if bytes.has("MUS\u{1A}") {
            self = .mus
        } else if bytes.has("HMI-MIDISONG") {
            self = .hmi
        } else if bytes.has("HMIMIDIP") || bytes.has("HMIMIDIR") {
            self = .hmp
        } else if bytes.has("XMF_") {
            self = .xmf
        } else {
            return nil
        }
    }

    /// The extensions of file names, in lower case.
    public static let extensions = ["xmi", "mus", "hmi", "hmp", "xmf", "mxmf"]

    /// The name in messages: `XMI`.
    public var name: String { rawValue.uppercased() }
}
