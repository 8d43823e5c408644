public import SMF

/// How a MIDI file is read.
public struct ReadingOptions: Sendable {
    /// The decoder of its texts; `nil` guesses the encoding.
    public var decoder: TextDecoder?
    /// What of the file is kept beside the music.
    public var keeping: MIDIFile.Keeping
    /// What becomes of a damaged file.
    public var policy: ReadPolicy
    /// Whether the sound bank that came with the music is kept, to be played.
    public var keepsSoundBank: Bool

    /// Makes options.
    public init(
        decoder: TextDecoder? = nil,
        keeping: MIDIFile.Keeping = .music,
        policy: ReadPolicy = .tolerant,
        keepsSoundBank: Bool = false
    ) {
        self.decoder = decoder
        self.keeping = keeping
        self.policy = policy
        self.keepsSoundBank = keepsSoundBank
    }
}
