/// Where playing is in a piece, and how far ahead the engine is told; all in nominal frames.
public struct PlayPosition: Hashable, Sendable {
    /// Where playing is.
    public var frame: Int64
    /// The frames that are repeated.
    public var loop: Range<Int64>?
    /// How far ahead the engine is told what it is to do on a frame.
    public var lookahead: Int64
    /// How much may have been rendered already.
    public var renderAhead: Int64

    /// Makes a position.
    public init(
        _ frame: Int64,
        loop: Range<Int64>? = nil,
        lookahead: Int64 = 0,
        renderAhead: Int64 = 0
    ) {
        self.frame = frame
        self.loop = loop
        self.lookahead = lookahead
        self.renderAhead = renderAhead
    }
}

extension PiecePlayer {
    /// Where playing is in the loaded piece.
    public var playPosition: PlayPosition {
        PlayPosition(
            position,
            loop: piece.flatMap(loopedFrames),
            lookahead: lookahead,
            renderAhead: renderAhead
        )
    }
}
