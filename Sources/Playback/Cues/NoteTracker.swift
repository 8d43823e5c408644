import MIDI
import Sequencer

/// The notes of a piece that playback passes, and the chords that they make.
///
/// It has no clock: its owner reports the position, and gets what was passed since. A query costs
/// as much as the events between two queries.
public struct NoteTracker {
    /// A key as the file has it.
    fileprivate struct Key: Hashable {
        var track: Int
        var port: Int
        var channel: Int
        var key: UInt8
    }

    /// A key that is down.
    fileprivate struct Held {
        /// The key that sounds.
        var key: UInt8
        /// The number of note-ons without their note-off.
        var count = 1
        var isDrum: Bool
    }

    /// The largest number of notes for one call; of more, the others are only counted.
    public static let noteLimit = 256

    private let rate: Int
    private var ticks: PassedTicks
    private var held: [Key: Held] = [:]
    /// By key: the number of sounding notes that are not drums.
    private var pitches = [Int](repeating: 0, count: 128)
    private var chord: ChordName?
    private var arrangement = Arrangement()
    /// Whether what is down was released by a start elsewhere.
    private var isReleased = false

    /// Makes a tracker for a rate, frames per second.
    public init(rate: Int) {
        self.rate = rate
        ticks = PassedTicks(rate: rate)
    }

    /// Forgets the position and the notes: those before the next position are not reported.
    public mutating func reset() {
        self = NoteTracker(rate: rate)
    }

    /// Continues from a nominal frame at which playback begins; notes there are reported too.
    public mutating func restart(at frame: Int64, of piece: LoadedPiece) {
        ticks.restart(at: frame, of: piece)
        isReleased = true
    }

    /// Continues after a nominal frame that was passed already, in another version of the piece.
    public mutating func resume(at frame: Int64?, of piece: LoadedPiece) {
        ticks.resume(at: frame, of: piece)
        isReleased = true
    }

    /// Ends all notes, since playback was stopped or paused.
    public mutating func release() -> Passage {
        var passage = Passage()
        releaseAll(at: nil, &passage)
        noteChord(at: nil, &passage, isLast: true)
        return passage
    }

    /// The notes passed since the last call, those at the position included.
    ///
    /// - Parameters:
    ///   - frame: The position, a nominal frame.
    ///   - piece: The piece.
    ///   - loop: The nominal frames that are repeated.
    ///   - arrangement: The audible parts.
    /// - Returns: The notes and chords, in order.
    public mutating func advance(
        to frame: Int64,
        of piece: LoadedPiece,
        loop: Range<Int64>? = nil,
        _ arrangement: Arrangement
    ) -> Passage {
        var passage = Passage()
        if isReleased {
            isReleased = false
            releaseAll(at: nil, &passage)
        }
        if arrangement != self.arrangement {
            self.arrangement = arrangement
            releaseInaudible(at: frame, &passage)
        }
        let passed = ticks.advance(to: frame, of: piece, loop: loop)
        for (index, range) in passed.ranges.enumerated() {
            if index == passed.wrap { releaseAll(at: loop?.upperBound, &passage) }
            take(range, of: piece, &passage)
        }
        if passed.wrap == passed.ranges.count { releaseAll(at: loop?.upperBound, &passage) }
        // In a burst only the last chord matters.
        noteChord(at: frame, &passage, isLast: true)
        return passage
    }

    /// The remaining notes of a piece that has ended; all of them end with it.
    public mutating func finish(_ piece: LoadedPiece) -> Passage {
        var passage = Passage()
        if let range = ticks.finish(piece) { take(range, of: piece, &passage) }
        let end = piece.endFrame(rate: rate)
        releaseAll(at: end, &passage)
        noteChord(at: end, &passage, isLast: true)
        return passage
    }

    // MARK: Events

    private mutating func take(
        _ range: ClosedRange<Int64>,
        of piece: LoadedPiece,
        _ passage: inout Passage
    ) {
        let (schedule, map) = (piece.sequence.schedule, piece.sequence.tempoMap)
        let first = schedule.firstIndex(notBefore: range.lowerBound)
        var lastTick: Int64?
        var frame: Int64 = 0
        for index in first..<schedule.count {
            let event = schedule[index]
            guard event.tick <= range.upperBound else { break }
            guard event.kind == .channel, event.message.isNoteOn || event.message.isNoteOff else {
                continue
            }
            if event.tick != lastTick {
                if lastTick != nil { noteChord(at: frame, &passage) }
                lastTick = event.tick
                frame = map.frame(atTick: event.tick, rate: rate)
            }
            take(event, isDrum: schedule.isDrum(event), at: frame, &passage)
        }
        if lastTick != nil { noteChord(at: frame, &passage) }
    }

    private mutating func take(
        _ event: ScheduledEvent,
        isDrum: Bool,
        at frame: Int64,
        _ passage: inout Passage
    ) {
        let message = event.message
        let key = Key(
            track: Int(event.track),
            port: Int(event.port),
            channel: Int(message.status & 15),
            key: message.data1 & 127
        )
        guard message.isNoteOn else {
            guard var note = held[key] else { return }
            note.count -= 1
            held[key] = note
            if note.count == 0 { end(key, note, at: frame, &passage) }
            return
        }
        guard arrangement.isAudible(track: key.track, port: key.port, channel: key.channel) else {
            return
        }
        let sounding = isDrum ? key.key : MIDIKey.transposed(key.key, by: arrangement.transpose)
        if var note = held[key] {
            note.count += 1
            held[key] = note
        } else {
            held[key] = Held(key: sounding, isDrum: isDrum)
            if !isDrum { pitches[Int(sounding)] += 1 }
        }
        add(key, sounding, velocity: message.data2, at: frame, &passage)
    }

    private mutating func end(
        _ key: Key,
        _ note: Held,
        at frame: Int64?,
        _ passage: inout Passage
    ) {
        held[key] = nil
        if !note.isDrum { pitches[Int(note.key)] -= 1 }
        add(key, note.key, velocity: 0, at: frame, &passage)
    }

    private func add(
        _ key: Key,
        _ sounding: UInt8,
        velocity: UInt8,
        at frame: Int64?,
        _ passage: inout Passage
    ) {
        guard passage.events.count < Self.noteLimit else {
            passage.omitted += 1
            return
        }
        let note = Note(
            isOn: velocity > 0,
            track: key.track,
            port: key.port,
            channel: key.channel,
            key: sounding,
            velocity: velocity
        )
        passage.events.append(Event(kind: .note(note), frame: frame))
    }

    private mutating func releaseAll(at frame: Int64?, _ passage: inout Passage) {
        for (key, note) in held.sorted(by: { $0.key < $1.key }) {
            end(key, note, at: frame, &passage)
        }
    }

    private mutating func releaseInaudible(at frame: Int64, _ passage: inout Passage) {
        for (key, note) in held.sorted(by: { $0.key < $1.key })
        where !arrangement.isAudible(track: key.track, port: key.port, channel: key.channel) {
            end(key, note, at: frame, &passage)
        }
    }

    /// Reports the chord that sounds, if it is another one; the last one even if notes are left out.
    private mutating func noteChord(
        at frame: Int64?,
        _ passage: inout Passage,
        isLast: Bool = false
    ) {
        guard isLast || passage.events.count < Self.noteLimit else { return }
        let pitches = pitches
        let keys = pitches.indices.lazy.filter { pitches[$0] > 0 }.map { UInt8($0) }
        let now = ChordName(keys: keys)
        guard now != chord else { return }
        chord = now
        passage.events.append(Event(kind: .chord(now), frame: frame))
    }
}

extension NoteTracker.Key: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        (left.track, left.port, left.channel, left.key)
            < (right.track, right.port, right.channel, right.key)
    }
}

extension Schedule {
    /// The index of the first event that is not before a tick.
    fileprivate func firstIndex(notBefore tick: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].tick < tick { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether a note is one of a drum channel, whose keys are sounds and not pitches.
    fileprivate func isDrum(_ event: ScheduledEvent) -> Bool {
        let port = Int(event.port)
        return drumChannels.indices.contains(port)
            && drumChannels[port] >> UInt16(event.message.status & 15) & 1 == 1
    }
}
