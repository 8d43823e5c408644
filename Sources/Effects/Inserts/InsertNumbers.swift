import Realtime

/// The numbers of an insert's parameters: as they are set, and in their place those that move with the
/// music.
///
/// The audio thread's.
struct InsertNumbers: ~Copyable {
    /// The numbers that the effect has; the first is the mix.
    private(set) var values: FixedArray<Double>
    /// The numbers as they are set.
    private var settings: FixedArray<Double>
    /// The same where a change of them began.
    private var start: FixedArray<Double>
    private var music: MusicNumbers
    private let movements: FixedArray<InsertNumber.Movement>
    /// Whether a number beside the mix is another one since ``takeEffectChange()``.
    private var hasEffectChange = false

    /// The number of numbers.
    var count: Int { @_noLocks get { values.count } }

    /// Whether a number moves with the music.
    var isAutomated: Bool { @_noLocks get { music.isMoving } }

    /// Makes the numbers of settings.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter numbers: The numbers.
    init(_ numbers: [InsertNumber]) {
        values = FixedArray(count: numbers.count) { numbers[$0].value }
        settings = FixedArray(count: numbers.count) { numbers[$0].value }
        start = FixedArray(count: numbers.count) { numbers[$0].value }
        music = MusicNumbers(count: numbers.count)
        movements = FixedArray(count: numbers.count) { numbers[$0].movement }
    }

    /// Begins a change of the settings.
    @_noLocks
    mutating func begin() {
        for index in 0..<count { start[index] = settings[index] }
    }

    /// Has the settings at a part of the way of a change; those that it has no number for stay.
    @_noLocks
    mutating func move(to end: borrowing FixedArray<Double>, part: Double) {
        for index in 0..<min(count, end.count) where !end[index].isNaN {
            let value =
                part < 1
                ? movements[index].between(start[index], end[index], part) : end[index]
            settings[index] = value
            if music.values[index].isNaN { set(index, to: value) }
        }
    }

    @_noLocks
    private mutating func set(_ index: Int, to value: Double) {
        guard value != values[index] else { return }
        values[index] = value
        if index > 0 { hasEffectChange = true }
    }

    /// Whether a number beside the mix is another one since the last call.
    @_noLocks
    mutating func takeEffectChange() -> Bool {
        defer { hasEffectChange = false }
        return hasEffectChange
    }

    /// Adopts the numbers that the music has moved among others of the same layout.
    @_noLocks
    mutating func adoptMusic(of other: borrowing InsertNumbers) {
        guard other.isAutomated else { return }
        music.adopt(other.music)
        for index in 0..<count where !music.values[index].isNaN {
            set(index, to: music.values[index])
        }
    }

    /// Begins a turn of the numbers that move with the music.
    @_noLocks
    mutating func beginTurn() { music.beginTurn() }

    /// Sets a number of the turn.
    @_noLocks
    mutating func automate(_ index: Int, to value: Double) { music.set(index, to: value) }

    /// Ends the turn.
    ///
    /// - Returns: Whether a number that the effect has is another one.
    @_noLocks
    mutating func endTurn() -> Bool {
        guard music.endTurn() else { return false }
        var isNew = false
        for index in 0..<count {
            let value = music.values[index].isNaN ? settings[index] : music.values[index]
            if value != values[index] { isNew = true }
            set(index, to: value)
        }
        return isNew
    }
}
