/// The elements of a ``FixedArray``, lent to code that reads and changes them, one thread at a time.
@frozen
@safe
public struct LentMutableElements<Element: BitwiseCopyable>: BitwiseCopyable,
    @unchecked Sendable
{
    @usableFromInline let storage: UnsafeMutablePointer<Element>
    /// The number of elements.
    public let count: Int

    @inlinable
    @unsafe
    init(_ storage: UnsafeMutablePointer<Element>, count: Int) {
        unsafe self.storage = storage
        self.count = count
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
        nonmutating unsafeMutableAddress {
            assert(index >= 0 && index < count, "index out of range")
            return unsafe storage + index
        }
    }

    /// The address of the first element, for C functions.
    @inlinable
    @unsafe
    public var address: UnsafeMutablePointer<Element> { unsafe storage }

    /// Some of the elements, from one on.
    @inlinable
    @inline(__always)
    public func part(from first: Int, count: Int) -> LentMutableElements {
        assert(first >= 0 && count >= 0 && count <= self.count - first, "out of range")
        return unsafe LentMutableElements(storage + first, count: count)
    }
}

extension FixedArray where Element: BitwiseCopyable {
    /// Lends the elements; the array must outlive the loan.
    @inlinable
    @unsafe
    package var lent: LentMutableElements<Element> {
        unsafe LentMutableElements(storage, count: count)
    }
}
