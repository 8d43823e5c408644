import Realtime

/// The highest of the last values of a series, whatever their number, at the cost of a few
/// comparisons per value.
///
/// It keeps the values that may still become the highest: each lower than the one before it. The
/// audio thread's.
package struct SlidingMaximum: ~Copyable {
    /// The values that are held, oldest first, as a ring.
    private var values: FixedArray<Entry>
    private let length: Int
    private var first = 0
    private var count = 0
    private var time: Int64 = 0

    /// A value, with the time at which it arrived.
    package struct Entry: BitwiseCopyable {
        package var value: Int64
        package var time: Int64
    }

    /// Makes a series of zeros.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter length: The number of values of which the highest is found.
    package init(length: Int) {
        precondition(length > 0)
        self.length = length
        values = FixedArray(repeating: Entry(value: 0, time: 0), count: length)
    }

    /// Whether all of the last values were zeros.
    package var isZero: Bool { @_noLocks get { count == 0 } }

    /// Adds a value, 0 or more.
    ///
    /// - Returns: The highest of the last ``length`` values.
    @_noLocks
    package mutating func add(_ value: Int64) -> Int64 {
        if count > 0, values[first].time <= time &- Int64(length) {
            first = after(first)
            count &-= 1
        }
        while count > 0, values[index(count &- 1)].value <= value { count &-= 1 }
        // Zeros need no entry: a value that is not held is zero.
        if value > 0 {
            let end = index(count)
            values[end].value = value
            values[end].time = time
            count &+= 1
        }
        time &+= 1
        return count > 0 ? values[first].value : 0
    }

    /// Becomes a series of zeros.
    @_noLocks
    package mutating func clear() {
        count = 0
    }

    @_noLocks
    private func index(_ position: Int) -> Int {
        let index = first &+ position
        return index < length ? index : index &- length
    }

    @_noLocks
    private func after(_ index: Int) -> Int {
        index &+ 1 < length ? index &+ 1 : 0
    }
}
