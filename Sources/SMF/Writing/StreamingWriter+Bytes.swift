import MIDI

extension StreamingWriter where Sink: ~Copyable {
    /// Adds an event to the buffer, or refuses it and adds nothing.
    mutating func encode(_ event: TrackEvent) throws(SMFWriteError) {
        guard let trackStart else { preconditionFailure("no track has begun") }
        try check(event, trackStart: trackStart)
        tick += Int64(event.delta)
        eventCount += 1
        append(Quantity(event.delta))
        switch event.event {
        case .channel(let message):
            let length = MIDIMessage.length(ofStatus: message.status)
            if message.status != runningStatus { buffer.append(message.status) }
            buffer.append(message.data1)
            if length == 3 { buffer.append(message.data2) }
            runningStatus = usesRunningStatus ? message.status : 0
        case .systemExclusive(let packet):
            buffer.append(packet.form == .start ? 0xF0 : 0xF7)
            append(payload: packet.bytes)
        case .meta(let meta):
            buffer += [0xFF, meta.type]
            append(payload: meta.bytes)
        }
    }

    private mutating func check(_ event: TrackEvent, trackStart: Int) throws(SMFWriteError) {
        var order = order
        if let refusal = order.take(event) {
            throw SMFWriteError(
                code: refusal.code,
                track: trackCount - 1,
                event: eventCount,
                tick: tick + Int64(event.delta),
                detail: refusal.detail
            )
        }
        // Four bytes for the delta time, ten for the rest of an event but its payload, and an end.
        let size = written - trackStart + buffer.count + event.payloadCount + 20
        guard size <= Int(UInt32.max) else {
            throw SMFWriteError(
                code: .chunkTooLong,
                track: trackCount - 1,
                event: eventCount,
                tick: tick + Int64(event.delta),
                detail: "track longer than \(UInt32.max) bytes"
            )
        }
        self.order = order
    }

    private mutating func append(payload: ArraySlice<UInt8>) {
        append(Quantity(UInt32(truncatingIfNeeded: payload.count)))
        buffer += payload
        runningStatus = 0
    }

    private mutating func append(_ quantity: Quantity) {
        var word = quantity.word
        for _ in 0..<quantity.count {
            buffer.append(UInt8(truncatingIfNeeded: word))
            word >>= 8
        }
    }

    /// Writes the buffer and sets the track's length and the number of tracks, in an order that
    /// leaves a readable file after each step.
    ///
    /// New bytes go behind a provisional end first, where no reader looks for music; then the length
    /// takes them in, with the old end still before them; last the old end is overwritten.
    ///
    /// - Parameter isFinal: Whether the buffer has the track's end-of-track, so that it needs no
    ///   provisional one.
    /// - Throws: The sink's error.
    mutating func settle(isFinal: Bool) throws(Failure) {
        guard let trackStart else { return }
        guard !hasProvisionalEnd || !buffer.isEmpty else { return }
        // End-of-track may have been appended as an event and may wait in the buffer or be written.
        let isEnded = isFinal || order.hasEnded
        let content = isEnded ? buffer : buffer + Self.end
        let overwritten = hasProvisionalEnd ? Self.end.count : 0
        let start = written - overwritten
        try write(Array(content.dropFirst(overwritten)))
        let length = UInt32(truncatingIfNeeded: written - trackStart)
        try patch(length.bigEndianBytes, at: trackStart - 4)
        if hasProvisionalEnd {
            try patch(Array(content.prefix(overwritten)), at: start)
        } else {
            let count = UInt32(truncatingIfNeeded: trackCount)
            try patch(Array(count.bigEndianBytes.suffix(2)), at: 10)
        }
        hasProvisionalEnd = !isEnded
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes bytes at the end.
    mutating func write(_ bytes: [UInt8]) throws(Failure) {
        guard !bytes.isEmpty else { return }
        do throws(Sink.Failure) { try sink.write(bytes) } catch { throw .sink(error) }
        written += bytes.count
    }

    private mutating func patch(_ bytes: [UInt8], at offset: Int) throws(Failure) {
        do throws(Sink.Failure) { try sink.patch(bytes, at: offset) } catch { throw .sink(error) }
    }
}

extension TrackEvent {
    /// The number of bytes of a SysEx or meta event.
    fileprivate var payloadCount: Int {
        switch event {
        case .channel: 0
        case .systemExclusive(let packet): packet.bytes.count
        case .meta(let meta): meta.bytes.count
        }
    }
}
