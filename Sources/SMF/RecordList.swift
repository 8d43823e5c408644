/// The records of a track: a part of a block of memory that several tracks may share.
///
/// A reader fills blocks of its own choice without a copy, and a file of a thousand small tracks is
/// one block. A list that is changed takes its records with it into a block of its own.
@usableFromInline
struct RecordList: @unchecked Sendable {
    // Sendable, since a block is only written to by the one list that owns it, or by the reader
    // that has not yet handed it out.

    /// Memory for records; how many of them are initialised its owners know.
    @usableFromInline
    @safe
    final class Block {
        /// The first record.
        @usableFromInline let base: UnsafeMutablePointer<Track.Record>
        /// The number of records that fit.
        let capacity: Int

        /// Takes memory for this many records, at least one.
        init(capacity: Int) {
            self.capacity = Swift.max(capacity, 1)
            unsafe base = .allocate(capacity: self.capacity)
        }

        deinit { unsafe base.deallocate() }
    }

    /// The memory; `nil` if there never were any records.
    @usableFromInline var block: Block?
    /// The index of the first record in the block.
    @usableFromInline var start: Int
    /// The number of records.
    @usableFromInline var count: Int

    /// Makes an empty list.
    init() {
        block = nil
        start = 0
        count = 0
    }

    /// Makes a list of records that a reader has put into a block.
    init(block: Block, range: Range<Int>) {
        self.block = block
        start = range.lowerBound
        count = range.count
    }

    /// Calls a closure with the records, which are there as long as it runs.
    func withUnsafeBufferPointer<Result, Failure>(
        _ body: (UnsafeBufferPointer<Track.Record>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(block) { (block) throws(Failure) -> Result in
            try unsafe body(
                UnsafeBufferPointer(start: block.map { unsafe $0.base + start }, count: count)
            )
        }
    }

    /// Adds a record at the end.
    mutating func append(_ record: Track.Record) {
        reserve(1)
        guard let block else { return }
        unsafe (block.base + (start + count)).initialize(to: record)
        count += 1
    }

    /// Makes room for this many further records, in a block that this list alone uses.
    mutating func reserve(_ added: Int) {
        let needed = count + added
        // Nothing here may hold the block a second time: it would never be this list's alone.
        if start == 0, isKnownUniquelyReferenced(&block), block?.capacity ?? 0 >= needed { return }
        let new = Block(capacity: Swift.max(needed, count * 2, 16))
        unsafe withUnsafeBufferPointer { records in
            if let base = records.baseAddress {
                unsafe new.base.initialize(from: base, count: records.count)
            }
        }
        self = RecordList(block: new, range: 0..<count)
    }
}

extension RecordList: RandomAccessCollection, MutableCollection {
    @usableFromInline var startIndex: Int { 0 }
    @usableFromInline var endIndex: Int { count }

    @usableFromInline
    subscript(position: Int) -> Track.Record {
        @inlinable get {
            precondition(position >= 0 && position < count, "no event \(position) of \(count)")
            // There is a block: there is a record.
            return withExtendedLifetime(block) {
                unsafe $0.unsafelyUnwrapped.base[start + position]
            }
        }
        set {
            precondition(position >= 0 && position < count, "no event \(position) of \(count)")
            reserve(0)
            unsafe block?.base[position] = newValue
        }
    }
}
