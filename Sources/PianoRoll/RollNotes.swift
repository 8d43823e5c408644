import MIDI
import Sequencer

/// The notes of a sequence, few enough to be drawn.
struct RollNotes {
    /// The most notes that have a tooltip each.
    static let tooltipLimit = 10_000
    /// The most notes that are drawn one by one.
    static let singleLimit = 60_000
    /// The most lines that are drawn; a line takes about 17 bytes.
    static let drawnLimit = 250_000

    private struct OpenNote {
        var tick: Int64
        var part: UInt16
        var velocity: UInt8
    }

    /// The lines to be drawn.
    private(set) var drawn: [RollNote] = []
    /// Whether each line is one note.
    let areSingle: Bool
    /// Notes of a key that have not ended yet; a note-off ends the first of them.
    private struct OpenNotes {
        var notes: [OpenNote] = []
        var first = 0

        mutating func next() -> OpenNote? {
            guard first < notes.count else { return nil }
            let note = notes[first]
            first += 1
            if first == notes.count {
                notes.removeAll(keepingCapacity: true)
                first = 0
            }
            return note
        }
    }

    private let scale: RollScale
    /// The distance in pixels at which two notes of a key become one.
    private var distance: Float = 0.5
    /// The last line of each part and key; −1 for none.
    private var lasts: [Int32]
    /// The notes that have not ended, by sampler, channel and key.
    private var open: [OpenNotes]

    init(_ sequence: PreparedSequence, parts: RollParts, scale: RollScale) {
        self.scale = scale
        areSingle = sequence.noteCount <= Self.singleLimit
        lasts = areSingle ? [] : Array(repeating: -1, count: parts.all.count << 7)
        open = Array(repeating: OpenNotes(), count: sequence.ports.count << 11)
        for event in sequence.schedule where event.kind == .channel {
            take(event, parts)
        }
        // A note without an end lasts until the end of the piece.
        for index in open.indices { endAll(index, at: sequence.endTick) }
        open = []
        while drawn.count > Self.drawnLimit, distance < 1e6 { mergeMore() }
        layerUnisons(parts)
    }

    /// The greatest layer.
    static let topLayer: UInt8 = 2

    /// Puts notes that several parts have in common on top of each other.
    private mutating func layerUnisons(_ parts: RollParts) {
        // Drums are drawn elsewhere.
        func row(_ note: RollNote) -> Int {
            Int(note.key) << 1 | (parts.all[Int(note.part)].isDrums ? 1 : 0)
        }
        let order = drawn.indices.sorted {
            let (first, second) = (drawn[$0], drawn[$1])
            return (row(first), first.start, first.part, $0)
                < (row(second), second.start, second.part, $1)
        }
        // The note in each layer; a later note of the same part hides an earlier one.
        var layers: [Int?] = Array(repeating: nil, count: Int(Self.topLayer) + 1)
        var last = -1
        for index in order {
            let note = drawn[index]
            if row(note) != last {
                last = row(note)
                layers = Array(repeating: nil, count: layers.count)
            }
            // A single pixel in common is not a unison.
            let isFree = { (other: Int?) in
                guard let other else { return true }
                return self.drawn[other].end < note.start + 1
                    || self.drawn[other].part == note.part
            }
            let layer = layers.firstIndex(where: isFree) ?? layers.count - 1
            layers[layer] = index
            drawn[index].layer = UInt8(truncatingIfNeeded: layer)
        }
    }

    private mutating func take(_ event: ScheduledEvent, _ parts: RollParts) {
        let message = event.message
        let channel = Int(event.port) << 4 | Int(message.channel)
        let index = channel << 7 | Int(message.data1 & 127)
        guard open.indices.contains(index) else { return }
        if message.isNoteOn {
            guard let part = parts.index(of: event) else { return }
            open[index].notes.append(
                OpenNote(
                    tick: event.tick,
                    part: UInt16(truncatingIfNeeded: part),
                    velocity: message.data2
                )
            )
        } else if message.isNoteOff {
            guard let note = open[index].next() else { return }
            add(note, key: index & 127, end: event.tick)
        } else if message.kind == .controlChange, message.data1 == 120 || message.data1 >= 123 {
            for key in 0..<128 { endAll(channel << 7 | key, at: event.tick) }
        }
    }

    private mutating func endAll(_ index: Int, at tick: Int64) {
        while let note = open[index].next() { add(note, key: index & 127, end: tick) }
    }

    private mutating func add(_ note: OpenNote, key: Int, end: Int64) {
        let (left, right) = (Float(scale.x(note.tick)), Float(scale.x(end)))
        let drawing = RollNote(
            tick: note.tick,
            start: left,
            end: right,
            part: note.part,
            key: UInt8(truncatingIfNeeded: key),
            velocity: note.velocity,
            filled: max(right - left, RollNote.leastWidth)
        )
        if areSingle { drawn.append(drawing) } else { merge(drawing) }
    }

    private mutating func merge(_ note: RollNote) {
        let index = Int(note.part) << 7 | Int(note.key)
        let last = Int(lasts[index])
        if last >= 0, note.start <= drawn[last].end + distance,
            note.end + distance >= drawn[last].start,
            // Up to a length, so that dense and sparse passages look different.
            drawn[last].end - drawn[last].start < 16 * distance
        {
            drawn[last].start = min(drawn[last].start, note.start)
            drawn[last].end = max(drawn[last].end, note.end)
            drawn[last].filled += note.filled
            drawn[last].velocity = max(drawn[last].velocity, note.velocity)
            return
        }
        lasts[index] = Int32(truncatingIfNeeded: drawn.count)
        drawn.append(note)
    }

    /// Merges again, at twice the distance.
    private mutating func mergeMore() {
        distance *= 2
        lasts = Array(repeating: -1, count: lasts.count)
        let notes = drawn
        drawn.removeAll(keepingCapacity: true)
        for note in notes { merge(note) }
    }
}
