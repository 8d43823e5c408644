import SMF
public import Sequencer

/// The duration of a piece, at its own tempo or at any other.
public struct PieceLength: Hashable, Sendable {
    private let division: Division
    private let endTick: Int64
    /// Frames at its own tempo.
    private let frames: Int64
    private let rate: Int

    /// The length of a sequence.
    ///
    /// - Parameters:
    ///   - sequence: The sequence at its own tempo.
    ///   - rate: Frames per second.
    public init(_ sequence: PreparedSequence, rate: Int) {
        division = sequence.division
        endTick = sequence.endTick
        frames = sequence.endFrame(rate: rate)
        self.rate = rate
    }

    /// Whether it lasts no time.
    public var isEmpty: Bool { frames == 0 }

    /// The duration in seconds at speed 1.
    ///
    /// - Parameter tempo: The tempo that replaces its own; `nil` for its own.
    /// - Returns: The same as of a sequence that has been given this tempo.
    public func seconds(at tempo: Tempo?) -> Double {
        var frames = frames
        if let tempo {
            let change = TempoMap.Change(
                tick: 0,
                microsecondsPerQuarter: tempo.microsecondsPerQuarter
            )
            frames = TempoMap(division: division, changes: [change])
                .frame(atTick: endTick, rate: rate)
        }
        return Double(frames) / Double(rate)
    }
}
