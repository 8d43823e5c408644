import MIDI

extension TrackReader {
    /// How many events are collected before they go into the track.
    private static var batchCapacity: Int { 1024 }

    /// The most bytes that one turn of the tight loop may look at: four of delta time, and a word
    /// of four from the status on.
    private static var reach: Int { 8 }

    /// Reads plain channel messages up to the first event that is something else, or damaged, or
    /// near the chunk's end.
    ///
    /// Leaves ``position`` at that event.
    mutating func readChannelMessages() {
        guard carriedDelta == 0, end - position >= Self.reach else { return }
        withUnsafeTemporaryAllocation(of: Track.Record.self, capacity: Self.batchCapacity) {
            batch in
            while true {
                let start = position
                let count = readBatch(into: batch)
                guard count > 0 else { return }
                reserve(count, consumed: position - start)
                records.append(contentsOf: UnsafeBufferPointer(rebasing: batch[..<count]))
                guard count == batch.count else { return }
            }
        }
    }

    /// Reads as many messages as fit.
    ///
    /// Returns how many.
    ///
    /// Local copies, and no check but those that the bytes need: this is where the time goes.
    @inline(__always)
    private mutating func readBatch(into batch: UnsafeMutableBufferPointer<Track.Record>) -> Int {
        guard let base = UnsafeRawPointer(input.bytes.baseAddress), let batch = batch.baseAddress
        else { return 0 }
        var next = base + position
        let last = base + (end - Self.reach)
        let isSuspect = isSuspect
        var running = UInt32(runningStatus)
        var status = running  // of the last message that was taken
        // Only a status of its own makes running status good again.
        var isRunning = running != 0 && !isInterrupted
        var ticks: Int64 = 0
        var count = 0
        while count < Self.batchCapacity, next <= last {
            let word = UInt64(littleEndian: next.loadUnaligned(as: UInt64.self))
            let head = UInt32(truncatingIfNeeded: word)
            if isSuspect, head == 0x6B72_544D { break }  // MTrk, read lowest byte first
            // Most deltas have one byte, and a branch that is foreseen costs nothing. The others
            // end at the first byte without its highest bit; their lengths cannot be foreseen.
            var delta = head & 0x7F
            var message = head >> 8
            var cursor = next + 1
            if head & 0x80 != 0 {
                let stops = ~head & 0x8080_8080
                if stops == 0 { break }
                let deltaBits = stops.trailingZeroBitCount &+ 1  // 16, 24 or 32
                let groups = head.byteSwapped &>> UInt32(truncatingIfNeeded: 32 &- deltaBits)
                delta =
                    groups & 0x7F | groups >> 1 & 0x3F80 | groups >> 2 & 0x1F_C000
                    | groups >> 3 & 0xFE0_0000
                message = UInt32(truncatingIfNeeded: word &>> deltaBits)
                cursor = next + deltaBits &>> 3
            }
            if message & 0x80 == 0 {
                guard isRunning else { break }
                message = message << 8 | running
            } else {
                running = message & 0xFF
                if running >= 0xF0 { break }
                cursor += 1
            }
            // Program change and channel pressure (C0, D0) have one data byte, the others two.
            let isShort = running & 0xE0 == 0xC0
            let mask: UInt32 = isShort ? 0xFFFF : 0xFF_FFFF
            if message & mask & 0x80_8000 != 0 { break }
            status = running
            isRunning = true
            next = cursor + (isShort ? 1 : 2)
            batch[count] = Track.Record(
                delta: delta,
                bits: message & mask
            )
            count &+= 1
            ticks &+= Int64(delta)
        }
        guard count > 0 else { return 0 }
        position = next - base
        tick += ticks
        runningStatus = UInt8(truncatingIfNeeded: status)
        isInterrupted = false
        return count
    }

    /// Makes room for events, and for as many as the rest of the chunk will have if it is like the
    /// bytes just read.
    ///
    /// So memory follows what is there, and is not copied again and again.
    private mutating func reserve(_ count: Int, consumed: Int) {
        let needed = records.count + count
        guard records.capacity < needed else { return }
        let rest = Double(end - position) * Double(count) / Double(max(consumed, 1))
        let estimate = Double(needed) + rest * 1.04
        records.reserveCapacity(max(Int(estimate), records.capacity * 3 / 2))
    }

    /// Reads one channel message with checks; `position` is at its status or first data byte.
    mutating func readChannelMessage(delta: UInt32, start: Int) -> Outcome? {
        let first = input.bytes[position]
        if first >= 0x80 {
            runningStatus = first
            isInterrupted = false
            position += 1
        } else if runningStatus == 0 {
            report(
                .statusMissing,
                .error,
                at: position,
                "data byte \(hexadecimal(Int(first))) with no status before it (rest skipped)"
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
        let dataCount = MIDIMessage.length(ofStatus: runningStatus) - 1
        guard end - position >= dataCount else { return truncated(at: start) }
        let status = runningStatus
        let data1 = input.bytes[position]
        let data2 = dataCount == 2 ? input.bytes[position + 1] : 0
        if (data1 | data2) >= 0x80 {
            report(
                .dataByteRange,
                .error,
                at: position,
                "data byte above 127 in a message \(hexadecimal(Int(status))) (read as 127)"
            )
        }
        position += dataCount
        let message = MIDIMessage(
            status: status,
            data1: min(data1, 0x7F),
            data2: min(data2, 0x7F)
        )
        append(bits: message.bits, delta: delta)
        return nil
    }
}
