import Sequencer

/// The bars and markers of a program, with the frames at which they are heard.
///
/// Loops repeat theirs. Before the first frame there may be a count-in, which is not counted.
package struct ProgramRuler: Sendable {
    /// A bar or a marker.
    package struct Mark<Label: Sendable>: Sendable {
        /// The number of the bar, or the name of the marker.
        package var label: Label
        /// The frame of the sound.
        package var frame: Int64
    }

    /// The bars in the order of their frames.
    package private(set) var bars: [Mark<Int64>] = []
    /// The markers in the order of their frames.
    package private(set) var markers: [Mark<String>] = []

    /// The most bars, and the most markers; a picture has no room for more.
    private static let limit = 100_000

    private let speed: Speed
    private let rate: Int

    /// Makes the ruler of a program.
    init(_ pieces: [Piece], at speed: Speed, rate: Int) {
        (self.speed, self.rate) = (speed, rate)
        var frame: Int64 = 0
        for piece in pieces {
            for part in Self.parts(of: piece, rate: rate) {
                guard bars.count < Self.limit, markers.count < Self.limit else { return }
                add(part, of: piece.sequence, at: frame)
                frame += frames(part.lowerBound, part.upperBound)
            }
        }
    }

    /// The nominal frames of a piece in the order in which they are heard.
    private static func parts(of piece: Piece, rate: Int) -> [Range<Int64>] {
        let end = max(piece.start, piece.endFrame(rate: rate))
        guard let loop = piece.loop, piece.start < loop.upperBound, loop.upperBound <= end else {
            return [piece.start..<end]
        }
        let passes = min((piece.loopCount ?? 1) - 1, limit)
        return [piece.start..<loop.upperBound]
            + Array(repeating: loop, count: max(0, passes)) + [loop.upperBound..<end]
    }

    /// The frames of the sound between two nominal frames.
    private func frames(_ start: Int64, _ end: Int64) -> Int64 {
        speed.itemFrame(ofNominalFrame: end) - speed.itemFrame(ofNominalFrame: start)
    }

    private mutating func add(
        _ part: Range<Int64>,
        of sequence: PreparedSequence,
        at frame: Int64
    ) {
        for marker in sequence.markers {
            let nominal = sequence.tempoMap.frame(atTick: marker.tick, rate: rate)
            guard part.contains(nominal), markers.count < Self.limit else { continue }
            let mark = frame + frames(part.lowerBound, nominal)
            markers.append(Mark(label: marker.name, frame: mark))
        }
        guard sequence.hasBars else { return }
        let first = sequence.tempoMap.tick(atFrame: part.lowerBound, rate: rate)
        var bar = sequence.meterMap.position(atTick: first)?.bar ?? 1
        while bars.count < Self.limit,
            let tick = try? sequence.meterMap.tick(bar: bar, beat: 1, tick: 0)
        {
            let nominal = sequence.tempoMap.frame(atTick: tick, rate: rate)
            guard nominal < part.upperBound else { return }
            if nominal >= part.lowerBound {
                bars.append(Mark(label: bar, frame: frame + frames(part.lowerBound, nominal)))
            }
            bar += 1
        }
    }
}

extension Program {
    /// The bars and markers of the pieces.
    package var ruler: ProgramRuler { ProgramRuler(pieces, at: settings.pace, rate: rate) }

    /// The frame of the first piece at which the sound begins, at the speed of the sound.
    package var startFrame: Int64 {
        settings.pace.itemFrame(ofNominalFrame: pieces.first?.start ?? 0)
    }
}
