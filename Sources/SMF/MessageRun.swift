/// The tight loop that reads one channel message after another.
///
/// No check but those that the bytes need: most of the time of reading is spent here. A rare or
/// wrong message ends the run, and the reader with checks continues from there.
@safe
struct MessageRun {
    /// The most bytes that one turn looks at: four of delta time, and status and data bytes.
    static let reach = 8

    /// The upper halves of the statuses with two data bytes, a bit for each: 8, 9, A, B, E.
    private static var longKinds: UInt32 { 0x4F00 }

    /// The next byte.
    private(set) var next: UnsafeRawPointer
    /// The last position at which a turn may begin.
    private let last: UnsafeRawPointer
    private let records: UnsafeMutablePointer<Track.Record>
    private let capacity: Int
    /// The number of records that have been written.
    private(set) var count = 0
    /// The ticks of all their deltas.
    private(set) var ticks: Int64 = 0
    /// The status of the last message.
    var running: UInt32 = 0
    /// Whether a message may go without a status.
    var isRunning = false

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - start: The input's first byte.
    ///   - position: The position in the input at which to begin.
    ///   - last: The last position in the input that has ``reach`` bytes after it.
    ///   - records: The memory for the records.
    ///   - capacity: The largest number of records.
    init(
        start: UnsafeRawPointer,
        position: Int,
        last: Int,
        records: UnsafeMutablePointer<Track.Record>,
        capacity: Int
    ) {
        unsafe next = start + position
        unsafe self.last = start + last
        unsafe self.records = records
        self.capacity = capacity
    }

    /// Reads messages until there is no more room, or something else follows.
    ///
    /// The highest bits of the bytes distinguish the usual forms, with a comparison for each form;
    /// the others are read byte by byte.
    ///
    /// - Parameter stoppingAtTracks: Whether the header of a track ends the run.
    @inline(__always)
    mutating func read(stoppingAtTracks: Bool) {
        while count < capacity, unsafe next <= last {
            let word = unsafe UInt64(littleEndian: next.loadUnaligned(as: UInt64.self))
            let head = UInt32(truncatingIfNeeded: word)
            if stoppingAtTracks, head == 0x6B72_544D { return }  // MTrk, read lowest byte first
            if head & 0x80_8080 == 0 {
                // Delta time, and two bytes below 0x80: a message with running status.
                if isRunning, running & 0xE0 != 0xC0 {
                    let bits = head & 0xFF_FF00 | running | Track.Record.runningFlag
                    put(delta: head & 0x7F, bits: bits, length: 3)
                    continue
                }
            } else if head & 0x8080_8080 == 0x8000 {
                // Delta time, status, two data bytes.
                if startMessage(head >> 8) {
                    put(delta: head & 0x7F, bits: head >> 8, length: 4)
                    continue
                }
            } else if word & 0x80_8080_8080 == 0x80_0080, head & 0x7F != 0 {
                // The same with a delta time of two bytes.
                let message = UInt32(truncatingIfNeeded: word >> 16) & 0xFF_FFFF
                if startMessage(message) {
                    let delta = (head & 0x7F) << 7 | head >> 8 & 0x7F
                    put(delta: delta, bits: message, length: 5)
                    continue
                }
            }
            guard readOther(word) else { return }
        }
    }

    /// Takes the status of a message with two data bytes; `false` if it is another status.
    @inline(__always)
    private mutating func startMessage(_ message: UInt32) -> Bool {
        let status = message & 0xFF
        guard Self.longKinds &>> (status >> 4) & 1 == 1 else { return false }
        running = status
        isRunning = true
        return true
    }

    @inline(__always)
    private mutating func put(delta: UInt32, bits: UInt32, length: Int) {
        unsafe records[count] = Track.Record(delta: delta, bits: bits)
        count &+= 1
        ticks &+= Int64(delta)
        unsafe next += length
    }

    /// Reads a message of any form; `false` if this is none, or not a right one.
    @inline(__always)
    private mutating func readOther(_ word: UInt64) -> Bool {
        let head = UInt32(truncatingIfNeeded: word)
        var delta = head & 0x7F
        var message = head >> 8
        var length = 1
        if head & 0x80 != 0 {
            // The quantity ends at the first byte without its highest bit. A needless first byte,
            // and more than four, are for those who look closer.
            let stops = ~head & 0x8080_8080
            guard delta != 0, stops != 0 else { return false }
            let deltaBits = stops.trailingZeroBitCount &+ 1  // 16, 24 or 32
            let groups = head.byteSwapped &>> UInt32(truncatingIfNeeded: 32 &- deltaBits)
            delta =
                groups & 0x7F | groups >> 1 & 0x3F80 | groups >> 2 & 0x1F_C000
                | groups >> 3 & 0xFE0_0000
            message = UInt32(truncatingIfNeeded: word &>> deltaBits)
            length = deltaBits &>> 3
        }
        var flag: UInt32 = 0
        var status = running
        if message & 0x80 == 0 {
            guard isRunning else { return false }
            message = message << 8 | status
            flag = Track.Record.runningFlag
        } else {
            status = message & 0xFF
            guard status < 0xF0 else { return false }
            length += 1
        }
        // Program change and channel pressure (C0, D0) have one data byte, the others two.
        let isShort = status & 0xE0 == 0xC0
        guard message & (isShort ? 0x8000 : 0x80_8000) == 0 else { return false }
        running = status
        isRunning = true
        put(
            delta: delta,
            bits: message & (isShort ? 0xFFFF : 0xFF_FFFF) | flag,
            length: length + (isShort ? 1 : 2)
        )
        return true
    }
}
