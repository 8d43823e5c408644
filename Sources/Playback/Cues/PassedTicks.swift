import Sequencer

/// The ticks that playback passes, each once.
///
/// It has no clock: its owner reports the position.
struct PassedTicks {
    /// Ticks that were passed.
    struct Passage {
        /// The ticks, in order; two ranges if a loop has started again.
        var ranges: [ClosedRange<Int64>] = []
        /// The index in ``ranges`` of the first one after the start of a loop; `nil` without one.
        var wrap: Int?
    }

    private let rate: Int
    /// The last tick that was passed; `nil` after ``reset()``.
    private var last: Int64?

    /// Begins at an unknown position.
    init(rate: Int) {
        self.rate = rate
    }

    /// Forgets the position: ticks before the next one are not passed.
    mutating func reset() {
        last = nil
    }

    /// Continues from a nominal frame at which playback begins; its tick is passed too.
    mutating func restart(at frame: Int64, of piece: LoadedPiece) {
        last = piece.sequence.tempoMap.tick(atFrame: frame, rate: rate) - 1
    }

    /// Continues after a nominal frame that was passed already; `nil` while nothing sounds.
    mutating func resume(at frame: Int64?, of piece: LoadedPiece) {
        last = frame.map { piece.sequence.tempoMap.tick(atFrame: $0, rate: rate) }
    }

    /// The ticks passed since the last call, that of the position included.
    ///
    /// - Parameters:
    ///   - frame: The position, a nominal frame.
    ///   - piece: The piece.
    ///   - loop: The nominal frames that are repeated.
    /// - Returns: The ticks.
    mutating func advance(
        to frame: Int64,
        of piece: LoadedPiece,
        loop: Range<Int64>?
    ) -> Passage {
        let map = piece.sequence.tempoMap
        let tick = map.tick(atFrame: frame, rate: rate)
        let last = last ?? tick - 1
        if tick > last {
            self.last = tick
            return Passage(ranges: [last + 1...tick])
        }
        // A tick less is a position of another tempo, rounded.
        guard tick < last - 1, let loop else { return Passage() }
        // A loop has restarted: first the rest of the pass before.
        let first = map.tick(atFrame: loop.lowerBound, rate: rate)
        let end = map.tick(atFrame: loop.upperBound, rate: rate)
        var passage = Passage()
        if last + 1 < end { passage.ranges.append(last + 1...end - 1) }
        passage.wrap = passage.ranges.count
        if first <= tick { passage.ranges.append(first...tick) }
        self.last = tick
        return passage
    }

    /// The remaining ticks of a piece that has ended, its last one included; `nil` if there are none.
    mutating func finish(_ piece: LoadedPiece) -> ClosedRange<Int64>? {
        let end = piece.sequence.endTick
        guard let last, last < end else { return nil }
        self.last = end
        return last + 1...end
    }
}
