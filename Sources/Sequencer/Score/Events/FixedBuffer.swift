import SMF

/// A block of plain values at a fixed address: what the audio thread may read without ARC.
///
/// The views that point into it are valid as long as the buffer lives. It is filled once, before
/// it is shared, and never written again.
final class FixedBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
    let storage: UnsafeMutableBufferPointer<Element>

    var count: Int { storage.count }
    var pointer: UnsafePointer<Element> { UnsafePointer(mutablePointer) }
    var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(storage) }

    /// Never nil: even an empty buffer has room for one element, so that views need no optionals.
    private let mutablePointer: UnsafeMutablePointer<Element>

    /// Takes room for `capacity` elements, which the caller then initialises in `fill`.
    ///
    /// - Parameters:
    ///   - capacity: How many elements there is room for.
    ///   - prepare: Looks after the memory before it is used, if there are several MiB.
    ///   - fill: Writes the elements and returns how many it wrote.
    init(
        capacity: Int,
        prepare: ReadingResources.Preparation? = nil,
        fill: (UnsafeMutablePointer<Element>) -> Int
    ) {
        let pointer = UnsafeMutablePointer<Element>.allocate(capacity: max(capacity, 1))
        let size = capacity * MemoryLayout<Element>.stride
        if size >= 4 << 20 { prepare?(UnsafeMutableRawBufferPointer(start: pointer, count: size)) }
        mutablePointer = pointer
        storage = UnsafeMutableBufferPointer(start: pointer, count: min(fill(pointer), capacity))
    }

    convenience init(_ elements: [Element]) {
        self.init(capacity: elements.count) { pointer in
            for (index, element) in elements.enumerated() {
                (pointer + index).initialize(to: element)
            }
            return elements.count
        }
    }

    deinit {
        mutablePointer.deallocate()
    }
}
