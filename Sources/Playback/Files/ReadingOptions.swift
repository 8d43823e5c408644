public import SMF

/// The options for reading a MIDI file.
public struct ReadingOptions: Sendable {
    /// The decoder of its texts; `nil` guesses the encoding.
    public var decoder: TextDecoder?
    /// The parts of the file that are retained beside the music.
    public var keeping: MIDIFile.Keeping
    /// The treatment of a damaged file.
    public var policy: ReadPolicy
    /// Whether the sound bank that a RIFF file carries is retained, to be played.
    public var keepsSoundBank: Bool
    /// Whether the clips that belong to the file are read, to be played.
    public var includesClips: Bool

    /// Makes options.
    public init(
        decoder: TextDecoder? = nil,
        keeping: MIDIFile.Keeping = .music,
        policy: ReadPolicy = .tolerant,
        keepsSoundBank: Bool = false,
        includesClips: Bool = false
    ) {
        self.decoder = decoder
        self.keeping = keeping
        self.policy = policy
        self.keepsSoundBank = keepsSoundBank
        self.includesClips = includesClips
    }
}
