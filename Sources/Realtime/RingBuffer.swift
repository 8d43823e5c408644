public import Synchronization

/// A single-producer, single-consumer queue of plain values that never locks, waits or allocates
/// after it was made.
///
/// One thread may push and one other may pop; which threads those are is fixed for the ring's
/// life. Indices count up for ever and are masked on access, so a full and an empty ring differ
/// without a spare slot or a shared count. The ring stands in a module of its own, un-annotated
/// and inlinable, because a generic can be proven lock-free only where the caller sees its body
/// (debug builds compile file by file).
@frozen
@safe
public struct RingBuffer<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let storage: UnsafeMutablePointer<Element>
    @usableFromInline let mask: Int
    /// Elements pushed so far; written by the producer only.
    @usableFromInline let head = SeparateCounter()
    /// Elements popped so far; written by the consumer only.
    @usableFromInline let tail = SeparateCounter()

    /// Makes an empty ring.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter minimumCapacity: The least number of elements that fit; rounded up to a power of
    ///   two.
    public init(minimumCapacity: Int) {
        precondition(minimumCapacity > 0 && minimumCapacity <= 1 << 30)
        var capacity = 1
        while capacity < minimumCapacity { capacity <<= 1 }
        unsafe storage = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        mask = capacity - 1
    }

    deinit {
        unsafe storage.deallocate()
    }

    /// The number of elements that fit.
    @inlinable public var capacity: Int { mask + 1 }

    /// Appends an element.
    ///
    /// Producer's thread only.
    ///
    /// - Returns: Whether there was room; `false` leaves the ring as it was.
    @inlinable
    public func push(_ element: Element) -> Bool {
        let head = self.head.value.load(ordering: .relaxed)
        guard head &- tail.value.load(ordering: .acquiring) <= mask else { return false }
        unsafe storage[head & mask] = element
        self.head.value.store(head &+ 1, ordering: .releasing)
        return true
    }

    /// The number of elements for which there is room; there may be more when it is used.
    ///
    /// Producer's thread only.
    @inlinable
    public var room: Int {
        capacity &- (head.value.load(ordering: .relaxed) &- tail.value.load(ordering: .acquiring))
    }

    /// Appends elements, all of which the consumer sees at the same time.
    ///
    /// Producer's thread only.
    ///
    /// - Returns: Whether there was room; `false` leaves the ring as it was.
    @inlinable
    public func push(all elements: [Element]) -> Bool {
        guard elements.count <= room else { return false }
        let head = self.head.value.load(ordering: .relaxed)
        for (index, element) in elements.enumerated() {
            unsafe storage[(head &+ index) & mask] = element
        }
        self.head.value.store(head &+ elements.count, ordering: .releasing)
        return true
    }

    /// Takes the oldest element.
    ///
    /// Consumer's thread only.
    ///
    /// - Returns: The element, or `nil` when the ring is empty.
    @inlinable
    public func pop() -> Element? {
        let tail = self.tail.value.load(ordering: .relaxed)
        guard head.value.load(ordering: .acquiring) != tail else { return nil }
        let element = unsafe storage[tail & mask]
        self.tail.value.store(tail &+ 1, ordering: .releasing)
        return element
    }

    /// An element behind the oldest, left in the ring.
    ///
    /// Consumer's thread only.
    ///
    /// - Parameter distance: Its distance from the oldest, 0 or more.
    /// - Returns: The element; `nil` when there are not that many.
    @inlinable
    public func peek(_ distance: Int) -> Element? {
        let tail = self.tail.value.load(ordering: .relaxed)
        guard head.value.load(ordering: .acquiring) &- tail > distance else { return nil }
        return unsafe storage[(tail &+ distance) & mask]
    }

    /// The oldest element, left in the ring.
    ///
    /// Consumer's thread only.
    @inlinable
    public func peek() -> Element? {
        let tail = self.tail.value.load(ordering: .relaxed)
        guard head.value.load(ordering: .acquiring) != tail else { return nil }
        return unsafe storage[tail & mask]
    }
}
