public import Sequencer

/// The bars, beats, markers, lyrics and other events that playing passes, each reported once.
///
/// It has no clock: its owner reports the position, and gets the events that were passed since.
public struct CueTracker {
    /// The largest number of beats that are reported at once; of more, only the last one is.
    public static let beatLimit = 64
    /// The largest number of events for one call; the others are left out.
    private static let eventLimit = 10_000

    private let rate: Int
    /// The piece of ``events``; its samplers are not held for this.
    private weak var piece: LoadedPiece?
    private var events: MusicalEvents?
    /// The next tick of ``events``.
    private var nextTick: Int64?
    /// The tick before which user events are to be chased; `nil` if they have been.
    private var chaseTick: Int64?
    private var ticks: PassedTicks

    /// Makes a tracker for a rate, frames per second.
    public init(rate: Int) {
        self.rate = rate
        ticks = PassedTicks(rate: rate)
    }

    /// Forgets the position: events before the next one are not reported.
    public mutating func reset() {
        chaseTick = nil
        ticks.reset()
    }

    /// Continues from a nominal frame at which playing begins; its events are reported too.
    ///
    /// The user events before it are chased: all of them are reported first, in order, so that a
    /// listener has the same state as if the piece had been played up to there.
    public mutating func restart(at frame: Int64, of piece: LoadedPiece) {
        chaseTick = piece.sequence.tempoMap.tick(atFrame: frame, rate: rate)
        ticks.restart(at: frame, of: piece)
    }

    /// Continues after a nominal frame that was passed already, in another version of the piece.
    ///
    /// - Parameters:
    ///   - frame: The frame; `nil` while nothing sounds.
    ///   - piece: The version.
    public mutating func resume(at frame: Int64?, of piece: LoadedPiece) {
        ticks.resume(at: frame, of: piece)
    }

    /// The events that playing has passed since the last call, those at the position included.
    ///
    /// - Parameters:
    ///   - frame: The position, a nominal frame.
    ///   - piece: The piece.
    ///   - loop: The nominal frames that are repeated.
    /// - Returns: The events, in order.
    public mutating func advance(
        to frame: Int64,
        of piece: LoadedPiece,
        loop: Range<Int64>? = nil
    ) -> [MusicalEvent] {
        let chased = chasedEvents(of: piece)
        return ticks.advance(to: frame, of: piece, loop: loop).ranges.reduce(into: chased) {
            $0 += events(in: $1, of: piece)
        }
    }

    /// The remaining events of a piece that has ended, those on its last tick included.
    public mutating func finish(_ piece: LoadedPiece) -> [MusicalEvent] {
        let chased = chasedEvents(of: piece)
        return chased + (ticks.finish(piece).map { events(in: $0, of: piece) } ?? [])
    }

    /// The user events before the position at which playing has begun, once.
    private mutating func chasedEvents(of piece: LoadedPiece) -> [MusicalEvent] {
        guard let tick = chaseTick else { return [] }
        chaseTick = nil
        let frame = piece.sequence.tempoMap.frame(atTick: tick, rate: rate)
        return piece.userEvents.prefix { $0.tick < tick }.map {
            MusicalEvent(kind: .user($0, isChased: true), tick: $0.tick, frame: frame)
        }
    }

    private mutating func events(
        in ticks: ClosedRange<Int64>,
        of piece: LoadedPiece
    ) -> [MusicalEvent] {
        let map = piece.sequence.tempoMap
        var events: MusicalEvents
        if let known = self.events, self.piece === piece {
            events = known
        } else {
            // At speed 1 and without a loop its frames are the nominal ones.
            let item = PlayItem(sequence: piece.sequence, rate: rate)
            events = MusicalEvents(
                of: piece.sequence,
                in: item,
                lyrics: piece.lyrics,
                userEvents: piece.userEvents
            )
            nextTick = nil
        }
        // Released, so that it is not copied.
        self.events = nil
        if nextTick != ticks.lowerBound {
            events.locate(to: map.frame(atTick: ticks.lowerBound, rate: rate))
        }
        let last = map.frame(atTick: ticks.upperBound, rate: rate)
        var passed: [MusicalEvent] = []
        var beats = 0
        var lastBeat: Int?
        var isCut = false
        while let event = events.next(before: last + 1) {
            guard passed.count < Self.eventLimit else {
                events.locate(to: last + 1)
                isCut = true
                break
            }
            guard event.tick >= ticks.lowerBound else { continue }
            if event.kind.isBeat {
                // There is none at the end of the music.
                guard event.tick < piece.sequence.endTick else { continue }
                beats += 1
                lastBeat = passed.count
            }
            passed.append(event)
        }
        self.piece = piece
        self.events = events
        nextTick = isCut ? nil : ticks.upperBound + 1
        guard beats > Self.beatLimit else { return passed }
        return passed.enumerated().filter { $0 == lastBeat || !$1.kind.isBeat }.map(\.element)
    }
}

extension MusicalEvent.Kind {
    /// Whether a bar or a beat begins.
    fileprivate var isBeat: Bool {
        switch self {
        case .bar, .beat: true
        default: false
        }
    }
}
