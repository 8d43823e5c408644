import Glibc
import Synchronization

/// The frames of samples in memory: given once, or written from the first to the last while they are
/// played.
///
/// Frames that are written can be dropped again, from the end, to be written once more.
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
    /// How far they have been written; `nil` where all were given.
    let progress: UnsafeMutablePointer<SampleProgress>?

    /// Copies 16-bit frames.
    public init(_ frames: [Int16]) {
        count = frames.count
        let memory = UnsafeMutableBufferPointer<Int16>.allocate(capacity: max(count, 1))
        _ = unsafe memory.initialize(from: frames)
        unsafe words = UnsafePointer(memory.baseAddress)
        unsafe floats = nil
        owner = nil
        unsafe progress = nil
    }

    /// Copies frames between −1 and 1.
    public init(_ frames: [Float]) {
        count = frames.count
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: max(count, 1))
        _ = unsafe memory.initialize(from: frames)
        unsafe words = nil
        unsafe floats = UnsafePointer(memory.baseAddress)
        owner = nil
        unsafe progress = nil
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
        unsafe progress = nil
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
        // The heap would write zeros into memory that it has had before.
        let memory = unsafe mmap(
            nil,
            max(count, 1) * size,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
            -1,
            0
        )
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
            fatalError("no memory for \(count) frames")
        }
        unsafe words =
            areFloats ? nil : UnsafePointer(memory.bindMemory(to: Int16.self, capacity: count))
        unsafe floats =
            areFloats ? UnsafePointer(memory.bindMemory(to: Float.self, capacity: count)) : nil
        owner = nil
        unsafe progress = .allocate(capacity: 1)
        unsafe progress?.initialize(to: SampleProgress())
    }

    /// The number of frames that can be played.
    public var playableCount: Int {
        unsafe progress?.pointee.written.load(ordering: .acquiring) ?? count
    }

    /// The memory of a frame in bytes.
    public var bytesPerFrame: Int {
        unsafe floats == nil ? MemoryLayout<Int16>.stride : MemoryLayout<Float>.stride
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
        guard let progress = unsafe progress else { return }
        let position = unsafe progress.pointee.written.load(ordering: .relaxed)
        let left = first < values.count ? (values.count - first - 1) / stride + 1 : 0
        let added = min(left, count - position)
        unsafe values.withUnsafeBufferPointer { values in
            guard added > 0, let source = unsafe values.baseAddress.map({ unsafe $0 + first })
            else { return }
            if let words = unsafe words {
                let output = unsafe UnsafeMutablePointer(mutating: words) + position
                for index in 0..<added {
                    unsafe output[index] = Self.word(source[index &* stride])
                }
            } else if let floats = unsafe floats {
                let output = unsafe UnsafeMutablePointer(mutating: floats) + position
                for index in 0..<added {
                    let value = unsafe source[index &* stride]
                    unsafe output[index] = value.isFinite ? value : 0
                }
            }
        }
        unsafe progress.pointee.written.store(position + max(added, 0), ordering: .releasing)
    }

    /// A value in 16 bits, rounded; without a call for each, as most of the time of reading would go
    /// there.
    @inline(__always)
    private static func word(_ value: Float) -> Int16 {
        let scaled = max(-32_768, min(value.isFinite ? value * 32_768 : 0, 32_767))
        // From 2^23 on, the distance of two floats is 1: the addition rounds.
        return Int16(truncatingIfNeeded: (scaled + 0x1.8p23).bitPattern)
    }

    /// Declares all frames written: those that are missing are silent.
    public func finish() { unsafe progress?.pointee.written.store(count, ordering: .releasing) }

    // MARK: Use

    /// The ``lastUse`` of frames that no voice has played.
    public static let never = Int64.min / 2

    /// When a voice has played them last, by ``VoiceEngine/clock``, to some milliseconds.
    public var lastUse: Int64 {
        unsafe progress?.pointee.lastUse.load(ordering: .relaxed) ?? Self.never
    }

    /// The number of voices that ended early since the last call, because frames were not written.
    ///
    /// For one thread at a time, not the audio thread; so is the following.
    public func takeStarvedCount() -> Int {
        guard let progress = unsafe progress,
            unsafe progress.pointee.starved.load(ordering: .relaxed) > 0
        else { return 0 }
        return unsafe progress.pointee.starved.exchange(0, ordering: .relaxed)
    }

    /// Gives the memory of frames back to the system; they can be written once more.
    ///
    /// - Parameters:
    ///   - first: The frame from which on they are dropped.
    ///   - lastUse: The last use; they stay where there has been one since.
    /// - Returns: Whether they are dropped.
    public func drop(from first: Int, unusedSince lastUse: Int64) -> Bool {
        guard let progress = unsafe progress else { return false }
        let written = unsafe progress.pointee.written.load(ordering: .relaxed)
        guard written > first else { return true }
        // A voice marks its use before it asks how many frames there are, so one sees the other.
        unsafe progress.pointee.written.store(first, ordering: .sequentiallyConsistent)
        guard
            unsafe progress.pointee.lastUse.load(ordering: .sequentiallyConsistent) == lastUse
        else {
            unsafe progress.pointee.written.store(written, ordering: .releasing)
            return false
        }
        release(first..<written)
        return true
    }

    /// Gives the whole pages of frames back to the system.
    private func release(_ frames: Range<Int>) {
        guard
            let start = unsafe words.map({ unsafe UnsafeRawPointer($0) })
                ?? floats.map({ unsafe UnsafeRawPointer($0) })
        else { return }
        let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
        let address = UInt(bitPattern: start)
        let low = (address + UInt(frames.lowerBound * bytesPerFrame) + page - 1) / page * page
        let high = (address + UInt(frames.upperBound * bytesPerFrame)) / page * page
        guard low < high, let pages = unsafe UnsafeMutableRawPointer(bitPattern: low) else {
            return
        }
        // Linux 5.18 drops locked pages too, as they are in a process that plays in real time.
        guard unsafe madvise(pages, Int(high - low), Self.dropsLocked) != 0 else { return }
        unsafe munlock(pages, Int(high - low))
        unsafe madvise(pages, Int(high - low), MADV_DONTNEED)
    }

    /// MADV_DONTNEED_LOCKED of Linux, which older headers of the C library lack.
    private static let dropsLocked: Int32 = 24

    deinit {
        if let progress = unsafe progress {
            unsafe progress.deinitialize(count: 1)
            unsafe progress.deallocate()
            let size = max(count, 1) * bytesPerFrame
            if let words = unsafe words {
                unsafe munmap(UnsafeMutableRawPointer(mutating: words), size)
            }
            if let floats = unsafe floats {
                unsafe munmap(UnsafeMutableRawPointer(mutating: floats), size)
            }
            return
        }
        guard owner == nil else { return }
        unsafe words?.deallocate()
        unsafe floats?.deallocate()
    }
}
