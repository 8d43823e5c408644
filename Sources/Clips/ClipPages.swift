import Realtime
import Synchronization

/// The frames of a sound file in memory, in pages that a reader brings and takes away while they are
/// played.
package struct ClipPages: ~Copyable, @unchecked Sendable {
    /// The number of frames of the file.
    let frameCount: Int
    /// The channels that are played: one or two.
    let channels: Int
    /// The addresses of the pages; 0 for those that are not in memory.
    private let addresses: FixedArray<Atomic<Int>>
    /// The number of threads that read pages at the moment.
    private let readers = Atomic<Int>(0)

    /// The frames of a page: more than 250 ms up to 64 kHz, more than 80 ms at any rate.
    static var pageFrames: Int { @_noLocks get { 16_384 } }

    /// Makes pages of which none is in memory.
    ///
    /// Allocates: not for the audio thread.
    init(frameCount: Int, channels: Int) {
        self.frameCount = frameCount
        self.channels = channels
        let count = (frameCount + Self.pageFrames - 1) / Self.pageFrames
        addresses = FixedArray(count: count) { _ in Atomic(0) }
    }

    deinit {
        for index in 0..<addresses.count {
            unsafe memory(addresses[index].load(ordering: .acquiring))?.deallocate()
        }
    }

    /// The number of pages.
    var count: Int { addresses.count }

    /// The bytes of a page.
    var pageBytes: Int { channels * Self.pageFrames * MemoryLayout<Float>.stride }

    @_noLocks
    private func memory(_ address: Int) -> UnsafeMutablePointer<Float>? {
        unsafe UnsafeMutablePointer(bitPattern: address)
    }

    // MARK: The audio thread

    /// Begins to read: no page is freed before ``endReading()``.
    @_noLocks
    func beginReading() { readers.add(1, ordering: .sequentiallyConsistent) }

    /// Ends reading.
    @_noLocks
    func endReading() { readers.subtract(1, ordering: .sequentiallyConsistent) }

    /// A page: the frames of its first channel, then those of the second; `nil` if it is not in memory.
    @_noLocks
    @unsafe
    func page(_ index: Int) -> UnsafePointer<Float>? {
        let address = addresses[index].load(ordering: .sequentiallyConsistent)
        return unsafe UnsafePointer(memory(address))
    }

    // MARK: The reader

    /// Whether a page is in memory.
    @_noLocks
    func has(_ index: Int) -> Bool { addresses[index].load(ordering: .relaxed) != 0 }

    /// Brings a page.
    ///
    /// - Parameters:
    ///   - index: The page, which is not in memory.
    ///   - fill: Writes its frames, which are silent otherwise.
    func bring(_ index: Int, _ fill: (UnsafeMutablePointer<Float>) -> Void) {
        let count = channels * Self.pageFrames
        let page = UnsafeMutablePointer<Float>.allocate(capacity: count)
        unsafe page.initialize(repeating: 0, count: count)
        unsafe fill(page)
        addresses[index].store(Int(bitPattern: page), ordering: .sequentiallyConsistent)
    }

    /// Frees a page as soon as nobody reads.
    func drop(_ index: Int, whileRead wait: () -> Void) {
        let address = addresses[index].exchange(0, ordering: .sequentiallyConsistent)
        // A reader that begins now does not find it.
        while readers.load(ordering: .sequentiallyConsistent) > 0 { wait() }
        unsafe memory(address)?.deallocate()
    }
}
