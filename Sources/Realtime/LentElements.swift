/// Plain values that another owns, lent while they do not change: an address and a count.
///
/// Making a loan is `unsafe`: the code that makes one keeps the values alive until the loan is no
/// longer used. Using one is not: debug builds check every index.
@frozen
@safe
public struct LentElements<Element: BitwiseCopyable>: BitwiseCopyable, Equatable {
    @usableFromInline let storage: UnsafePointer<Element>
    /// The number of elements.
    public let count: Int

    /// Lends elements; their owner outlives the loan and does not change them meanwhile.
    @inlinable
    @unsafe
    public init(_ storage: UnsafePointer<Element>, count: Int) {
        unsafe self.storage = storage
        self.count = count
    }

    /// Whether two loans are of the same elements, at the same address.
    @inlinable
    public static func == (left: LentElements, right: LentElements) -> Bool {
        unsafe left.storage == right.storage
    }

    /// The element of an index, 0 ..< ``count``.
    @inlinable
    public subscript(index: Int) -> Element {
        @inline(__always)
        unsafeAddress {
            assert(index >= 0 && index < count, "index out of range")
            return unsafe storage + index
        }
    }

    /// Some of the elements, from one on.
    @inlinable
    @inline(__always)
    public func part(from first: Int, count: Int) -> LentElements {
        assert(first >= 0 && count >= 0 && count <= self.count - first, "out of range")
        return unsafe LentElements(storage + first, count: count)
    }

    /// The address of the first element, for C functions.
    @inlinable
    @unsafe
    public var address: UnsafePointer<Element> { unsafe storage }
}

extension LentElements: @unchecked Sendable where Element: Sendable {}

extension FixedArray where Element: BitwiseCopyable {
    /// Lends the elements for reading; the array must outlive the loan, and not change meanwhile.
    @inlinable
    @unsafe
    package var lentElements: LentElements<Element> {
        unsafe LentElements(storage, count: count)
    }
}
