public import Sequencer

/// A sound file to be rendered, and the settings that differ from the usual ones.
public struct RenderRequest: Hashable, Sendable {
    /// The absolute path of the MIDI file.
    public var source: String
    /// The absolute path of the sound file.
    public var target: String
    /// The kind of file; `nil` for that of the target's extension.
    public var type: RenderFileType?
    /// The samples' format; `nil` for the usual one of the type.
    public var format: RenderFormat?
    /// Frames per second, 8,000 to 96,000; `nil` for those of the daemon.
    public var rate: Int?
    /// The start position; `nil` for the start of the file.
    public var start: Position?
    /// The end position; `nil` for the end of the file.
    public var end: Position?
    /// The sound after the last note; `nil` for ``RenderTail/auto``.
    public var tail: RenderTail?
    /// The longest sound that is rendered, in nanoseconds; `nil` for four hours.
    public var maximumLength: Int64?
    /// The speed; `nil` for normal.
    public var speed: Speed?
    /// One fixed tempo; `nil` for the file's own.
    public var tempo: Tempo?
    /// Semitones by which all but drums is transposed, −48 to 48; `nil` for 0.
    public var transpose: Int?
    /// The level that the file is brought to; `nil` for none.
    public var normalization: RenderLevel?
    /// The parts of which stems are written; `nil` for no stems.
    public var stems: StemKind?
    /// The encoding of the file's texts; `nil` for the daemon's default.
    public var encoding: String?
    /// Whether a SoundFont inside the file has priority; `nil` for the daemon's default.
    public var embeddedFont: Bool?
    /// Whether files are replaced.
    public var replaces = false

    /// Makes a request for a file with the usual settings.
    public init(_ source: String, to target: String) {
        self.source = source
        self.target = target
    }
}
