import MIDI
import SMF

/// Reads the packets of a clip as the tracks of a MIDI file.
struct ClipReader {
    /// An event with its time, and the group of one that is for an instrument.
    private struct Entry {
        var tick: Int64
        var group: UInt8?
        var event: Event
    }

    private var reader: PacketReader
    private var log = DiagnosticLog()
    private var losses = Losses()
    /// The offset of the packet that is read.
    private var offset = 0
    /// The time since the start of the clip, in its ticks.
    private var tick: Int64 = 0
    private var hasStarted = false
    private var hasEnded = false
    private var ticksPerQuarter: UInt16 = 0
    private var divisionOffset = 0
    private var entries: [Entry] = []
    /// The texts and the System Exclusive messages that have begun, each with its time.
    private var texts: [UInt32: (bytes: [UInt8], tick: Int64)] = [:]
    private var messages: [UInt8: (bytes: [UInt8], tick: Int64)] = [:]
    /// The MIDI clocks of a metronome's click.
    private var clocksPerClick: UInt8 = 24

    /// Makes a reader of the packets from an offset on.
    init(_ bytes: [UInt8], from start: Int) { reader = PacketReader(bytes, from: start) }

    // MARK: Reading

    /// Reads all.
    ///
    /// - Returns: The music, and the findings.
    /// - Throws: An error for a clip that does not say how long a tick is.
    mutating func read() throws(SMFError) -> (file: MIDIFile, log: DiagnosticLog) {
        let start = reader.position
        while !hasEnded {
            offset = reader.position
            guard let packet = reader.next() else { break }
            take(packet)
        }
        guard ticksPerQuarter > 0 else {
            throw SMFError(
                code: .divisionInvalid,
                offset: start,
                detail: "the clip does not give the ticks of a quarter note (DCTPQ)"
            )
        }
        let file = file()
        reportEnd(start)
        for (loss, count, offset) in losses.all {
            let severity: Diagnostic.Severity = loss.isRounding ? .note : .warning
            log.report(.midi2Loss, severity, offset: offset, loss.words(count))
        }
        return (file, log)
    }

    private mutating func take(_ packet: Packet) {
        switch packet.kind {
        case .utility:
            switch packet.status >> 4 {
            case 0x3 where !hasStarted:
                ticksPerQuarter = UInt16(packet.words[0] & 0xFFFF)
                divisionOffset = offset
            case 0x4: tick += Int64(packet.words[0] & 0xF_FFFF)
            // Nothing, and what is for the jitter of a wire.
            default: break
            }
        case .system:
            let length = MIDIMessage.length(ofStatus: packet.status)
            guard packet.status > 0xF0, length > 0 else {
                return losses.note(.reserved, at: offset)
            }
            // Their first byte is the status.
            let bytes = [packet.status] + (2..<1 + length).map { packet.byte($0) & 0x7F }
            let escape = SystemExclusivePacket(form: .escape, bytes: bytes[...])
            add(.systemExclusive(escape), packet.group)
        case .channel1:
            guard (0x80...0xEF).contains(packet.status) else {
                return losses.note(.reserved, at: offset)
            }
            let length = MIDIMessage.length(ofStatus: packet.status)
            let message = MIDIMessage(
                status: packet.status,
                data1: packet.byte(2) & 0x7F,
                data2: length == 3 ? packet.byte(3) & 0x7F : 0
            )
            add(.channel(message), packet.group)
        case .channel2:
            var found: [Loss] = []
            for message in ChannelMessage2(packet).messages({ found.append($0) }) {
                add(.channel(message), packet.group)
            }
            for loss in found { losses.note(loss, at: offset) }
        case .systemExclusive: takeSystemExclusive(packet)
        case .data: takeData(packet)
        case .flexData: take(FlexData(packet))
        case .stream: takeStream(packet)
        case nil: losses.note(.reserved, at: offset)
        }
    }

    private mutating func takeStream(_ packet: Packet) {
        switch packet.words[0] >> 16 {
        case Packet.startOfClip.words[0] >> 16: start()
        case Packet.endOfClip.words[0] >> 16: hasEnded = true
        // About the device that has made the clip.
        default: break
        }
    }

    /// Begins the music: all that stands before is to be set up before it.
    private mutating func start() {
        guard !hasStarted else {
            return log.report(
                .headerRepeated,
                .warning,
                offset: offset,
                tick: tick,
                "another start of clip (ignored)"
            )
        }
        hasStarted = true
        tick = 0
        for index in entries.indices { entries[index].tick = 0 }
        for key in texts.keys { texts[key]?.tick = 0 }
        for group in messages.keys { messages[group]?.tick = 0 }
    }

    /// Takes a part of a System Exclusive message of up to six bytes (M2-104-UM, 7.7).
    private mutating func takeSystemExclusive(_ packet: Packet) {
        let count = min(6, Int(packet.status & 0x0F))
        let bytes = (2..<2 + count).map { packet.byte($0) & 0x7F }
        let form = packet.status >> 4
        if form <= 1 {
            if messages[packet.group] != nil { reportUnterminated(packet.group) }
            messages[packet.group] = (bytes, tick)
        } else {
            guard messages[packet.group] != nil else { return reportUnterminated(packet.group) }
            messages[packet.group]?.bytes += bytes
        }
        guard form == 0 || form == 3, let message = messages.removeValue(forKey: packet.group)
        else { return }
        let whole = SystemExclusivePacket(form: .start, bytes: (message.bytes + [0xF7])[...])
        add(.systemExclusive(whole), packet.group, at: message.tick)
    }

    private mutating func reportUnterminated(_ group: UInt8) {
        messages[group] = nil
        log.report(
            .sysExUnterminated,
            .error,
            offset: offset,
            tick: tick,
            "a part of a System Exclusive message without the others (skipped)"
        )
    }

    private mutating func takeData(_ packet: Packet) {
        switch packet.status >> 4 {
        case 0x0, 0x1: losses.note(.data, at: offset)
        case 0x8: losses.note(.mixedData, at: offset)
        case 0x2, 0x3, 0x9: break
        default: losses.note(.reserved, at: offset)
        }
    }

    // MARK: Tempo, meter, key and texts

    private mutating func take(_ data: FlexData) {
        switch data.meaning {
        case .tempo:
            // In units of 10 ns (M2-104-UM, 7.5.3).
            let rounded = (UInt64(data.word) + 50) / 100
            guard (1...0xFF_FFFF).contains(rounded) else {
                return losses.note(.tempo, at: offset)
            }
            if UInt64(data.word) != rounded * 100 { losses.note(.tempoResolution, at: offset) }
            add(meta: 0x51, [16, 8, 0].map { UInt8(truncatingIfNeeded: rounded >> $0) })
        case .metronome: takeMetronome(max(1, data.packet.byte(4)))
        case .timeSignature:
            let bytes = (4..<7).map(data.packet.byte)
            guard bytes[0] > 0, bytes[1] <= 8 else { return losses.note(.meter, at: offset) }
            let thirtySeconds = bytes[2] == 0 ? 8 : bytes[2]
            add(meta: 0x58, [bytes[0], bytes[1], clocksPerClick, thirtySeconds])
        case .keySignature:
            guard let key = KeySignature(flexData: data.word) else {
                return losses.note(.flexData, at: offset)
            }
            add(meta: 0x59, [UInt8(bitPattern: key.sharps), key.isMinor ? 1 : 0])
        case .text(let bank, let status): takeText(data, bank, status)
        case .other: losses.note(.flexData, at: offset)
        }
    }

    /// Takes the clocks of a click, which MIDI files have in their time signatures.
    private mutating func takeMetronome(_ clocks: UInt8) {
        clocksPerClick = clocks
        for index in entries.indices.reversed() where entries[index].tick == tick {
            guard case .meta(var meta) = entries[index].event, meta.type == 0x58 else { continue }
            meta.bytes[meta.bytes.startIndex + 2] = clocks
            entries[index].event = .meta(meta)
            return
        }
    }

    private mutating func takeText(_ data: FlexData, _ bank: UInt8, _ status: UInt8) {
        switch data.form {
        case .complete, .start:
            if texts[data.key] != nil { reportTextPart() }
            texts[data.key] = (data.bytes, tick)
        case .continuation, .end:
            guard texts[data.key] != nil else { return reportTextPart() }
            texts[data.key]?.bytes += data.bytes
        }
        guard data.form == .complete || data.form == .end,
            let text = texts.removeValue(forKey: data.key)
        else { return }
        let type = TextMeaning.type(bank: bank, status: status)
        if type == nil { losses.note(.text, at: offset) }
        // The last packet is filled up with zeros.
        add(meta: type ?? 0x01, Array(text.bytes.prefix { $0 != 0 }), at: text.tick)
    }

    private mutating func reportTextPart() {
        log.report(
            .payloadTruncated,
            .warning,
            offset: offset,
            tick: tick,
            "a part of a text without the others (skipped)"
        )
    }

    // MARK: Events

    private mutating func add(meta type: UInt8, _ bytes: [UInt8], at time: Int64? = nil) {
        add(.meta(MetaEvent(type: type, bytes: bytes[...])), nil, at: time)
    }

    private mutating func add(_ event: Event, _ group: UInt8?, at time: Int64? = nil) {
        entries.append(Entry(tick: time ?? tick, group: group, event: event))
    }

    /// A time in the ticks of the file, which has at most 32,767 to a quarter note.
    private mutating func time(_ tick: Int64) -> Int64 {
        guard ticksPerQuarter > 0x7FFF else { return tick }
        let (scaled, rest) = (2 * tick * Int64(division) + Int64(ticksPerQuarter))
            .quotientAndRemainder(dividingBy: 2 * Int64(ticksPerQuarter))
        if rest != Int64(ticksPerQuarter) { losses.note(.division, at: divisionOffset) }
        return scaled
    }

    /// The ticks of a quarter note in the file.
    private var division: UInt16 {
        ticksPerQuarter > 0x7FFF ? ticksPerQuarter / 2 : ticksPerQuarter
    }

    /// The music: one track, or one of tempo, meter and texts, and one for each of several groups.
    private mutating func file() -> MIDIFile {
        // A message of several packets has the time of the first.
        let ordered = entries.enumerated()
            .sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }
            .map(\.element)
        let end = time(max(tick, ordered.last?.tick ?? 0))
        let groups = Set(ordered.compactMap(\.group)).sorted()
        let isSingle = groups.count < 2
        var tracks = [TrackBuilder()]
        var trackOfGroup: [UInt8: Int] = [:]
        for group in groups where !isSingle {
            var track = TrackBuilder()
            track.append(.meta(MetaEvent(type: 0x21, bytes: [group])), at: 0)
            trackOfGroup[group] = tracks.count
            tracks.append(track)
        }
        for entry in ordered {
            let index = entry.group.flatMap { trackOfGroup[$0] } ?? 0
            tracks[index].append(entry.event, at: time(entry.tick))
        }
        return MIDIFile(
            format: isSingle ? .single : .simultaneous,
            division: .ticksPerQuarter(division),
            tracks: tracks.map { $0.finished(at: end) }
        )
    }

    // MARK: The end

    /// Reports what is missing, or too much, at the end.
    private mutating func reportEnd(_ start: Int) {
        for group in messages.keys.sorted() { reportUnterminated(group) }
        for _ in texts { reportTextPart() }
        let rest = reader.rest
        if hasEnded {
            guard rest > 0 else { return checkStart(start) }
            log.report(
                .trailingBytes,
                .warning,
                offset: reader.position,
                "\(rest) bytes behind the end of the clip (ignored)"
            )
        } else if rest > 0 {
            log.report(
                .trackTruncated,
                .error,
                offset: reader.position,
                "the clip ends in the middle of a message (\(rest) bytes skipped)"
            )
        } else {
            log.report(
                .endOfTrackMissing,
                .warning,
                offset: reader.position,
                "end of clip missing (repaired)"
            )
        }
        checkStart(start)
    }

    private mutating func checkStart(_ start: Int) {
        guard !hasStarted else { return }
        log.report(
            .midi2StartMissing,
            .warning,
            offset: start,
            "start of clip missing (the music begins at once)"
        )
    }
}
