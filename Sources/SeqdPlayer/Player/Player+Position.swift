import Platform
public import Playback
public import Sequencer

/// Positions.
extension Player {
    /// The name of the file, as messages give it.
    public var name: String { core.piece.piece.name }

    /// The sequence that it plays.
    public var sequence: PreparedSequence { core.piece.sequence }

    /// The duration in seconds at rate 1, its loop counted once.
    public var duration: Double { core.seconds(core.piece.endFrame(rate: core.playback.rate)) }

    /// The duration in beats; 0 in a file that counts SMPTE frames.
    public var durationInBeats: Double { core.beats(core.piece.endFrame(rate: core.playback.rate)) }

    /// The position in seconds, from 0 at the beginning of the file.
    public var position: Double { core.locked { core.seconds(core.position) } }

    /// The position in beats; 0 in a file that counts SMPTE frames.
    public var positionInBeats: Double { core.locked { core.beats(core.position) } }

    /// Goes to a time, playing or not.
    ///
    /// Programs, controllers and pedals are then as if it had played from the start.
    ///
    /// - Parameter seconds: The position in seconds at rate 1.
    /// - Throws: `usage` for one that the piece does not have.
    public func seek(to seconds: Double) throws(PlaybackError) {
        guard seconds.isFinite, (0...duration).contains(seconds) else {
            throw PlaybackError(
                .usage,
                "\(name): position \(seconds) s: expected 0 to \(duration) s"
            )
        }
        let end = core.piece.endFrame(rate: core.playback.rate)
        // A duration is rounded, and may be behind the last frame.
        let frame = min(Int64((seconds * Double(core.playback.rate)).rounded()), end)
        try core.locked { () throws(PlaybackError) in try core.seek(to: frame) }
    }

    /// Goes to a beat, playing or not.
    ///
    /// - Parameter beats: The position in quarter notes from 0.
    /// - Throws: `usage` for one that the piece does not have.
    public func seek(toBeat beats: Double) throws(PlaybackError) {
        guard beats.isFinite, (0...durationInBeats).contains(beats),
            let ticks = sequence.tempoMap.tick(atBeats: Beats(whole: 1))
        else {
            throw PlaybackError(
                .usage,
                "\(name): beat \(beats): expected 0 to \(durationInBeats)"
            )
        }
        try seek(to: .ticks(Int64((beats * Double(ticks)).rounded())))
    }

    /// Goes to a position such as `.marker("Chorus")` or `try Position(parsing: "17:1")`.
    ///
    /// - Parameter position: The position; `.nextBar` and `.nextBeat` count from the current one.
    /// - Throws: `usage` for one that the piece does not have.
    public func seek(to position: Position) throws(PlaybackError) {
        try core.locked { () throws(PlaybackError) in
            try core.seek(to: try frame(of: position))
        }
    }

    /// The nominal frame of a position.
    func frame(of position: Position) throws(PlaybackError) -> Int64 {
        let rate = core.playback.rate
        do throws(PositionError) {
            switch position {
            case .nextBar, .nextBeat:
                let here = sequence.tempoMap.tick(atFrame: core.position, rate: rate)
                guard let tick = try sequence.tick(after: here, position) else {
                    throw PositionError(
                        code: .afterEnd,
                        description: "\(position): the music ends before it"
                    )
                }
                return sequence.tempoMap.frame(atTick: tick, rate: rate)
            default:
                return min(
                    try sequence.frame(of: position, rate: rate),
                    core.piece.endFrame(rate: rate)
                )
            }
        } catch {
            throw PlaybackError(.usage, "\(name): \(error)")
        }
    }
}
