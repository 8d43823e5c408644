/// The memory into which a reader puts the records of one track after another.
///
/// Untouched pages cost nothing, so the first block is as large as the bytes could need.
@safe
final class RecordArena {
    /// The least number of bytes that a channel message takes in a file as a rule: delta time, two
    /// data bytes and a running status.
    ///
    /// Program changes can do with two.
    private static let bytesPerRecord = 3
    /// Blocks from this size on, in bytes, are worth telling the owner of the memory about.
    private static let noteworthySize = 4 << 20

    private(set) var block: RecordList.Block
    /// The number of records of the block that finished tracks have taken.
    private var used = 0
    /// The number of records of the track that is being read.
    private(set) var count = 0
    private let prepare: ReadingResources.Preparation?

    /// Makes an arena for the tracks in this many bytes of a file.
    init(byteCount: Int, prepare: ReadingResources.Preparation?) {
        unsafe self.prepare = prepare
        block = unsafe Self.block(capacity: byteCount / Self.bytesPerRecord + 16, prepare)
    }

    /// Room for a record at least.
    func room() -> UnsafeMutableBufferPointer<Track.Record> {
        if used + count == block.capacity { grow() }
        return unsafe UnsafeMutableBufferPointer(
            start: block.base + (used + count),
            count: block.capacity - used - count
        )
    }

    /// Takes records that have been written to the ``room()``, by their number.
    func add(_ added: Int) {
        assert(added <= block.capacity - used - count, "more records than there is room for")
        count += added
    }

    /// Hands out the records of the track that has been read.
    func finishTrack() -> RecordList {
        defer {
            used += count
            count = 0
        }
        return RecordList(block: block, range: used..<(used + count))
    }

    /// Takes a larger block, and the present track's records with it.
    private func grow() {
        let new = unsafe Self.block(capacity: max(count * 2, block.capacity / 2, 16), prepare)
        unsafe new.base.initialize(from: block.base + used, count: count)
        block = new
        used = 0
    }

    private static func block(
        capacity: Int,
        _ prepare: ReadingResources.Preparation?
    ) -> RecordList.Block {
        let block = RecordList.Block(capacity: capacity)
        let memory = unsafe UnsafeMutableRawBufferPointer(
            start: block.base,
            count: block.capacity * MemoryLayout<Track.Record>.stride
        )
        if memory.count >= noteworthySize { unsafe prepare?(memory) }
        return block
    }
}
