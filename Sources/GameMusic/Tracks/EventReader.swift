import MIDI
import SMF

/// Reads the parts of events that all formats have in common with Standard MIDI Files.
///
/// Reports damage with the codes that Standard MIDI Files have for it.
struct EventReader {
    var cursor: ByteCursor
    var builder = TrackBuilder()
    private(set) var log = DiagnosticLog()
    /// The track's index in the file.
    private let track: Int
    /// The controllers that were left out, see ``leaveOut(_:at:)``.
    private var leftOut: (numbers: [UInt8], count: Int, offset: Int)?

    /// Makes a reader for the events in a part of a file.
    init(_ bytes: [UInt8], _ range: Range<Int>, track: Int) {
        cursor = ByteCursor(bytes, range)
        self.track = track
    }

    /// Reports a finding at an offset and at the time that has been reached.
    mutating func report(
        _ code: Diagnostic.Code,
        _ severity: Diagnostic.Severity,
        at offset: Int,
        _ detail: @autoclosure () -> String
    ) {
        log.report(
            code,
            severity,
            track: track,
            offset: offset,
            tick: builder.tick,
            detail()
        )
    }

    /// Lets the time of a quantity pass; one above 0x0FFFFFFF is reported and left out.
    mutating func advance(by delay: Int, at offset: Int) {
        guard delay <= Self.longestDelay else {
            report(.deltaRange, .error, at: offset, "delay above 0xFFFFFFF (read as 0)")
            return
        }
        builder.advance(by: Int64(delay))
    }

    /// Adds a note with the duration that follows it; one above 0x1FFFFF is reported and cut.
    mutating func appendNote(_ noteOn: MIDIMessage, duration: Int, at offset: Int) {
        if duration > Self.longestDuration {
            report(.deltaRange, .error, at: offset, "duration above 0x1FFFFF (read as that)")
        }
        builder.append(noteOn, duration: Int64(min(duration, Self.longestDuration)))
    }

    /// The longest duration that is believed: a quantity of three bytes, hours in all formats.
    private static let longestDuration = 0x1F_FFFF

    /// The longest delay that a variable-length quantity has room for (SMF 1.0).
    private static let longestDelay = 0x0FFF_FFFF

    /// Reports an event that is cut off, and skips the rest.
    mutating func truncate(at start: Int) {
        let count = cursor.end - start
        report(
            .trackTruncated,
            .error,
            at: start,
            "track ends in the middle of an event (\(count) byte\(count == 1 ? "" : "s") skipped)"
        )
        cursor.seek(cursor.end)
    }

    /// Reports that nothing says that the track ends.
    mutating func reportMissingEnd() {
        report(
            .endOfTrackMissing,
            .warning,
            at: cursor.end,
            "end of track missing (repaired)"
        )
    }

    /// Reads the data bytes of a channel message as they are; `nil` where they are cut off.
    ///
    /// - Parameters:
    ///   - status: 0x80 … 0xEF.
    ///   - first: The first data byte, if it was taken already.
    ///   - start: The offset of the event.
    /// - Returns: The bytes; the second is 0 for a message of one.
    mutating func dataBytes(
        of status: UInt8,
        first: UInt8? = nil,
        at start: Int
    ) -> (UInt8, UInt8)? {
        let count = MIDIMessage.length(ofStatus: status) - 1
        guard let first = first ?? cursor.next(), let second = count == 2 ? cursor.next() : 0 else {
            truncate(at: start)
            return nil
        }
        return (first, second)
    }

    /// A channel message; a data byte above 127 is reported.
    mutating func message(
        _ status: UInt8,
        _ data: (UInt8, UInt8),
        at start: Int
    ) -> MIDIMessage {
        if data.0 | data.1 >= 0x80 {
            report(
                .dataByteRange,
                .error,
                at: start,
                "data byte above 127 in message \(hexadecimal(Int(status))) (read as 127)"
            )
        }
        return MIDIMessage(status: status, data1: min(data.0, 0x7F), data2: min(data.1, 0x7F))
    }

    /// Reads a meta event after its FF; `nil` where it is cut off.
    mutating func metaEvent(at start: Int) -> MetaEvent? {
        guard let type = cursor.next(), let length = cursor.quantity() else {
            truncate(at: start)
            return nil
        }
        guard let bytes = payload(length, of: "meta event", at: start) else { return nil }
        let event = MetaEvent(type: type, bytes: bytes)
        if type >= 0x80 {
            report(.metaTypeRange, .warning, at: start, "meta event type above 0x7F (kept)")
        } else if event.value == nil {
            report(
                .metaRange,
                .warning,
                at: start,
                "meta event \(hexadecimal(Int(type))) has a wrong length or value (ignored)"
            )
        }
        return event
    }

    /// Reads a System Exclusive event after its F0 or F7; `nil` where it is cut off.
    mutating func systemExclusive(
        _ status: UInt8,
        at start: Int
    ) -> SystemExclusivePacket? {
        guard let length = cursor.quantity() else {
            truncate(at: start)
            return nil
        }
        guard var bytes = payload(length, of: "SysEx event", at: start) else { return nil }
        guard status == 0xF0 else { return SystemExclusivePacket(form: .escape, bytes: bytes) }
        if bytes.last != 0xF7 {
            report(
                .sysExUnterminated,
                .warning,
                at: start,
                "SysEx message without F7 at its end (added)"
            )
            bytes.append(0xF7)
        }
        return SystemExclusivePacket(form: .start, bytes: bytes)
    }

    private mutating func payload(
        _ length: Int,
        of name: String,
        at start: Int
    ) -> ArraySlice<UInt8>? {
        if let bytes = cursor.next(length) { return bytes }
        let rest = cursor.count
        report(
            .payloadTruncated,
            .error,
            at: start,
            "\(name) of \(length) bytes, but only \(rest) follow (rest of track skipped)"
        )
        cursor.seek(cursor.end)
        return nil
    }

    /// Skips a status byte that no track can have.
    mutating func skipStatus(_ status: UInt8, at start: Int) {
        report(
            .statusIllegal,
            .warning,
            at: start,
            "status \(hexadecimal(Int(status))) not allowed in a file (skipped)"
        )
    }

    /// Leaves out a controller that is for the game's sound driver and not for an instrument.
    mutating func leaveOut(_ controller: UInt8, at start: Int) {
        var all = leftOut ?? ([], 0, start)
        if !all.numbers.contains(controller) { all.numbers.append(controller) }
        all.count += 1
        leftOut = all
    }

    /// The track and the findings, after the last event.
    consuming func finish() -> (track: Track, log: DiagnosticLog) {
        if let leftOut {
            let numbers = leftOut.numbers.sorted().map { "CC\($0)" }.joined(separator: ", ")
            log.report(
                .driverControls,
                .note,
                track: track,
                offset: leftOut.offset,
                "\(numbers) for the game's sound driver, "
                    + "\(leftOut.count == 1 ? "once" : "\(leftOut.count) times") (left out)"
            )
        }
        return (builder.finish(), log)
    }
}
