import MIDI
import SMF

/// Reads a track of HMI or HMP.
struct HMITrackReader {
    /// The differences between the formats.
    enum Dialect {
        /// Delays as in MIDI files, and note-ons with their duration.
        case hmi
        /// Delays with the lowest bits first, and note-offs.
        case hmp
    }

    private var reader: EventReader
    private let dialect: Dialect
    private let clock: HMIClock
    /// The status of the last channel message; 0 if there is none.
    private var runningStatus: UInt8 = 0
    /// The loops and jumps that are not carried out, and the offset of one.
    private var unused: (count: Int, offset: Int)?

    private enum Controller {
        static let songLoopStart: UInt8 = 110
        static let songLoopEnd: UInt8 = 111
        /// Branches, and loops of a single track.
        static let loops: Set<UInt8> = [108, 109, 113, 114, 116, 117]
        /// The state that loops restore, locks and priorities of channels, calls of the game.
        static let driver: Set<UInt8> = [103, 104, 106, 107, 112, 115, 118, 119]
    }

    /// The events of the Sound Operating System itself, after FE.
    private enum SystemEvent {
        static let branch: UInt8 = 0x10
        static let songLoopStart: UInt8 = 0x14
        static let songLoopEnd: UInt8 = 0x15

        /// The number of data bytes of an event with as many each time; `nil` for unknown ones.
        static func length(of type: UInt8) -> Int? {
            switch type {
            // Start of a track's loop, of the song's, jump of the song.
            case 0x12, 0x14, 0x16: 2
            // Jump of a track, end of a track's loop, of the song's.
            case 0x11, 0x13, 0x15: 6
            default: nil
            }
        }
    }

    /// The repetitions of a loop without end.
    private static let forever: UInt8 = 0xFF

    /// Makes a reader for the events in a part of a file.
    init(
        _ bytes: [UInt8],
        _ events: Range<Int>,
        track: Int,
        dialect: Dialect,
        clock: HMIClock
    ) {
        reader = EventReader(bytes, events, track: track)
        self.dialect = dialect
        self.clock = clock
    }

    /// Reads the track.
    ///
    /// - Parameters:
    ///   - name: Its name; empty for none.
    ///   - isFirst: Whether it gets the tempo that the music begins with.
    /// - Returns: The track, and what was found.
    mutating func read(
        named name: ArraySlice<UInt8> = [],
        isFirst: Bool
    ) -> (track: Track, log: DiagnosticLog) {
        if isFirst { reader.builder.appendTempo(clock.tempo) }
        if !name.isEmpty { reader.builder.append(.meta(MetaEvent(type: 0x03, bytes: name))) }
        while readEvent() {}
        if let unused {
            reader.report(
                .loopUnused,
                .note,
                at: unused.offset,
                "\(unused.count) loop\(unused.count == 1 ? "" : "s") of a track, counted loops or "
                    + "branches (played once, without jumps)"
            )
        }
        return reader.finish()
    }

    /// Reads an event and the delay before it; returns whether others may follow.
    private mutating func readEvent() -> Bool {
        let delayStart = reader.cursor.position
        guard reader.cursor.count > 0 else {
            reader.reportMissingEnd()
            return false
        }
        let delay =
            switch dialect {
            case .hmi: reader.cursor.quantity()
            case .hmp: reader.cursor.reversedQuantity()
            }
        let start = reader.cursor.position
        guard let delay, let status = reader.cursor.next() else {
            reader.truncate(at: delayStart)
            return false
        }
        reader.advance(by: delay, at: delayStart)
        switch status {
        case 0xFF:
            return readMeta(at: start)
        case 0xFE:
            return readSystemEvent(at: start)
        case 0xF0, 0xF7:
            guard let packet = reader.systemExclusive(status, at: start) else { return false }
            reader.builder.append(.systemExclusive(packet))
            return true
        case 0xF1...0xFD:
            reader.skipStatus(status, at: start)
            return true
        case 0x80...0xEF:
            runningStatus = status
            return readMessage(at: start, first: nil)
        default:
            guard runningStatus > 0 else {
                reader.report(
                    .statusMissing,
                    .error,
                    at: start,
                    "data byte \(hexadecimal(Int(status))) without a status byte "
                        + "(rest of track skipped)"
                )
                return false
            }
            return readMessage(at: start, first: status)
        }
    }

    private mutating func readMessage(at start: Int, first: UInt8?) -> Bool {
        let status = runningStatus
        guard let data = reader.dataBytes(of: status, first: first, at: start) else {
            return false
        }
        switch status & 0xF0 {
        case 0x90 where dialect == .hmi:
            guard let duration = reader.cursor.quantity() else {
                reader.truncate(at: start)
                return false
            }
            let message = reader.message(status, data, at: start)
            reader.appendNote(message, duration: duration, at: start)
        case 0xB0:
            take(status, controller: data.0, value: data.1, at: start)
        default:
            let message = reader.message(status, data, at: start)
            reader.builder.append(.channel(message))
        }
        return true
    }

    private mutating func take(
        _ status: UInt8,
        controller: UInt8,
        value: UInt8,
        at start: Int
    ) {
        switch controller {
        case Controller.songLoopStart:
            startLoop(repetitions: value, at: start)
        case Controller.songLoopEnd:
            reader.builder.appendMarker("loopEnd")
        case let number where Controller.loops.contains(number):
            noteUnused(at: start)
        case let number where Controller.driver.contains(number):
            reader.leaveOut(number, at: start)
        default:
            let message = reader.message(status, (controller, value), at: start)
            reader.builder.append(.channel(message))
        }
    }

    private mutating func startLoop(repetitions: UInt8, at start: Int) {
        reader.builder.appendMarker("loopStart")
        // Both values are in use for a loop without end.
        if repetitions != Self.forever, repetitions != 0 { noteUnused(at: start) }
    }

    private mutating func noteUnused(at start: Int) {
        unused = ((unused?.count ?? 0) + 1, unused?.offset ?? start)
    }

    private mutating func readMeta(at start: Int) -> Bool {
        guard let event = reader.metaEvent(at: start), !event.isEndOfTrack else { return false }
        if case .tempo(let tempo) = event.value {
            reader.builder.appendTempo(clock.tempo(of: tempo))
        } else {
            reader.builder.append(.meta(event))
        }
        return true
    }

    /// Reads an event of the Sound Operating System itself, after its FE.
    private mutating func readSystemEvent(at start: Int) -> Bool {
        guard let type = reader.cursor.next() else {
            reader.truncate(at: start)
            return false
        }
        var data: ArraySlice<UInt8>?
        if type == SystemEvent.branch {
            // Its number, the length of what follows, and an offset.
            data = reader.cursor.next(3)
            data = data?.last.flatMap { reader.cursor.next(Int($0) + 4) }
        } else if let length = SystemEvent.length(of: type) {
            data = reader.cursor.next(length)
        } else {
            reader.report(
                .statusIllegal,
                .error,
                at: start,
                "event FE \(hexadecimal(Int(type))), expected FE 0x10 … 0x16 "
                    + "(rest of track skipped)"
            )
            return false
        }
        guard let data else {
            reader.truncate(at: start)
            return false
        }
        switch type {
        case SystemEvent.songLoopStart: startLoop(repetitions: data.first ?? 0, at: start)
        case SystemEvent.songLoopEnd: reader.builder.appendMarker("loopEnd")
        // A place to jump to does nothing by itself.
        case SystemEvent.branch: break
        default: noteUnused(at: start)
        }
        return true
    }
}
