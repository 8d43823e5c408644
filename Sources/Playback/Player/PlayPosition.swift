/// A position in a piece, and the lookahead that the engine needs; all in nominal frames.
public struct PlayPosition: Hashable, Sendable {
    /// The position.
    public var frame: Int64
    /// The frames that are repeated.
    public var loop: Range<Int64>?
    /// The frames by which the engine gets a change before its frame.
    public var lookahead: Int64
    /// The frames that may have been rendered already.
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
    /// The current position in the loaded piece.
    public var playPosition: PlayPosition {
        PlayPosition(
            position,
            loop: piece.flatMap(loopedFrames),
            lookahead: lookahead,
            renderAhead: renderAhead
        )
    }
}
