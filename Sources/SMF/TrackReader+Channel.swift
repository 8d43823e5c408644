import MIDI

extension TrackReader {
    /// The smallest number of bytes before the chunk's end.
    private static var reach: Int { MessageRun.reach }

    /// Reads plain channel messages up to the first event that is something else, or damaged, or
    /// near the chunk's end.
    ///
    /// Leaves ``position`` at that event.
    mutating func readChannelMessages() {
        guard carriedDelta == 0 else { return }
        while !output.isFull, end - position >= Self.reach {
            let room = unsafe output.room()
            let count = unsafe readMessages(into: room)
            output.add(count)
            messageCount += count
            // Fewer than fit: something else follows.
            guard count == room.count else { return }
        }
    }

    /// Reads as many messages as there is room for.
    ///
    /// Returns how many.
    private mutating func readMessages(
        into room: UnsafeMutableBufferPointer<Track.Record>
    ) -> Int {
        guard let start = unsafe UnsafeRawPointer(input.bytes.baseAddress),
            let records = room.baseAddress
        else { return 0 }
        var run = unsafe MessageRun(
            start: start,
            position: position,
            last: end - Self.reach,
            records: records,
            capacity: room.count
        )
        run.running = UInt32(runningStatus)
        // Only a status of its own makes running status good again.
        run.isRunning = runningStatus != 0 && !isInterrupted
        if isSuspect { run.read(stoppingAtTracks: true) } else { run.read(stoppingAtTracks: false) }
        guard run.count > 0 else { return 0 }
        position = unsafe run.next - start
        tick += run.ticks
        runningStatus = UInt8(truncatingIfNeeded: run.running)
        isInterrupted = false
        return run.count
    }

    /// Reads one channel message with checks; `position` is at its status or first data byte.
    mutating func readChannelMessage(delta: UInt32, start: Int) -> Outcome? {
        let first = unsafe input.bytes[position]
        if first >= 0x80 {
            runningStatus = first
            isInterrupted = false
            position += 1
        } else if runningStatus == 0 {
            report(
                .statusMissing,
                .error,
                at: position,
                "data byte \(hexadecimal(Int(first))) without a status byte (rest of track skipped)"
            )
            return .broken
        } else if isInterrupted {
            reportOnce(
                .runningStatusKept,
                .warning,
                at: position,
                "running status after a meta or SysEx event (last status kept)"
            )
            isInterrupted = false
        }
        encoding.usesRunningStatus = first < 0x80
        let dataCount = MIDIMessage.length(ofStatus: runningStatus) - 1
        guard end - position >= dataCount else { return truncated(at: start) }
        let status = runningStatus
        let data1 = unsafe input.bytes[position]
        let data2 = unsafe dataCount == 2 ? input.bytes[position + 1] : 0
        if (data1 | data2) >= 0x80 {
            report(
                .dataByteRange,
                .error,
                at: position,
                "data byte above 127 in message \(hexadecimal(Int(status))) (read as 127)"
            )
        }
        position += dataCount
        let message = MIDIMessage(
            status: status,
            data1: min(data1, 0x7F),
            data2: min(data2, 0x7F)
        )
        append(message, delta: delta)
        return nil
    }
}
