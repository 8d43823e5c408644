extension TrackReader {
    /// Reads a meta event; `position` is behind its FF.
    mutating func readMeta(delta: UInt32, start: Int) -> Outcome? {
        guard position < end else { return truncated(at: start) }
        let type = unsafe input.bytes[position]
        position += 1
        if type == 0x2F {
            readEndOfTrack(delta: delta)
            return .endOfTrack
        }
        guard let payload = readPayload() else { return truncatedPayload(of: "meta", at: start) }
        append(bits: 0xFF | UInt32(type) << 8, delta: delta, payload: payload)
        check(type: type, payload: payload)
        isInterrupted = true
        return nil
    }

    /// Reads what follows FF 2F: a length of 0, if all is well.
    private mutating func readEndOfTrack(delta: UInt32) {
        let start = position
        let length = readQuantity()
        encoding.lengthPadding = length == 0 ? padding(ofQuantityAt: start) : 0
        append(bits: 0x2FFF, delta: delta, payload: position..<position)
        switch length {
        case 0: break
        case let length?:
            report(
                .endOfTrackLength,
                .warning,
                at: start,
                "end of track has length \(length), expected 0 (skipped)"
            )
            isEndOfTrackCut = length > UInt64(end - position)
            position += Int(min(length, UInt64(end - position)))
        case nil:
            isEndOfTrackCut = true
            report(
                .endOfTrackLength,
                .warning,
                at: start,
                "end of track without its length byte (repaired)"
            )
        }
    }

    /// Reports the fault of a meta event.
    ///
    /// The event is stored nevertheless; its `value` is `nil`.
    private mutating func check(type: UInt8, payload: Range<Int>) {
        // Nothing is made of a meta event here but for a message: a file may have a million.
        let offset = payload.lowerBound
        if type >= 0x80 {
            let name = MetaEvent.name(ofType: type)
            report(.metaTypeRange, .warning, at: offset, "\(name): type above 0x7F (kept)")
            return
        }
        let bytes = unsafe UnsafeBufferPointer(rebasing: input.bytes[payload])
        switch unsafe MetaEvent.fault(type: type, bytes: bytes) {
        case nil: break
        case .length(let expected):
            let name = MetaEvent.name(ofType: type)
            report(
                .metaLength,
                .warning,
                at: offset,
                "\(name) has \(bytes.count) bytes, expected \(expected) (ignored)"
            )
        case .range:
            let name = MetaEvent.name(ofType: type)
            report(.metaRange, .warning, at: offset, "\(name): value out of range (ignored)")
        case .unknown:
            let name = MetaEvent.name(ofType: type)
            reportOnce(.metaUnknown, .note, at: offset, "\(name): unknown type (kept)")
        }
    }

    /// Reads a SysEx packet or an escape; `position` is behind its F0 or F7.
    mutating func readSystemExclusive(status: UInt8, delta: UInt32, start: Int) -> Outcome? {
        guard let payload = readPayload() else { return truncatedPayload(of: "SysEx", at: start) }
        if status == 0xF0 || openMessage?.messageCount != messageCount { closeMessage() }
        let isMessage = status == 0xF0 || openMessage != nil
        let bits: UInt32 = status == 0xF0 ? 0xF0 : (isMessage ? 0x01F7 : 0xF7)
        let wasEmpty = openMessage?.isEmpty ?? true
        append(bits: bits, delta: delta, payload: payload)
        openMessage =
            unsafe !isMessage || (!payload.isEmpty && input.bytes[payload.upperBound - 1] == 0xF7)
            ? nil
            : OpenMessage(
                offset: start,
                tick: tick,
                messageCount: messageCount,
                isEmpty: wasEmpty && payload.isEmpty
            )
        isInterrupted = true
        return nil
    }

    /// Reports a SysEx message that never got its F7.
    ///
    /// An empty one is nothing, and harmless.
    mutating func closeMessage() {
        guard let message = openMessage else { return }
        openMessage = nil
        guard !message.isEmpty else { return }
        log.report(
            .sysExUnterminated,
            .warning,
            track: track,
            offset: message.offset,
            tick: message.tick,
            "SysEx message not terminated by F7 (kept)"
        )
    }

    /// Reads a length and steps over that many bytes; `nil` if the chunk ends before them.
    private mutating func readPayload() -> Range<Int>? {
        let start = position
        guard let length = readQuantity(), length <= UInt64(end - position) else {
            // If this chunk's end is doubtful, the search for the next track begins here.
            position = start
            return nil
        }
        encoding.lengthPadding = padding(ofQuantityAt: start)
        let payload = position..<(position + Int(length))
        position = payload.upperBound
        return payload
    }

    private mutating func truncatedPayload(of kind: String, at start: Int) -> Outcome {
        let count = end - position
        report(
            .payloadTruncated,
            .error,
            at: start,
            "\(kind) event longer than the \(count) bytes left (rest of track skipped)"
        )
        return .broken
    }
}
