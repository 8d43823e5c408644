public import SMF

/// How a piece of the queue is read and played, whenever it is loaded.
public struct PieceOptions: Sendable {
    /// What makes strings of its text; `nil` guesses the encoding.
    public var decoder: TextDecoder?
    /// Whether a SoundFont that the file carries is played before the others.
    public var embeddedFont = false

    /// Makes options.
    public init(decoder: TextDecoder? = nil, embeddedFont: Bool = false) {
        self.decoder = decoder
        self.embeddedFont = embeddedFont
    }

    /// How its file is read.
    public var reading: ReadingOptions {
        ReadingOptions(decoder: decoder, keepsSoundBank: embeddedFont)
    }
}
