/// A list of plain values with room for a fixed number of them.
///
/// Allocated when it is made and freed when it goes; nothing between them allocates. Debug builds
/// check every index. It stands in this module for the reason that ``RingBuffer`` does.
@frozen
@safe
public struct FixedList<Element: BitwiseCopyable>: ~Copyable {
    // A pointer stands first: see FixedArray.
    @usableFromInline let storage: UnsafeMutablePointer<Element>
    /// The number of elements that fit.
    public let capacity: Int
    @usableFromInline var filled = 0

    /// Makes an empty list.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter capacity: The number of elements that fit.
    public init(capacity: Int) {
        precondition(capacity >= 0)
        self.capacity = capacity
        unsafe storage = .allocate(capacity: capacity)
    }

    deinit {
        unsafe storage.deallocate()
    }

    /// The number of elements.
    @inlinable public var count: Int { filled }

    /// The number of elements that still fit.
    @inlinable public var room: Int { capacity &- filled }

    /// Adds an element at the end.
    ///
    /// - Returns: Whether there was room; `false` leaves the list as it was.
    @inlinable
    @discardableResult
    public mutating func append(_ element: Element) -> Bool {
        guard filled < capacity else { return false }
        unsafe storage[filled] = element
        filled &+= 1
        return true
    }

    /// Adds an element at the end that always fits: where it was lent, there was no room for more
    /// (``LendingTable``).
    @inlinable
    public mutating func appendFitting(_ element: Element) {
        let isAdded = append(element)
        precondition(isAdded, "more was lent than there is room for")
    }

    /// The element of an index, 0 ..< ``count``.
    @inlinable
    public subscript(index: Int) -> Element {
        @inline(__always)
        unsafeAddress {
            assert(index >= 0 && index < filled, "index out of range")
            return unsafe UnsafePointer(storage + index)
        }
        @inline(__always)
        unsafeMutableAddress {
            assert(index >= 0 && index < filled, "index out of range")
            return unsafe storage + index
        }
    }

    /// Removes the last element.
    ///
    /// - Returns: The element; `nil` where there is none.
    @inlinable
    @discardableResult
    public mutating func removeLast() -> Element? {
        guard filled > 0 else { return nil }
        filled &-= 1
        return unsafe storage[filled]
    }

    /// Removes the first elements; the others move up.
    @inlinable
    public mutating func removeFirst(_ number: Int) {
        assert(number >= 0 && number <= filled, "more elements than there are")
        guard number > 0 else { return }
        filled &-= number
        for index in 0..<filled { unsafe storage[index] = storage[index &+ number] }
    }

    /// Shortens the list to its first elements.
    @inlinable
    public mutating func truncate(to number: Int) {
        assert(number >= 0 && number <= filled, "more elements than there are")
        filled = number
    }

    /// Removes all elements.
    @inlinable
    public mutating func removeAll() { filled = 0 }
}

extension FixedList {
    /// Lends the elements; the list must outlive the loan and not change meanwhile.
    @inlinable
    @unsafe
    package var lent: LentElements<Element> {
        unsafe LentElements(UnsafePointer(storage), count: filled)
    }
}

extension FixedList: @unchecked Sendable where Element: Sendable {}
