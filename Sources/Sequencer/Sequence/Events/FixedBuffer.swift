import Realtime
import SMF

/// A block of plain values at a fixed address, which the audio thread reads without reference
/// counting.
///
/// It is filled once, before it is shared, and never written again.
@safe
final class FixedBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
    private let storage: UnsafeMutableBufferPointer<Element>

    /// Takes room for `capacity` elements, which the caller then initialises in `fill`.
    ///
    /// - Parameters:
    ///   - capacity: The number of elements that there is room for.
    ///   - prepare: Looks after the memory before it is used, if there are several MiB.
    ///   - fill: Writes the elements and returns how many it wrote.
    init(
        capacity: Int,
        prepare: ReadingResources.Preparation? = nil,
        fill: (UnsafeMutablePointer<Element>) -> Int
    ) {
        // Even an empty buffer has room for one element: a loan has an address in any case.
        let pointer = UnsafeMutablePointer<Element>.allocate(capacity: max(capacity, 1))
        let size = capacity * MemoryLayout<Element>.stride
        if size >= 4 << 20 {
            unsafe prepare?(UnsafeMutableRawBufferPointer(start: pointer, count: size))
        }
        unsafe storage = UnsafeMutableBufferPointer(
            start: pointer,
            count: min(fill(pointer), capacity)
        )
    }

    convenience init(_ elements: [Element]) {
        unsafe self.init(capacity: elements.count) { pointer in
            for (index, element) in elements.enumerated() {
                unsafe (pointer + index).initialize(to: element)
            }
            return elements.count
        }
    }

    deinit {
        unsafe storage.deallocate()
    }

    var count: Int { unsafe storage.count }

    /// The element of an index, 0 ..< ``count``.
    subscript(index: Int) -> Element { unsafe storage[index] }

    /// Lends the elements; the buffer must outlive the loan.
    @unsafe var lent: LentElements<Element> {
        guard let first = unsafe storage.baseAddress else { preconditionFailure("never empty") }
        return unsafe LentElements(first, count: count)
    }
}
