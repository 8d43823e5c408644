/// The frames of samples in memory that does not change.
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

    /// Copies 16-bit frames.
    public init(_ frames: [Int16]) {
        count = frames.count
        let memory = UnsafeMutableBufferPointer<Int16>.allocate(capacity: max(count, 1))
        _ = unsafe memory.initialize(from: frames)
        unsafe words = UnsafePointer(memory.baseAddress)
        unsafe floats = nil
        owner = nil
    }

    /// Copies frames between −1 and 1.
    public init(_ frames: [Float]) {
        count = frames.count
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: max(count, 1))
        _ = unsafe memory.initialize(from: frames)
        unsafe words = nil
        unsafe floats = UnsafePointer(memory.baseAddress)
        owner = nil
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
    }

    deinit {
        guard owner == nil else { return }
        unsafe words?.deallocate()
        unsafe floats?.deallocate()
    }
}
