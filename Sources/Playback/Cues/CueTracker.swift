public import Sequencer

/// The bars, beats, markers, lyrics and so on that playing passes, each told once.
///
/// It has no clock of its own: the owner says where playing is, and gets what was passed since.
public struct CueTracker {
    /// The most beats that are told at once; of more only the last is: nobody follows them.
    public static let beatLimit = 64
    /// The most events that are looked at for one call; playing that passes more is not followed.
    private static let eventLimit = 10_000

    private let rate: Int
    /// The piece whose events they are; its samplers are not kept for this.
    private weak var piece: LoadedPiece?
    private var events: MusicalEvents?
    /// The tick with which ``events`` goes on.
    private var nextTick: Int64?
    /// The last tick that was passed; `nil` where nothing is to be told that was before.
    private var lastTick: Int64?

    /// Makes a tracker for a rate, frames per second.
    public init(rate: Int) {
        self.rate = rate
    }

    /// Forgets where playing was: what is passed before the next look is not told.
    public mutating func reset() {
        lastTick = nil
    }

    /// Goes on from a nominal frame at which playing begins; what stands there is told too.
    public mutating func restart(at frame: Int64, of piece: LoadedPiece) {
        lastTick = piece.sequence.tempoMap.tick(atFrame: frame, rate: rate) - 1
    }

    /// Goes on from a nominal frame that has been passed already, in another version of the piece.
    ///
    /// - Parameters:
    ///   - frame: The frame; `nil` where nothing is heard.
    ///   - piece: The version.
    public mutating func resume(at frame: Int64?, of piece: LoadedPiece) {
        lastTick = frame.map { piece.sequence.tempoMap.tick(atFrame: $0, rate: rate) }
    }

    /// The events that playing has passed since the last time, those where it is included.
    ///
    /// - Parameters:
    ///   - frame: The nominal frame that is heard.
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
        // A loop has come round: first what was left of the pass before.
        let first = map.tick(atFrame: loop.lowerBound, rate: rate)
        let end = map.tick(atFrame: loop.upperBound, rate: rate)
        var passed: [MusicalEvent] = []
        if last + 1 < end { passed = events(in: last + 1...end - 1, of: piece) }
        if first <= tick { passed += events(in: first...tick, of: piece) }
        lastTick = tick
        return passed
    }

    /// The events that are left of a piece that has come to its end, those on its last tick included.
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
