/// A fixed number of values in memory of its own, at addresses that do not change.
///
/// Allocated when it is made and freed when it goes; nothing between them allocates. Debug builds
/// check every index. It stands in this module for the reason that ``RingBuffer`` does, and hands out
/// addresses instead of yielding, since a coroutine may allocate its frame.
@frozen
@safe
public struct FixedArray<Element: ~Copyable>: ~Copyable {
    // A pointer stands first: where an integer does, Swift 6.3.1 emits invalid code for
    // ThreadSanitizer when an element behind a stored pointer is changed in place.
    @usableFromInline let storage: UnsafeMutablePointer<Element>
    /// The number of elements.
    public let count: Int

    /// Makes an array of elements that a closure makes.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - count: The number of elements.
    ///   - element: Makes the element of an index.
    public init(count: Int, _ element: (Int) -> Element) {
        precondition(count >= 0)
        self.count = count
        unsafe storage = .allocate(capacity: count)
        for index in 0..<count { unsafe (storage + index).initialize(to: element(index)) }
    }

    /// Makes an array of equal elements.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - element: The value of all elements.
    ///   - count: The number of elements.
    @inlinable
    public init(repeating element: Element, count: Int) where Element: Copyable {
        precondition(count >= 0)
        self.count = count
        unsafe storage = .allocate(capacity: count)
        unsafe storage.initialize(repeating: element, count: count)
    }

    /// Makes an array whose elements must not be read before they are set; those that never are take
    /// no memory.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter count: The number of elements.
    @inlinable
    public init(uninitialized count: Int) where Element: BitwiseCopyable {
        precondition(count >= 0)
        self.count = count
        unsafe storage = .allocate(capacity: count)
    }

    deinit {
        unsafe storage.deinitialize(count: count)
        unsafe storage.deallocate()
    }

    /// The element of an index, 0 ..< ``count``.
    @inlinable
    public subscript(index: Int) -> Element {
        @inline(__always)
        unsafeAddress {
            assert(index >= 0 && index < count, "index out of range")
            return unsafe UnsafePointer(storage + index)
        }
        @inline(__always)
        unsafeMutableAddress {
            assert(index >= 0 && index < count, "index out of range")
            return unsafe storage + index
        }
    }

    /// Lends an element; the array must outlive the loan.
    @inlinable
    @unsafe
    package func loan(of index: Int) -> Loan<Element> {
        assert(index >= 0 && index < count, "index out of range")
        return unsafe Loan(storage + index)
    }

    /// Whether a loan is of one of the elements.
    @inlinable
    public func lends(_ loan: Loan<Element>) -> Bool {
        unsafe loan.address >= storage && loan.address < storage + count
    }
}

extension FixedArray: @unchecked Sendable where Element: Sendable & ~Copyable {}
