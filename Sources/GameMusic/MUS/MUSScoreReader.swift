import MIDI
import SMF

/// Reads the score of a MUS file.
struct MUSScoreReader {
    private var reader: EventReader
    private var channels = MUSChannels()
    /// The velocity of the last note of each MIDI channel, for notes that give none.
    private var velocities = [UInt8](repeating: Self.firstVelocity, count: 16)

    /// The velocity of a note that gives none before any has given one (Chocolate Doom).
    private static let firstVelocity: UInt8 = 127
    /// The pitch wheel has 256 steps for MIDI's 16,384; its centre, 128, is MIDI's 8192.
    private static let wheelStep = 64

    /// An event's type, in bits 4 … 6.
    private enum Kind: UInt8 {
        case releaseNote
        case playNote
        case pitchWheel
        case systemEvent
        case controller
        case endOfMeasure
        case scoreEnd
    }

    /// Makes a reader for the score that begins at an offset.
    init(_ bytes: [UInt8], from start: Int) {
        // The length in the header has 16 bits, and longer scores exist: their own end counts.
        reader = EventReader(bytes, start..<bytes.count, track: 0)
    }

    /// Reads the score; `end` is the offset after its end event, `nil` if it has none.
    mutating func read() -> (track: Track, log: DiagnosticLog, end: Int?) {
        reader.builder.appendTempo(MUSFile.tempo)
        let end = readEvents()
        let (track, log) = reader.finish()
        return (track, log, end)
    }

    /// Reads events; returns the offset after the end event, `nil` where something is wrong.
    private mutating func readEvents() -> Int? {
        while let descriptor = reader.cursor.next() {
            let start = reader.cursor.position - 1
            guard let kind = Kind(rawValue: descriptor >> 4 & 0x07) else {
                reader.report(
                    .statusIllegal,
                    .error,
                    at: start,
                    "event of type 7, expected 0 … 6 (rest of track skipped)"
                )
                return nil
            }
            if kind == .scoreEnd { return reader.cursor.position }
            guard readEvent(kind, channel: descriptor & 0x0F, at: start),
                readDelay(after: descriptor)
            else { return nil }
        }
        reader.reportMissingEnd()
        return nil
    }

    /// Reads the time until the next event, if there is one; `false` where it is cut off.
    private mutating func readDelay(after descriptor: UInt8) -> Bool {
        guard descriptor >= 0x80 else { return true }
        let start = reader.cursor.position
        guard let delay = reader.cursor.quantity() else {
            reader.truncate(at: start)
            return false
        }
        reader.advance(by: delay, at: start)
        return true
    }

    /// Reads an event after its first byte; `false` where it is cut off.
    private mutating func readEvent(_ kind: Kind, channel: UInt8, at start: Int) -> Bool {
        guard kind != .endOfMeasure, kind != .scoreEnd else { return true }
        guard let data = reader.cursor.next() else {
            reader.truncate(at: start)
            return false
        }
        let channel = channels.midiChannel(of: channel)
        switch kind {
        case .releaseNote:
            append(0x80 | channel, data & 0x7F, TrackBuilder.releaseVelocity, at: start)
        case .playNote:
            guard let velocity = velocity(for: data, channel, at: start) else { return false }
            append(0x90 | channel, data & 0x7F, velocity, at: start)
        case .pitchWheel:
            let value = Int(data) * Self.wheelStep
            append(0xE0 | channel, UInt8(value & 0x7F), UInt8(value >> 7), at: start)
        case .systemEvent:
            appendController(data, value: nil, channel, at: start)
        case .controller:
            guard let value = reader.cursor.next() else {
                reader.truncate(at: start)
                return false
            }
            if data == MUSController.program {
                append(0xC0 | channel, value, 0, at: start)
            } else {
                appendController(data, value: value, channel, at: start)
            }
        case .endOfMeasure, .scoreEnd:
            break
        }
        return true
    }

    /// The velocity of a note, which follows a key with the high bit; `nil` where it is cut off.
    private mutating func velocity(for key: UInt8, _ channel: UInt8, at start: Int) -> UInt8? {
        guard key >= 0x80 else { return velocities[Int(channel)] }
        guard let velocity = reader.cursor.next() else {
            reader.truncate(at: start)
            return nil
        }
        velocities[Int(channel)] = min(velocity, 0x7F)
        return velocity
    }

    private mutating func appendController(
        _ number: UInt8,
        value: UInt8?,
        _ channel: UInt8,
        at start: Int
    ) {
        guard let midiNumber = MUSController.midiNumber(of: number) else {
            reader.report(
                .dataByteRange,
                .warning,
                at: start,
                "controller \(number), expected 0 … 14 (skipped)"
            )
            return
        }
        // Mode messages have no value in MUS, whatever event they come in.
        let isMode = midiNumber >= 120
        let value = isMode ? nil : value
        append(
            0xB0 | channel,
            midiNumber,
            value ?? MUSController.value(ofModeMessage: midiNumber),
            at: start
        )
    }

    /// Adds a message; a value above 127 is lowered, as the games' driver does.
    private mutating func append(
        _ status: UInt8,
        _ data1: UInt8,
        _ data2: UInt8,
        at start: Int
    ) {
        if data1 | data2 >= 0x80 {
            reader.report(
                .dataByteRange,
                .warning,
                at: start,
                "value \(max(data1, data2)), expected 0 … 127 (read as 127)"
            )
        }
        let message = MIDIMessage(
            status: status,
            data1: min(data1, 0x7F),
            data2: min(data2, 0x7F)
        )
        reader.builder.append(.channel(message))
    }
}
