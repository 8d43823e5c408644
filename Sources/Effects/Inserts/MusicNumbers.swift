package import Realtime

/// The numbers of an effect that the music moves, as the last turn has set them.
///
/// The audio thread's.
package struct MusicNumbers: ~Copyable {
    /// The numbers; not a number for those that do not move.
    package private(set) var values: FixedArray<Double>
    /// The same of the turn that has begun.
    private var next: FixedArray<Double>
    /// Whether a number moves.
    package private(set) var isMoving = false
    private var willMove = false

    /// Makes numbers that do not move.
    ///
    /// Allocates: not for the audio thread.
    package init(count: Int) {
        values = FixedArray(repeating: .nan, count: count)
        next = FixedArray(repeating: .nan, count: count)
    }

    /// Begins a turn.
    @_noLocks
    package mutating func beginTurn() {
        guard isMoving || willMove else { return }
        willMove = false
        for index in 0..<next.count { next[index] = .nan }
    }

    /// Sets a number of the turn.
    @_noLocks
    package mutating func set(_ index: Int, to value: Double) {
        guard index < next.count else { return }
        next[index] = value
        willMove = true
    }

    /// Ends the turn.
    ///
    /// - Returns: Whether there are other numbers now.
    @_noLocks
    package mutating func endTurn() -> Bool {
        guard isMoving || willMove else { return false }
        var isNew = isMoving != willMove
        for index in 0..<values.count {
            if values[index] != next[index], !values[index].isNaN || !next[index].isNaN {
                isNew = true
            }
            values[index] = next[index]
        }
        isMoving = willMove
        return isNew
    }

    /// Adopts the numbers of another effect of the same layout.
    @_noLocks
    mutating func adopt(_ other: borrowing MusicNumbers) {
        for index in 0..<min(values.count, other.values.count) where !other.values[index].isNaN {
            values[index] = other.values[index]
        }
        isMoving = true
    }
}
