/// Writes one track chunk through a pointer.
///
/// The memory behind ``cursor`` has room for ``bound(of:)`` bytes.
@safe
struct TrackWriter {
    /// The position of the next byte.
    private(set) var cursor: UnsafeMutableRawPointer
    private let style: WritingStyle
    private let number: Int
    private var order = EventOrder()

    /// The bytes that a track takes at most, its header and what a wide store writes ahead
    /// included.
    static func bound(of track: Track) -> Int {
        let messages = track.records.count - track.payloads.count
        // Channel message: four bytes of delta time, three of message. Others: delta, FF and type,
        // four of length. Header, end-of-track, and the last store's width.
        return messages * 7 + track.payloads.count * 10 + track.bytes.count + 8 + 4 + 8
    }

    /// Makes a writer for the track with this number.
    init(at cursor: UnsafeMutableRawPointer, style: WritingStyle, track number: Int) {
        unsafe self.cursor = cursor
        self.style = style
        self.number = number
    }

    /// Writes the chunk.
    ///
    /// A track without end-of-track gets one.
    mutating func write(_ track: Track) throws(SMFWriteError) {
        unsafe cursor.storeBytes(of: ChunkID.track.code.bigEndian, as: UInt32.self)
        let start = unsafe cursor + 8
        unsafe cursor = start
        try unsafe track.records.withUnsafeBufferPointer { (records) throws(SMFWriteError) in
            try unsafe write(track, records: records)
        }
        if !order.hasEnded {
            // A delta time of 0 and FF 2F 00, the first byte lowest.
            unsafe cursor.storeBytes(of: UInt32(0x002F_FF00).littleEndian, as: UInt32.self)
            unsafe cursor += 4
        }
        guard let length = unsafe UInt32(exactly: cursor - start) else {
            throw SMFWriteError(
                code: .chunkTooLong,
                track: number,
                detail: unsafe "\(cursor - start) bytes, expected at most \(UInt32.max)"
            )
        }
        unsafe (start - 4).storeBytes(of: length.bigEndian, as: UInt32.self)
    }

    /// Writes channel messages in runs between the events with payloads.
    private mutating func write(
        _ track: Track,
        records: UnsafeBufferPointer<Track.Record>
    ) throws(SMFWriteError) {
        var next = 0
        for payloadIndex in track.payloads.indices {
            let event = Int(track.payloads[payloadIndex].event)
            try unsafe writeRun(records, next..<event)
            try unsafe writePayload(records, track.payload(payloadIndex), event: event)
            next = event + 1
        }
        try unsafe writeRun(records, next..<records.count)
    }

    private mutating func writePayload(
        _ records: UnsafeBufferPointer<Track.Record>,
        _ payload: ArraySlice<UInt8>,
        event: Int
    ) throws(SMFWriteError) {
        let record = unsafe records[event]
        let refusal =
            record.delta > Quantity.largest
            ? EventOrder.invalidDelta(record.delta)
            : order.take(record.content, count: payload.count, last: payload.last)
        if let refusal { throw unsafe error(refusal, records, event: event) }
        let encoding = style == .preserving ? EventEncoding(record) : .plain
        write(Quantity(record.delta, padding: UInt32(encoding.deltaPadding)))
        let isMeta = record.content & 0xFF == 0xFF
        unsafe cursor.storeBytes(
            of: UInt16(truncatingIfNeeded: record.content).littleEndian,
            as: UInt16.self
        )
        unsafe cursor += isMeta ? 2 : 1
        let count = UInt32(truncatingIfNeeded: payload.count)
        write(Quantity(count, padding: UInt32(encoding.lengthPadding)))
        unsafe payload.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            unsafe cursor.copyMemory(from: source, byteCount: bytes.count)
        }
        unsafe cursor += payload.count
    }

    private mutating func write(_ quantity: Quantity) {
        unsafe cursor.storeBytes(of: quantity.word.littleEndian, as: UInt32.self)
        unsafe cursor += Int(quantity.count)
    }

    /// Writes consecutive channel messages.
    private mutating func writeRun(
        _ records: UnsafeBufferPointer<Track.Record>,
        _ range: Range<Int>
    ) throws(SMFWriteError) {
        guard !range.isEmpty, let base = records.baseAddress else { return }
        if let refusal = order.takeChannelMessages() {
            throw unsafe error(refusal, records, event: range.lowerBound)
        }
        let run = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
        // One loop for each style, so that none checks the style at each event.
        let isSuspect =
            switch style {
            case .compact: unsafe write(run, paddingMask: 0) { _, isRepeated in isRepeated }
            case .plain: unsafe write(run, paddingMask: 0) { _, _ in 0 }
            case .preserving:
                unsafe write(run, paddingMask: 3 &<< Track.Record.deltaPaddingShift) {
                    bits,
                    isRepeated in
                    bits & isRepeated
                }
            }
        guard isSuspect else { return }
        for event in range {
            if let refusal = unsafe Self.refusal(of: records[event]) {
                throw unsafe error(refusal, records, event: event)
            }
        }
    }

    /// The reason why a channel message is not allowed in a file.
    private static func refusal(of record: Track.Record) -> EventOrder.Refusal? {
        if record.delta > Quantity.largest { return EventOrder.invalidDelta(record.delta) }
        return record.message.hasValidData ? nil : EventOrder.invalidData(of: record.message)
    }

    /// A refusal with its position.
    private func error(
        _ refusal: EventOrder.Refusal,
        _ records: UnsafeBufferPointer<Track.Record>,
        event: Int
    ) -> SMFWriteError {
        unsafe SMFWriteError(
            code: refusal.code,
            track: number,
            event: event,
            tick: records[...event].reduce(0) { $0 + Int64($1.delta) },
            detail: refusal.detail
        )
    }

    /// Writes channel messages.
    ///
    /// This is where the time goes: what cannot be foreseen is chosen, not branched on. Eight bytes
    /// are stored for each, and those behind its end overwritten by the next.
    ///
    /// - Parameters:
    ///   - run: The messages; there is room for seven bytes for each, and one more.
    ///   - paddingMask: The bits of a record that count needless bytes to be written, or 0.
    ///   - omitsStatus: From a record's bits, and ``Track/Record/runningFlag`` if its status repeats
    ///     the last: that flag if it is left out.
    /// - Returns: Whether a delta time or a data byte may be out of range.
    @inline(__always)
    private mutating func write(
        _ run: UnsafeBufferPointer<Track.Record>,
        paddingMask: UInt32,
        _ omitsStatus: (_ bits: UInt32, _ isRepeated: UInt32) -> UInt32
    ) -> Bool {
        // All of them, or-ed.
        var longDeltas: UInt32 = 0
        var data: UInt32 = 0
        var cursor = unsafe cursor
        var last: UInt32 = 0
        var records = unsafe run.makeIterator()
        while let record = unsafe records.next() {
            let status = record.bits & 0xFF
            let isRepeated = status == last ? Track.Record.runningFlag : 0
            let omits = omitsStatus(record.bits, isRepeated) != 0
            last = status
            let message = UInt64(omits ? record.bits &>> 8 : record.bits)
            // Program change and channel pressure (C0, D0) have one data byte, the others two.
            var count = status & 0xE0 == 0xC0 ? 2 : 3
            count = omits ? count &- 1 : count
            let delta = record.delta
            if _fastPath((delta &>> 14) | (record.bits & paddingMask) == 0) {
                let isShort = delta < 0x80
                let long = UInt64((delta &>> 7) | 0x80 | (delta & 0x7F) &<< 8) | message &<< 16
                let short = UInt64(delta) | message &<< 8
                unsafe cursor.storeBytes(of: (isShort ? short : long).littleEndian, as: UInt64.self)
                unsafe cursor += isShort ? count &+ 1 : count &+ 2
            } else {
                let padding = (record.bits & paddingMask) &>> Track.Record.deltaPaddingShift
                let quantity = Quantity(delta, padding: padding)
                let tail = message &<< UInt64(quantity.count &<< 3)
                let word = UInt64(quantity.word) | tail
                unsafe cursor.storeBytes(of: word.littleEndian, as: UInt64.self)
                unsafe cursor += count &+ Int(quantity.count)
                longDeltas |= delta
            }
            data |= record.bits
        }
        unsafe self.cursor = cursor
        return longDeltas > Quantity.largest || data & 0x80_8000 != 0
    }
}
