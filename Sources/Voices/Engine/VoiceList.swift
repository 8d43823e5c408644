import Realtime

/// The slots of voices: those that sound, in the order in which their blocks begin, and the free ones.
///
/// Voices are added to the buses in this order, however the rendering is divided into calls: so the
/// sums are always the same.
struct VoiceList: ~Copyable {
    /// The slots beyond the polyphony, for voices that fade out because they were cut.
    @_noLocks
    static func spare(_ polyphony: Int) -> Int { max(64, polyphony) }

    /// The slots of voices that sound.
    private var order: FixedArray<UInt16>
    private var free: FixedArray<UInt16>
    private var freeCount: Int
    private var isFinished: FixedArray<Bool>
    private var isUsed: FixedArray<Bool>
    /// The channels and keys of the voices: a search through the voices themselves would read 2 kB for
    /// each.
    private var keys: FixedArray<SIMD2<UInt8>>
    private var isFading: FixedArray<Bool>
    /// The number of voices that fade out because they were cut.
    private(set) var fadingCount = 0
    /// The number of voices that sound, or have ended in the current block.
    private(set) var count = 0
    /// The number of voices whose block has been computed.
    private var cursor = 0
    /// The voices that take part in the current block; those of a grid begin with the next.
    private var due = 0
    private let hasGrid: Bool
    private var hasBegun = false
    private var hasFinished = false

    /// Makes a list of free slots.
    ///
    /// - Parameters:
    ///   - slots: Their number.
    ///   - hasGrid: Whether voices begin with a block of the engine, in the lowest free slot.
    init(slots: Int, takesLowest hasGrid: Bool) {
        order = FixedArray(repeating: 0, count: slots)
        free = FixedArray(count: slots) { UInt16(slots - 1 - $0) }
        freeCount = slots
        isFinished = FixedArray(repeating: false, count: slots)
        isUsed = FixedArray(repeating: false, count: slots)
        keys = FixedArray(repeating: SIMD2(), count: slots)
        isFading = FixedArray(repeating: false, count: slots)
        self.hasGrid = hasGrid
    }

    /// The slot of a voice, 0 ..< ``count``.
    @_noLocks
    func slot(_ index: Int) -> Int { Int(order[index]) }

    /// Whether the voice of a slot is of a channel.
    @_noLocks
    func isOf(channel: Int, _ slot: Int) -> Bool { Int(keys[slot].x) == channel }

    /// Whether the voice of a slot is of a channel's key.
    @_noLocks
    func isOf(channel: Int, key: UInt8, _ slot: Int) -> Bool {
        Int(keys[slot].x) == channel && keys[slot].y == key
    }

    /// Marks a voice that fades out because it was cut.
    @_noLocks
    mutating func fade(_ slot: Int) {
        if !isFading[slot] { fadingCount &+= 1 }
        isFading[slot] = true
    }

    /// Whether the voice of a slot has ended in the current block.
    @_noLocks
    func hasFinished(_ slot: Int) -> Bool { isFinished[slot] }

    /// Takes a free slot.
    @_noLocks
    mutating func take() -> Int? {
        guard freeCount > 0 else { return nil }
        if hasGrid {
            for slot in 0..<isUsed.count where !isUsed[slot] {
                freeCount &-= 1
                isUsed[slot] = true
                return slot
            }
            return nil
        }
        freeCount &-= 1
        let slot = Int(free[freeCount])
        isUsed[slot] = true
        return slot
    }

    /// Adds the voice of a slot that was taken.
    @_noLocks
    mutating func add(_ slot: Int, _ voices: borrowing FixedArray<Voice>) {
        let offset = voices[slot].offset
        isFinished[slot] = false
        isFading[slot] = false
        keys[slot] = SIMD2(UInt8(truncatingIfNeeded: voices[slot].channel), voices[slot].key)
        var index = count
        if !hasGrid {
            while index > cursor, voices[Int(order[index &- 1])].offset > offset {
                order[index] = order[index &- 1]
                index &-= 1
            }
        }
        order[index] = UInt16(truncatingIfNeeded: slot)
        count &+= 1
    }

    /// The next voice whose block begins before a frame of the current block.
    @_noLocks
    mutating func next(before end: Int, _ voices: borrowing FixedArray<Voice>) -> Int? {
        if !hasBegun {
            hasBegun = true
            due = count
        }
        while cursor < (hasGrid ? due : count) {
            let slot = Int(order[cursor])
            guard voices[slot].offset < end else { return nil }
            cursor &+= 1
            if !isFinished[slot] { return slot }
        }
        return nil
    }

    /// Marks a voice that has ended; its slot is free from the next block on.
    @_noLocks
    mutating func finish(_ slot: Int) {
        isFinished[slot] = true
        hasFinished = true
    }

    /// Begins the next block.
    @_noLocks
    mutating func finishBlock() {
        cursor = 0
        hasBegun = false
        guard hasFinished else { return }
        hasFinished = false
        var left = 0
        for index in 0..<count {
            let slot = Int(order[index])
            if isFinished[slot] {
                isUsed[slot] = false
                if isFading[slot] { fadingCount &-= 1 }
                free[freeCount] = order[index]
                freeCount &+= 1
            } else {
                order[left] = order[index]
                left &+= 1
            }
        }
        count = left
    }
}
