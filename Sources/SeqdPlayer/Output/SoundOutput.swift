/// The destination of a player's or a sampler's sound.
public enum SoundOutput: Hashable, Sendable {
    /// An ALSA device or plugin, as `seqd devices` lists them; it is released while nothing sounds.
    case device(String = "default")
    /// No device: it plays in real time, and nothing is heard.
    case none
    /// A sound file, as fast as the machine can render; its name's extension (`.wav`, `.flac`,
    /// `.ogg`, `.opus`, `.mp3`, `.aiff`, `.rf64` or `.raw`) gives the type.
    ///
    /// The file appears when it is complete: at the end of the piece, or when it is stopped.
    case file(String)

    /// Whether it is a device, which has a real-time thread.
    var isDevice: Bool {
        if case .device = self { true } else { false }
    }

    /// Whether it is rendered as fast as the machine can.
    var isFile: Bool {
        if case .file = self { true } else { false }
    }
}
