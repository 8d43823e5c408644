import Glibc
import Synchronization

/// The frames of samples in memory: given once, or written from the first to the last while they are
/// played.
@safe
public final class SampleFrames: @unchecked Sendable {
    /// The number of frames.
    public let count: Int
    /// 16-bit frames; `nil` where they are floats.
    let words: UnsafePointer<Int16>?
    /// Frames between −1 and 1; `nil` where they have 16 bits.
    let floats: UnsafePointer<Float>?
    /// The owner of the memory; `nil` where it is this object.
    private let owner: AnyObject?
    /// The number of frames that have been written; `nil` where all were given.
    let written: UnsafeMutablePointer<Atomic<Int>>?

    /// Copies 16-bit frames.
    public init(_ frames: [Int16]) {
        count = frames.count
        let memory = UnsafeMutableBufferPointer<Int16>.allocate(capacity: max(count, 1))
        _ = unsafe memory.initialize(from: frames)
        unsafe words = UnsafePointer(memory.baseAddress)
        unsafe floats = nil
        owner = nil
        unsafe written = nil
    }

    /// Copies frames between −1 and 1.
    public init(_ frames: [Float]) {
        count = frames.count
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: max(count, 1))
        _ = unsafe memory.initialize(from: frames)
        unsafe words = nil
        unsafe floats = UnsafePointer(memory.baseAddress)
        owner = nil
        unsafe written = nil
    }

    /// Takes 16-bit frames where they are, for instance in a mapped file.
    ///
    /// - Parameters:
    ///   - frames: The memory; it must not change or be freed while `owner` lives.
    ///   - owner: The owner of the memory.
    @unsafe
    public init(_ frames: UnsafeBufferPointer<Int16>, owner: AnyObject) {
        count = frames.count
        unsafe words = frames.baseAddress
        unsafe floats = nil
        self.owner = owner
        unsafe written = nil
    }

    /// Takes memory for frames that are written later; voices that come to one that has not been
    /// written end.
    ///
    /// Pages of memory are taken as they are written.
    ///
    /// - Parameters:
    ///   - count: The number of frames.
    ///   - areFloats: Whether they are floats, else they have 16 bits.
    public init(unwritten count: Int, areFloats: Bool) {
        self.count = count
        let size = areFloats ? MemoryLayout<Float>.stride : MemoryLayout<Int16>.stride
        guard let memory = unsafe calloc(max(count, 1), size) else {
            fatalError("no memory for \(count) frames")
        }
        unsafe words =
            areFloats ? nil : UnsafePointer(memory.bindMemory(to: Int16.self, capacity: count))
        unsafe floats =
            areFloats ? UnsafePointer(memory.bindMemory(to: Float.self, capacity: count)) : nil
        owner = nil
        unsafe written = .allocate(capacity: 1)
        unsafe written?.initialize(to: Atomic(0))
    }

    /// The number of frames that can be played.
    public var playableCount: Int {
        unsafe written?.pointee.load(ordering: .acquiring) ?? count
    }

    /// Writes the frames that follow; those that do not fit are left out.
    ///
    /// One thread at a time, also while others play. Only for frames that were made unwritten.
    ///
    /// - Parameters:
    ///   - values: Values between −1 and 1; what is not a number is silent.
    ///   - first: The index of the first value to take.
    ///   - stride: The distance from one value to the next.
    public func append(_ values: Span<Float>, from first: Int, stride: Int) {
        guard let written = unsafe written else { return }
        var position = unsafe written.pointee.load(ordering: .relaxed)
        var index = first
        while index < values.count, position < count {
            let value = values[index].isFinite ? values[index] : 0
            if let words = unsafe words {
                let number = Int16(max(-32_768, min((value * 32_768).rounded(), 32_767)))
                unsafe UnsafeMutablePointer(mutating: words)[position] = number
            } else if let floats = unsafe floats {
                unsafe UnsafeMutablePointer(mutating: floats)[position] = value
            }
            position += 1
            index += stride
        }
        unsafe written.pointee.store(position, ordering: .releasing)
    }

    /// Declares all frames written: those that are missing are silent.
    public func finish() { unsafe written?.pointee.store(count, ordering: .releasing) }

    deinit {
        if let written = unsafe written {
            unsafe written.deinitialize(count: 1)
            unsafe written.deallocate()
            unsafe free(UnsafeMutableRawPointer(mutating: words))
            unsafe free(UnsafeMutableRawPointer(mutating: floats))
            return
        }
        guard owner == nil else { return }
        unsafe words?.deallocate()
        unsafe floats?.deallocate()
    }
}
