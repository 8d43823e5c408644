import Realtime

/// The events of one slice of time: taken in track by track, given out in playing order.
///
/// They are few enough to stay in the processor's cache, where sorting them by counting takes some
/// nanoseconds an event.
struct ScheduleBatch: ~Copyable {
    /// The most keys that are counted, three for each tick.
    static let countLimit = 1 << 18

    private var events: FixedArray<ScheduledEvent>
    /// Three times the tick from the slice's start on, and the event's class.
    private var keys: FixedArray<Int64>
    private var capacity: Int
    private var count = 0
    private var start: Int64 = 0
    private var length: Int64 = 0
    /// By key: the number of events, and then the index of the next one.
    private var counts: FixedArray<UInt32>
    private let keyCount: Int
    /// Whether the events already stand in order.
    private var isSorted = true

    /// Makes an empty batch, with room to begin with.
    ///
    /// - Parameters:
    ///   - capacity: The likely number of events.
    ///   - length: The greatest length of a slice, in ticks.
    init(capacity: Int, length: Int64) {
        self.capacity = max(capacity, 16)
        events = FixedArray(repeating: Self.noEvent, count: self.capacity)
        keys = FixedArray(repeating: 0, count: self.capacity)
        keyCount = length <= Int64(Self.countLimit / 3) ? Int(length) * 3 : 0
        counts = FixedArray(repeating: 0, count: keyCount + 1)
    }

    /// Begins a slice.
    mutating func begin(at tick: Int64, length: Int64) {
        start = tick
        self.length = length
        count = 0
        isSorted = true
    }

    /// Takes an event of the slice.
    ///
    /// - Parameters:
    ///   - event: The event; those of a track come in its order, tracks by number.
    ///   - class: 0 … 2, see ``ScheduleMerge``.
    @inline(__always)
    mutating func append(_ event: ScheduledEvent, class: Int64) {
        if count == capacity { grow() }
        let key = (event.tick &- start) &* 3 &+ `class`
        if count > 0, key < keys[count &- 1] { isSorted = false }
        events[count] = event
        keys[count] = key
        count &+= 1
    }

    /// Puts the slice's events into playing order.
    ///
    /// - Parameter output: The memory that gets them: raw, since several threads fill one block.
    /// - Returns: The number of events.
    mutating func give(to output: UnsafeMutablePointer<ScheduledEvent>) -> Int {
        if isSorted {
            for index in 0..<count { unsafe (output + index).initialize(to: events[index]) }
        } else if length * 3 <= Int64(keyCount), count >= keyCount / 64, count <= UInt32.max {
            unsafe sortByCounting(into: output)
        } else {
            unsafe sortByComparing(into: output)
        }
        return count
    }

    private mutating func sortByCounting(into output: UnsafeMutablePointer<ScheduledEvent>) {
        for key in 0...keyCount { counts[key] = 0 }
        for index in 0..<count { counts[Int(keys[index]) &+ 1] &+= 1 }
        for key in 1...keyCount { counts[key] &+= counts[key &- 1] }
        for index in 0..<count {
            let key = Int(keys[index])
            unsafe (output + Int(counts[key])).initialize(to: events[index])
            counts[key] &+= 1
        }
    }

    private func sortByComparing(into output: UnsafeMutablePointer<ScheduledEvent>) {
        // Key and index in one number, where both fit: equal keys stay in the order in which they
        // came, and a comparison is one instruction.
        let shift = Int64(64 - count.leadingZeroBitCount)
        guard (length &* 3) >> (63 - shift) == 0, length < .max / 4 else {
            let order = (0..<count).sorted { (keys[$0], $0) < (keys[$1], $1) }
            for (position, index) in order.enumerated() {
                unsafe (output + position).initialize(to: events[index])
            }
            return
        }
        let numbers = (0..<count).map { keys[$0] << shift | Int64($0) }.sorted()
        let mask = (Int64(1) << shift) - 1
        for position in 0..<count {
            unsafe (output + position).initialize(to: events[Int(numbers[position] & mask)])
        }
    }

    private mutating func grow() {
        capacity *= 2
        var newEvents = FixedArray(repeating: Self.noEvent, count: capacity)
        var newKeys = FixedArray(repeating: Int64(0), count: capacity)
        for index in 0..<count {
            newEvents[index] = events[index]
            newKeys[index] = keys[index]
        }
        events = newEvents
        keys = newKeys
    }

    private static let noEvent = ScheduledEvent(
        tick: 0,
        bits: 0,
        track: 0,
        port: 0,
        kind: .channel
    )
}
