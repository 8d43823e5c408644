public import Synchronization

/// A value that one thread publishes and any number of threads read whole.
///
/// A *sequence lock*: the writer counts up before and after each change, and a reader that finds
/// the count odd, or another one after reading, reads again. The writer never waits, locks or
/// allocates, so the audio thread may publish; a reader waits for a write in progress only. Values
/// that belong together (an item and the position in it) are one `Value`, and a reader never sees
/// the one without the other.
///
/// The value is stored in atomic words. A releasing store of a word cannot move before the store of
/// the odd count, and an acquiring load of one cannot move behind the second load of the count. So
/// a reader that has seen any word of a newer value sees a newer count as well. No fences are
/// needed, which ThreadSanitizer does not understand.
///
/// It stands in this module, un-annotated and inlinable, for the reason that ``RingBuffer`` does.
@frozen
@safe
public struct SequenceLock<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let words: UnsafeMutablePointer<Atomic<UInt>>
    /// The writer's copy of the value, in whole words.
    @usableFromInline let staging: UnsafeMutablePointer<UInt>
    @usableFromInline let wordCount: Int
    /// Twice the number of stores so far; odd during a store.
    @usableFromInline let sequence = Atomic<UInt>(0)

    /// Makes a lock that holds a value.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter value: The value until the first ``store(_:)``.
    public init(_ value: Value) {
        precondition(MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment)
        let size = MemoryLayout<UInt>.size
        wordCount = max((MemoryLayout<Value>.size + size - 1) / size, 1)
        unsafe words = .allocate(capacity: wordCount)
        unsafe staging = .allocate(capacity: wordCount)
        unsafe staging.initialize(repeating: 0, count: wordCount)
        unsafe UnsafeMutableRawPointer(staging).storeBytes(of: value, as: Value.self)
        for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(staging[index])) }
    }

    deinit {
        unsafe words.deinitialize(count: wordCount)
        unsafe words.deallocate()
        unsafe staging.deallocate()
    }

    /// Publishes a value.
    ///
    /// Writer's thread only; which thread that is may change only with synchronization between them.
    @inlinable
    public func store(_ value: Value) {
        unsafe UnsafeMutableRawPointer(staging).storeBytes(of: value, as: Value.self)
        let begin = sequence.load(ordering: .relaxed)
        sequence.store(begin &+ 1, ordering: .relaxed)
        for index in 0..<wordCount {
            unsafe words[index].store(staging[index], ordering: .releasing)
        }
        sequence.store(begin &+ 2, ordering: .releasing)
    }

    /// The value that was published last.
    ///
    /// Any thread but one that may not wait: it waits for a store in progress to end.
    public func load() -> Value {
        unsafe withUnsafeTemporaryAllocation(of: UInt.self, capacity: wordCount) { copy in
            while true {
                let begin = sequence.load(ordering: .acquiring)
                for index in 0..<wordCount {
                    unsafe copy.initializeElement(
                        at: index,
                        to: words[index].load(ordering: .acquiring)
                    )
                }
                // Of an odd count, and of one that has changed, the words may be of two values.
                if begin & 1 == 0, sequence.load(ordering: .relaxed) == begin {
                    return unsafe UnsafeRawBufferPointer(copy).load(as: Value.self)
                }
            }
        }
    }
}
