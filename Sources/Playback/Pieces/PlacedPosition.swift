import Sequencer

/// A position at its place in a piece: that of a clip, or of a point of automation.
struct PlacedPosition: Sendable {
    /// The nominal frame at the file's own tempo.
    let frame: Int64
    /// The tick; `nil` for a time, which is exact between ticks.
    let tick: Int64?

    /// Finds the place of a position.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - sequence: The sequence at the file's own tempo, as long as positions may be.
    ///   - rate: Frames per second.
    /// - Throws: A position that the sequence does not have.
    init(
        _ position: Position,
        in sequence: PreparedSequence,
        rate: Int
    ) throws(PositionError) {
        frame = try sequence.frame(of: position, rate: rate)
        if case .seconds = position {
            tick = nil
        } else {
            tick = try sequence.tick(of: position)
        }
    }

    /// A sequence in which positions may be behind the end of the music, up to 24 hours.
    static func extended(_ sequence: PreparedSequence, rate: Int) -> PreparedSequence {
        sequence.lasting(toFrame: Int64(86_400 * rate), rate: rate)
    }

    /// The reason why a position has no place there.
    static func reason(_ error: PositionError) -> String {
        error.code == .afterEnd ? "more than 24 hours" : error.description
    }

    /// The item frame: the first that is not before the position.
    ///
    /// - Parameters:
    ///   - sequence: The sequence that is played.
    ///   - base: The sequence at the file's own tempo.
    ///   - speed: The speed at which it is played.
    ///   - rate: Frames per second.
    /// - Returns: The frame.
    func itemFrame(
        in sequence: PreparedSequence,
        at base: PreparedSequence,
        _ speed: Speed,
        rate: Int
    ) -> Int64 {
        if let tick { return sequence.itemFrame(atTick: tick, rate: rate, speed: speed) }
        return Self.itemFrame(of: frame, in: sequence, at: base, speed, rate: rate)
    }

    /// The first item frame that is not before a nominal frame at the file's own tempo.
    static func itemFrame(
        of frame: Int64,
        in sequence: PreparedSequence,
        at base: PreparedSequence,
        _ speed: Speed,
        rate: Int
    ) -> Int64 {
        let nominal = sequence.tempoMap.frame(frame, of: base.tempoMap, rate: rate)
        let (frames, upper) = (Int128(nominal) * Int128(speed.denominator), Int128(speed.numerator))
        return Int64(clamping: (frames + upper - 1) / upper)
    }
}
