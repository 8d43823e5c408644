import SMF

/// How a MIDI file is read.
struct SongReading: Sendable {
    /// What makes strings of its text; `nil` for what the text seems to be in.
    var decoder: TextDecoder?
    /// What of the file is kept beside the music.
    var keeping: MIDIFile.Keeping = .music
    /// What becomes of a damaged file.
    var policy: ReadPolicy = .tolerant
    /// Whether the sound bank that came with the music is kept, to be played.
    var keepsSoundBank = false
}
