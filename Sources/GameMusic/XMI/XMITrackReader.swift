import MIDI
import SMF

/// Reads the events of one XMI sequence.
struct XMITrackReader {
    /// The music of a sequence, with 1/120 s as a tick.
    struct Music {
        var events: Track
        /// The first tempo event, in microseconds per quarter note; `nil` if there is none.
        var tempo: UInt32?
    }

    private var reader: EventReader
    private let start: Int
    /// The offset of the last branch point; what precedes it can be reached.
    private let lastBranch: Int
    private var loops = XMILoops()
    private(set) var budget: XMILoopBudget
    private var tempo: UInt32?
    /// The later tempo events that differ from the first, and the offset of one.
    private var otherTempos: (count: Int, offset: Int)?
    /// The branch points that have their marker.
    private var markedBranches: Set<UInt8> = []

    private enum Controller {
        static let patchBank: UInt8 = 114
        static let forLoop: UInt8 = 116
        static let nextOrBreak: UInt8 = 117
        static let branchIndex: UInt8 = 120
        /// Locks and protections of channels and voices, the prefix of indirect values, the
        /// counter of bars, and calls of the game.
        static let driver: Set<UInt8> = [110, 111, 112, 113, 115, 118, 119]
    }

    /// Makes a reader for a sequence, which has events.
    init(_ bytes: [UInt8], _ sequence: XMISequence, track: Int, budget: XMILoopBudget) {
        let events = sequence.events ?? 0..<0
        reader = EventReader(bytes, events, track: track)
        start = events.lowerBound
        lastBranch = start + sequence.lastBranch
        self.budget = budget
    }

    /// Reads the events to the end of the track, or to that of an endless loop.
    mutating func read() -> (music: Music, log: DiagnosticLog) {
        var hasEnded = false
        while !hasEnded {
            guard let byte = reader.cursor.next() else {
                // An event that is cut off was reported.
                reader.reportMissingEnd()
                break
            }
            if byte < 0x80 {
                // The bytes of a delay are added up.
                reader.builder.advance(by: Int64(byte))
            } else {
                hasEnded = readEvent(byte, at: reader.cursor.position - 1)
            }
        }
        if let otherTempos {
            let count = otherTempos.count
            reader.report(
                .tempoUnused,
                .note,
                at: otherTempos.offset,
                "\(count) later tempo event\(count == 1 ? "" : "s"): XMI plays at a fixed rate, and "
                    + "the first tempo counts the bars (left out)"
            )
        }
        let (track, log) = reader.finish()
        return (Music(events: track, tempo: tempo), log)
    }

    /// Reads an event after its status; returns whether the track ends with it.
    private mutating func readEvent(_ status: UInt8, at start: Int) -> Bool {
        switch status {
        case 0xFF:
            return readMeta(at: start)
        case 0xF0, 0xF7:
            guard let packet = reader.systemExclusive(status, at: start) else { return true }
            reader.builder.append(.systemExclusive(packet))
        case 0xF1...0xFE:
            reader.skipStatus(status, at: start)
        default:
            guard let data = reader.dataBytes(of: status, at: start) else { return true }
            let message = reader.message(status, data, at: start)
            switch status & 0xF0 {
            case 0x90: return readDuration(of: message, at: start)
            case 0xB0: return take(message, at: start)
            default: reader.builder.append(.channel(message))
            }
        }
        return false
    }

    private mutating func readDuration(of noteOn: MIDIMessage, at start: Int) -> Bool {
        guard let duration = reader.cursor.quantity() else {
            reader.truncate(at: start)
            return true
        }
        reader.appendNote(noteOn, duration: duration, at: start)
        return false
    }

    private mutating func readMeta(at start: Int) -> Bool {
        guard let event = reader.metaEvent(at: start) else { return true }
        guard !event.isEndOfTrack else { return true }
        if case .tempo(let value) = event.value {
            if tempo == nil { tempo = value }
            if value != tempo { otherTempos = ((otherTempos?.count ?? 0) + 1, start) }
        } else if event.type != 0x51 {
            reader.builder.append(.meta(event))
        }
        return false
    }

    /// Takes a controller; returns whether the track ends with it.
    private mutating func take(_ message: MIDIMessage, at start: Int) -> Bool {
        switch message.data1 {
        case Controller.patchBank:
            reader.builder.append(
                .channel(
                    MIDIMessage(status: message.status, data1: 0, data2: message.data2)
                )
            )
        case Controller.forLoop:
            guard loops.open(message.data2, at: reader.cursor.position) else {
                reader.report(
                    .loopUnused,
                    .warning,
                    at: start,
                    "more than 4 loops in each other (played once)"
                )
                return false
            }
            // What players of other files take for the file's loop as well.
            if XMILoops.isEndless(message.data2) {
                reader.builder.append(
                    .channel(
                        MIDIMessage(status: message.status, data1: message.data1, data2: 0)
                    )
                )
            }
        case Controller.nextOrBreak:
            return closeLoop(message, at: start)
        case Controller.branchIndex:
            guard markedBranches.insert(message.data2).inserted else { return false }
            reader.builder.appendMarker("Branch \(message.data2)")
        case let number where Controller.driver.contains(number):
            reader.leaveOut(number, at: start)
        default:
            reader.builder.append(.channel(message))
        }
        return false
    }

    private mutating func closeLoop(_ message: MIDIMessage, at start: Int) -> Bool {
        switch loops.close(message.data2) {
        case .proceed:
            return false
        case .jump(let offset):
            guard budget.take(reader.cursor.position - offset) else {
                loops.abandon()
                reader.report(
                    .loopLimit,
                    .warning,
                    at: start,
                    "loops repeat too much of the file (not repeated from here on)"
                )
                return false
            }
            reader.cursor.seek(offset)
            return false
        case .endless:
            reader.builder.append(.channel(message))
            // A game that branches arrives behind the loop.
            guard lastBranch < reader.cursor.position else { return false }
            reportRest()
            return true
        }
    }

    /// Reports events behind an endless loop, where the game never arrives.
    private mutating func reportRest() {
        let start = reader.cursor.position
        var rest = reader.cursor
        while let byte = rest.peek, byte < 0x80 { _ = rest.next() }
        guard let status = rest.next() else { return }
        guard status != 0xFF || rest.next() != 0x2F else { return }
        let count = reader.cursor.count
        reader.report(
            .musicUnreachable,
            .note,
            at: start,
            "\(count) bytes behind an endless loop (left out)"
        )
    }
}

extension XMITrackReader.Music {
    /// The track for a file: the tempo, the list of timbres, and the events at the file's rate.
    func track(
        at pace: XMIClock.Pace,
        timbres: [(bank: UInt8, program: UInt8)]
    ) -> Track {
        var builder = TrackBuilder()
        builder.appendTempo(pace.tempo)
        if !timbres.isEmpty {
            let list = timbres.map { "\($0.bank):\($0.program)" }.joined(separator: " ")
            let text = "Timbres (bank:program): \(list)"
            builder.append(.meta(MetaEvent(type: 0x01, bytes: Array(text.utf8)[...])))
        }
        for event in events {
            builder.advance(by: Int64(event.delta) * pace.ticksPerInterval)
            if case .meta(let meta) = event.event, meta.isEndOfTrack { break }
            builder.append(event.event)
        }
        return builder.finish()
    }
}
