/// The events of one slice of time: taken in track by track, given out in playing order.
///
/// They are few enough to stay in the processor's cache, where sorting them by counting takes some
/// nanoseconds an event.
struct ScheduleBatch: ~Copyable {
    /// The most places that are counted, three for each tick.
    static let countLimit = 1 << 18

    private var events: UnsafeMutablePointer<ScheduledEvent>
    /// Three times the tick from the slice's start on, and the event's class.
    private var keys: UnsafeMutablePointer<Int64>
    private var capacity: Int
    private var count = 0
    private var start: Int64 = 0
    private var length: Int64 = 0
    /// How many events have which key, and then where the next one of it goes.
    private var places: UnsafeMutablePointer<UInt32>
    private let placeCount: Int
    /// Whether the events already stand in order.
    private var isSorted = true

    /// Makes an empty batch, with room to begin with.
    ///
    /// - Parameters:
    ///   - capacity: How many events are likely.
    ///   - length: How long a slice is at most, in ticks.
    init(capacity: Int, length: Int64) {
        self.capacity = max(capacity, 16)
        events = .allocate(capacity: self.capacity)
        keys = .allocate(capacity: self.capacity)
        placeCount = length <= Int64(Self.countLimit / 3) ? Int(length) * 3 : 0
        places = .allocate(capacity: placeCount + 1)
    }

    deinit {
        events.deallocate()
        keys.deallocate()
        places.deallocate()
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
    /// - Parameter output: Where they go.
    /// - Returns: How many there are.
    mutating func give(to output: UnsafeMutablePointer<ScheduledEvent>) -> Int {
        if isSorted {
            output.initialize(from: events, count: count)
        } else if length * 3 <= Int64(placeCount), count >= placeCount / 64, count <= UInt32.max {
            sortByCounting(into: output)
        } else {
            sortByComparing(into: output)
        }
        return count
    }

    private func sortByCounting(into output: UnsafeMutablePointer<ScheduledEvent>) {
        places.initialize(repeating: 0, count: placeCount + 1)
        for index in 0..<count { places[Int(keys[index]) &+ 1] &+= 1 }
        for place in 1...placeCount { places[place] &+= places[place &- 1] }
        for index in 0..<count {
            let key = Int(keys[index])
            (output + Int(places[key])).initialize(to: events[index])
            places[key] &+= 1
        }
    }

    private func sortByComparing(into output: UnsafeMutablePointer<ScheduledEvent>) {
        // Key and place in one number, where both fit: equal keys stay in the order in which they
        // came, and a comparison is one instruction.
        let shift = Int64(64 - count.leadingZeroBitCount)
        guard (length &* 3) >> (63 - shift) == 0, length < .max / 4 else {
            let keys = UnsafePointer(keys)
            let order = (0..<count).sorted { (keys[$0], $0) < (keys[$1], $1) }
            for (place, index) in order.enumerated() {
                (output + place).initialize(to: events[index])
            }
            return
        }
        var numbers = UnsafeMutableBufferPointer(start: keys, count: count)
        for index in 0..<count { numbers[index] = numbers[index] << shift | Int64(index) }
        numbers.sort()
        let mask = (Int64(1) << shift) - 1
        for place in 0..<count {
            (output + place).initialize(to: events[Int(numbers[place] & mask)])
        }
    }

    private mutating func grow() {
        let larger = capacity * 2
        let newEvents = UnsafeMutablePointer<ScheduledEvent>.allocate(capacity: larger)
        let newKeys = UnsafeMutablePointer<Int64>.allocate(capacity: larger)
        newEvents.initialize(from: events, count: count)
        newKeys.initialize(from: keys, count: count)
        events.deallocate()
        keys.deallocate()
        (events, keys, capacity) = (newEvents, newKeys, larger)
    }
}
