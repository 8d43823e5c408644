import MIDI
import SMF

/// Makes a MIDI file of the records of midicsv, as its csvmidi does.
///
/// csvmidi leaves some records out, or forces numbers into their range; this reports a fault.
struct CSVAssembler {
    var cursor: LineCursor
    var assembly = Assembly()
    /// Bytes of the event that is being read.
    var scratch: [UInt8] = []
    /// The number that the track's records begin with.
    private var trackNumber: Int64 = 0
    private var hasEndOfFile = false

    /// Makes an assembler for a text.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        cursor = unsafe LineCursor(bytes)
    }

    /// Reads the text.
    mutating func assemble() throws(AssemblyError) -> MIDIFile {
        while cursor.nextLine() {
            do throws(TextFault) {
                try readLine()
            } catch {
                guard assembly.note(error) else { break }
            }
        }
        return try assembly.finish(orFault: missing)
    }

    /// The fault that the text lacks something at its end.
    private var missing: TextFault? {
        let record =
            assembly.format == nil
            ? "Header" : assembly.isInTrack ? "End_track" : hasEndOfFile ? nil : "End_of_file"
        return record.map {
            TextFault(line: cursor.line + 1, column: 1, detail: "end of text, expected \($0)")
        }
    }

    private mutating func readLine() throws(TextFault) {
        cursor.skipBlanks()
        let start = cursor.position
        // Comments are whole lines; behind a record there may be anything.
        guard let first = cursor.peek(), first != 0x23, first != 0x3B else { return }
        let number = try number("track", in: 0...65_535)
        cursor.skipBlanks()
        let timePosition = cursor.position
        let tick = try self.number("time", in: 0...(1 << 60))
        cursor.skipBlanks()
        let position = cursor.position
        let name = self.name()
        guard let record = unsafe CSVRecord.named(cursor.bytes[name]) else {
            let found = name.isEmpty ? "record missing" : "unknown record \(cursor.quoted(name))"
            throw cursor.fault(at: position, "\(found), expected one such as Note_on_c or Tempo")
        }
        switch record {
        case .header: try readHeader(at: position)
        case .startTrack: try beginTrack(number, at: position)
        case .endOfFile:
            hasEndOfFile = true
            guard !assembly.isInTrack else {
                throw cursor.fault(at: position, "End_of_file inside a track, expected End_track")
            }
        default:
            guard assembly.isInTrack else {
                throw cursor.fault(at: position, "event outside a track, expected Start_track")
            }
            guard number == trackNumber else {
                throw cursor.fault(at: start, "track \(number), expected \(trackNumber)")
            }
            if case .endTrack = record, assembly.hasEnded { return assembly.endTrack() }
            if let fault = assembly.fault(ofTick: tick) {
                throw cursor.fault(at: timePosition, fault)
            }
            try readEvent(record, at: tick, position)
        }
    }

    private mutating func readHeader(at position: Int) throws(TextFault) {
        guard assembly.format == nil else {
            throw cursor.fault(at: position, "Header given more than once")
        }
        let format = try number("format", in: 0...2)
        // As many as there are will be written.
        _ = try number("tracks", in: 0...65_535)
        cursor.skipBlanks()
        let divisionPosition = cursor.position
        // midicsv writes the 16 bits as a number with a sign; people write them without.
        let word = UInt16(truncatingIfNeeded: try number("division", in: -32_768...65_535))
        guard let division = Division(word: word) else {
            throw cursor.fault(
                at: divisionPosition,
                "division \(word), expected 1 … 32767 or a SMPTE time base"
            )
        }
        assembly.format = MIDIFile.Format(rawValue: UInt16(format))
        assembly.division = division
    }

    private mutating func beginTrack(_ number: Int64, at position: Int) throws(TextFault) {
        guard assembly.format != nil else {
            throw cursor.fault(at: position, "Start_track before Header, expected Header first")
        }
        guard !assembly.isInTrack else {
            throw cursor.fault(at: position, "Start_track inside a track, expected End_track")
        }
        guard assembly.tracks.count < Assembly.trackLimit else {
            throw cursor.fault(at: position, "more than \(Assembly.trackLimit) tracks")
        }
        if assembly.format == .single, assembly.tracks.count == 1 {
            throw cursor.fault(at: position, "second track in format 0, expected only one")
        }
        trackNumber = number
        assembly.beginTrack()
    }

    private mutating func readEvent(
        _ record: CSVRecord,
        at tick: Int64,
        _ position: Int
    ) throws(TextFault) {
        scratch.removeAll(keepingCapacity: true)
        let event: Event
        if let status = try readMessage(record) {
            event = .channel(status)
        } else if case .systemExclusive(let status) = record {
            try readBytes()
            event = .systemExclusive(packet(status))
        } else {
            event = .meta(MetaEvent(type: try readMeta(record), bytes: scratch[...]))
        }
        if let fault = assembly.fault(of: event) { throw cursor.fault(at: position, fault) }
        let encoding = EventEncoding(usesRunningStatus: assembly.take(event))
        assembly.append(event, at: tick, encoding: encoding)
        if case .endTrack = record { assembly.endTrack() }
    }

    private func packet(_ status: UInt8) -> SystemExclusivePacket {
        let form: SystemExclusivePacket.Form =
            status == 0xF0 ? .start : assembly.isMessageOpen ? .continuation : .escape
        return SystemExclusivePacket(form: form, bytes: scratch[...])
    }
}
