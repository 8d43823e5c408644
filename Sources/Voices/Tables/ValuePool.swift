import Realtime

/// Lists of values one behind the other; equal lists are stored once.
struct ValuePool<Value: Hashable & BitwiseCopyable> {
    /// All values.
    private(set) var values: [Value] = []
    private var known: [[Value]: Range<Int>] = [:]

    /// Adds a list.
    ///
    /// - Returns: Its positions.
    mutating func add(_ list: [Value]) -> Range<Int> {
        if let range = known[list] { return range }
        let range = values.count..<values.count + list.count
        values += list
        known[list] = range
        return range
    }

    /// The values in memory that can be lent.
    func fixed() -> FixedArray<Value> { FixedArray(count: values.count) { values[$0] } }
}

extension LentElements {
    /// The elements of some positions.
    func part(_ range: Range<Int>) -> LentElements {
        part(from: range.lowerBound, count: range.count)
    }
}
