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
    private let scale: RollScale
    /// The distance in pixels at which two notes of a key become one.
    private var distance: Float = 0.5
    /// The last line of each part and key; −1 for none.
    private var lasts: [Int32]

    init(_ sequence: PreparedSequence, parts: RollParts, scale: RollScale) {
        self.scale = scale
        areSingle = sequence.noteCount <= Self.singleLimit
        lasts = areSingle ? [] : Array(repeating: -1, count: parts.all.count << 7)
        var open = OpenNotes<OpenNote>(ports: sequence.ports.count)
        for event in sequence.schedule where event.kind == .channel {
            open.take(event) { _ in
                parts.index(of: event).map { part in
                    OpenNote(
                        tick: event.tick,
                        part: UInt16(truncatingIfNeeded: part),
                        velocity: event.message.data2
                    )
                }
            } ended: { note, key in
                add(note, key: key, end: event.tick)
            }
        }
        // A note without an end lasts until the end of the piece.
        open.endAll { add($0, key: $1, end: sequence.endTick) }
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

    private mutating func add(_ note: OpenNote, key: UInt8, end: Int64) {
        let (left, right) = (Float(scale.x(note.tick)), Float(scale.x(end)))
        let drawing = RollNote(
            tick: note.tick,
            start: left,
            end: right,
            part: note.part,
            key: key,
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
