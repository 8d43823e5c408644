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
    /// The piece of ``events``; its samplers are not kept for this.
    private weak var piece: LoadedPiece?
    private var events: MusicalEvents?
    /// The next tick of ``events``.
    private var nextTick: Int64?
    /// The last tick that was passed; `nil` after ``reset()``.
    private var lastTick: Int64?

    /// Makes a tracker for a rate, frames per second.
    public init(rate: Int) {
        self.rate = rate
    }

    /// Forgets the position: events before the next one are not reported.
    public mutating func reset() {
        lastTick = nil
    }

    /// Continues from a nominal frame at which playing begins; its events are reported too.
    public mutating func restart(at frame: Int64, of piece: LoadedPiece) {
        lastTick = piece.sequence.tempoMap.tick(atFrame: frame, rate: rate) - 1
    }

    /// Continues after a nominal frame that was passed already, in another version of the piece.
    ///
    /// - Parameters:
    ///   - frame: The frame; `nil` while nothing sounds.
    ///   - piece: The version.
    public mutating func resume(at frame: Int64?, of piece: LoadedPiece) {
        lastTick = frame.map { piece.sequence.tempoMap.tick(atFrame: $0, rate: rate) }
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
        let map = piece.sequence.tempoMap
        let tick = map.tick(atFrame: frame, rate: rate)
        let last = lastTick ?? tick - 1
        if tick > last {
            lastTick = tick
            return events(in: last + 1...tick, of: piece)
        }
        // A tick less is a position of another tempo, rounded.
        guard tick < last - 1, let loop else { return [] }
        // A loop has restarted: first the rest of the pass before.
        let first = map.tick(atFrame: loop.lowerBound, rate: rate)
        let end = map.tick(atFrame: loop.upperBound, rate: rate)
        var passed: [MusicalEvent] = []
        if last + 1 < end { passed = events(in: last + 1...end - 1, of: piece) }
        if first <= tick { passed += events(in: first...tick, of: piece) }
        lastTick = tick
        return passed
    }

    /// The remaining events of a piece that has ended, those on its last tick included.
    public mutating func finish(_ piece: LoadedPiece) -> [MusicalEvent] {
        let end = piece.sequence.endTick
        guard let last = lastTick, last < end else { return [] }
        lastTick = end
        return events(in: last + 1...end, of: piece)
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
            events = MusicalEvents(of: piece.sequence, in: item, lyrics: piece.lyrics)
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
