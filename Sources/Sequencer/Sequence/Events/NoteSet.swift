import MIDI

/// A set of notes, each a key and a velocity.
package struct NoteSet: Hashable, Sendable {
    /// By key, a bit for each velocity, those below 64 first; none for the empty set.
    private var words: [UInt64] = []

    private static let count = 256

    /// Makes the empty set.
    package init() {}

    private init(words: [UInt64]) { self.words = words }

    /// All notes.
    package static let all = NoteSet(words: Array(repeating: .max, count: count))

    /// Whether it has no notes.
    package var isEmpty: Bool { words.isEmpty }

    /// Adds a note.
    package mutating func insert(key: UInt8, velocity: UInt8) {
        makeRoom()
        words[Int(key & 127) << 1 | Int(velocity >> 6 & 1)] |= 1 << UInt64(velocity & 63)
    }

    /// Adds the notes of another set.
    package mutating func formUnion(_ other: NoteSet) {
        guard !other.isEmpty else { return }
        makeRoom()
        for index in words.indices { words[index] |= other.words[index] }
    }

    /// Whether another set has all its notes.
    package func isSubset(of other: NoteSet) -> Bool {
        guard !isEmpty else { return true }
        guard !other.isEmpty else { return false }
        return words.indices.allSatisfy { words[$0] & ~other.words[$0] == 0 }
    }

    /// Whether one of its notes lies within some keys and velocities.
    package func meets(_ keys: ClosedRange<UInt8>, _ velocities: ClosedRange<UInt8>) -> Bool {
        guard !isEmpty else { return false }
        let (low, high) = (Self.bits(velocities, from: 0), Self.bits(velocities, from: 64))
        return keys.contains { key in
            let index = Int(key & 127) << 1
            return words[index] & low != 0 || words[index | 1] & high != 0
        }
    }

    /// The bits of those of 64 velocities that lie within others.
    private static func bits(_ velocities: ClosedRange<UInt8>, from first: UInt8) -> UInt64 {
        guard velocities.overlaps(first...first + 63) else { return 0 }
        let range = velocities.clamped(to: first...first + 63)
        let count = UInt64(range.upperBound - range.lowerBound)
        return (.max >> (63 - count)) << UInt64(range.lowerBound - first)
    }

    /// The notes that come of these, where each becomes one or none.
    package func mapped(
        _ body: (_ key: UInt8, _ velocity: UInt8) -> (key: UInt8, velocity: UInt8)?
    ) -> NoteSet {
        var result = NoteSet()
        for index in words.indices where words[index] != 0 {
            let key = UInt8(index >> 1)
            for bit: UInt8 in 0..<64 where words[index] >> UInt64(bit) & 1 == 1 {
                guard let note = body(key, UInt8(index & 1) << 6 | bit) else { continue }
                result.insert(key: note.key, velocity: note.velocity)
            }
        }
        return result
    }

    /// The notes on keys that are higher by some semitones, as ``MIDIKey`` moves them.
    package func transposed(by semitones: Int) -> NoteSet {
        guard semitones != 0 else { return self }
        return mapped { (MIDIKey.transposed($0, by: semitones), $1) }
    }

    private mutating func makeRoom() {
        if words.isEmpty { words = Array(repeating: 0, count: Self.count) }
    }
}

extension Schedule {
    /// The notes that begin: by sampler and channel (sampler × 16 + channel).
    ///
    /// Worked out when they are first asked for.
    package var notes: [NoteSet] {
        derived.value {
            var notes = [NoteSet](repeating: NoteSet(), count: drumChannels.count * 16)
            for event in self where event.kind == .channel && event.message.isNoteOn {
                let message = event.message
                notes[event.channelIndex].insert(key: message.data1, velocity: message.data2)
            }
            return notes
        }
    }

    /// The notes that begin when all but the drums are transposed.
    ///
    /// - Parameter semitones: The transposition.
    /// - Returns: The notes as they are sent, by sampler and channel.
    package func notes(transposedBy semitones: Int) -> [NoteSet] {
        notes.enumerated().map { index, notes in
            let isDrums = drumChannels[index >> 4] >> UInt16(index & 15) & 1 == 1
            return isDrums ? notes : notes.transposed(by: semitones)
        }
    }
}
