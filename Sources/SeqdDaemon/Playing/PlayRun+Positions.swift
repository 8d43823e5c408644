import ControlProtocol
import Playback
import Sequencer

/// Positions in the loaded piece, and its parts.
extension PlayRun {
    /// The piece that is loaded.
    ///
    /// - Throws: Status 66 if there is none.
    func loadedPiece() throws(RequestError) -> LoadedPiece {
        guard let piece else { throw RequestError(.noInput, "no file loaded") }
        return piece
    }

    /// The position of playback; `nil` if nothing is loaded.
    func position() -> TransportPosition? {
        piece.map { position(atFrame: playback.position, in: $0) }
    }

    /// The position of a nominal frame, in every unit.
    func position(atFrame frame: Int64, in piece: LoadedPiece) -> TransportPosition {
        TransportPosition(atFrame: frame, in: piece.sequence, rate: rate)
    }

    /// The position of playback with the time at which it is heard; `nil` if nothing is loaded.
    func positionEvent() -> DaemonEvent? {
        guard state == .playing, let piece, let passed = playback.passedFrames else {
            return position().map { .position($0) }
        }
        return .position(
            position(atFrame: passed.frame, in: piece),
            heard: heard(passed.engineFrame(ofPassed: passed.frame))
        )
    }

    /// The nominal frame at which a text is sung next, or first.
    ///
    /// - Throws: Status 64 for a text that is not sung.
    func frame(ofLyric text: String, in piece: LoadedPiece) throws(RequestError) -> Int64 {
        let tick = piece.sequence.tempoMap.tick(atFrame: playback.position, rate: rate)
        guard let found = LyricSearch(piece.lyrics).tick(of: text, after: tick) else {
            throw RequestError(
                .usage,
                "\(RequestError.quoted(text)): "
                    + (piece.lyrics.isEmpty ? "the file has no lyrics" : "not found in the lyrics")
            )
        }
        let frame = piece.sequence.tempoMap.frame(atTick: found, rate: rate)
        return min(frame, piece.endFrame(rate: rate))
    }

    /// The nominal frame at a distance from the playback position, within a piece.
    ///
    /// - Throws: Status 64 for bars or beats of a piece without any.
    func frame(of offset: PositionOffset, in piece: LoadedPiece) throws(RequestError) -> Int64 {
        do throws(PositionError) {
            let here = playback.exactFrame ?? playback.position
            return try piece.sequence.frame(at: offset, from: here, rate: rate)
        } catch {
            throw RequestError(.usage, error.description)
        }
    }

    /// The frames that a move takes which begins at the playback position, at the present speed.
    ///
    /// - Parameter length: Its length; `nil` for none.
    /// - Returns: The frames.
    /// - Throws: Status 64 for bars or beats of a piece without any, 66 where no piece is loaded.
    func frames(of length: PositionOffset?) throws(RequestError) -> Int {
        switch length {
        case nil: return 0
        case .seconds(let nanoseconds):
            return Int(Double(nanoseconds) * Double(rate) / 1e9)
        case .bars, .beats, .ticks:
            guard let length, let piece else {
                throw RequestError(.noInput, "over: no file loaded; expected a time, such as 8s")
            }
            let here = playback.exactFrame ?? playback.position
            let frames = try frame(of: length, in: piece) - here
            return Int(Double(frames) / playback.pace.factor)
        }
    }

    /// The nominal frame of a position of a piece.
    ///
    /// - Throws: Status 64 for a position that does not exist.
    func frame(of position: Position, in piece: LoadedPiece) throws(RequestError) -> Int64 {
        let sequence = piece.sequence
        do throws(PositionError) {
            switch position {
            case .nextBar, .nextBeat:
                let here = playback.exactFrame ?? playback.position
                let tick = sequence.tempoMap.tick(atFrame: here, rate: rate)
                guard let next = try sequence.tick(after: tick, position) else {
                    throw PositionError(
                        code: .afterEnd,
                        description: "no \(position) before the end of the file"
                    )
                }
                return sequence.tempoMap.frame(atTick: next, rate: rate)
            default:
                return try sequence.frame(of: position, rate: rate)
            }
        } catch {
            throw RequestError(.usage, error.description)
        }
    }

    /// The nominal frames of a part that can be repeated.
    ///
    /// - Throws: Status 64 for positions that do not exist, and for a loop that is too short.
    func frames(
        of positions: PositionRange,
        in piece: LoadedPiece
    ) throws(RequestError) -> Range<Int64> {
        let start = try frame(of: positions.from, in: piece)
        let end = try frame(of: positions.to, in: piece)
        guard end > start, playback.canLoop(start..<end, of: piece) else {
            throw RequestError(
                .usage,
                "\(LoopSetting.between(positions)): the loop must end at least "
                    + "\(PlayItem.shortestLoopText(rate: rate)) after its start"
            )
        }
        return start..<end
    }

    /// The parts that selectors name.
    ///
    /// - Throws: Status 64 for the first without a match.
    func resolve(
        _ selectors: SelectorSet,
        in piece: LoadedPiece
    ) throws(RequestError) -> Selection {
        do throws(SelectorError) {
            return try selectors.resolve(in: piece.sequence)
        } catch {
            throw RequestError(.usage, error.description)
        }
    }
}

extension TransportPosition {
    /// The position of a nominal frame of a sequence, in every unit.
    init(atFrame frame: Int64, in sequence: PreparedSequence, rate: Int) {
        let tick = sequence.tempoMap.tick(atFrame: frame, rate: rate)
        self.init(atFrame: frame, tick: tick, in: sequence, rate: rate)
    }

    private init(atFrame frame: Int64, tick: Int64, in sequence: PreparedSequence, rate: Int) {
        let bar = sequence.meterMap.position(atTick: tick)
        self.init(
            seconds: Double(frame) / Double(rate),
            frames: frame,
            ticks: tick,
            text: bar?.description ?? TimeText.text(frames: frame, rate: rate)
        )
    }

    /// The position of a tick of a sequence, in every unit.
    init(atTick tick: Int64, in sequence: PreparedSequence, rate: Int) {
        let frame = sequence.tempoMap.frame(atTick: tick, rate: rate)
        self.init(atFrame: frame, tick: tick, in: sequence, rate: rate)
    }
}
