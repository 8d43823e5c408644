import SMF

/// How a piece of the queue is read and played, whenever it is loaded.
struct PieceOptions: Sendable {
    /// What makes strings of its text; `nil` guesses the encoding.
    var decoder: TextDecoder?
    /// Whether a SoundFont that the file carries is played before the others.
    var embeddedFont = false

    /// How its file is read.
    var reading: SongReading {
        SongReading(decoder: decoder, keepsSoundBank: embeddedFont)
    }
}
