public import Synchronization

/// A counter that one thread writes and another reads, on a cache line of its own: neither thread
/// has to fetch the line again because of what the other writes beside it.
@frozen
public struct SeparateCounter: ~Copyable {
    // Swift aligns nothing to a line of 64 bytes: a line in front of the value and one behind it.
    private let front = InlineArray<7, Int>(repeating: 0)
    /// The count.
    public let value = Atomic<Int>(0)
    private let back = InlineArray<8, Int>(repeating: 0)

    /// Makes a counter of 0.
    public init() {}
}
