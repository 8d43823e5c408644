import MIDI
import SMF
import SMFText
import TestSupport

/// Files made by hand, and files that a seed makes.
enum TextFixture {
    /// A file with an event of every kind that has words of its own.
    static var full: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Étude \"1\"") { track in
            track.meta(at: 0, type: 0x00, [0x01, 0x02])
            track.meta(at: 0, type: 0x00, [])
            track.text(at: 0, .copyright, "© me")
            track.tempo(at: 0, microsecondsPerQuarter: 500_000)
            track.meter(at: 0, 6, denominatorPower: 3)
            track.keySignature(at: 0, sharps: -3, isMinor: true)
            track.meta(at: 0, type: 0x54, [0x41, 2, 3, 4, 5])
            track.tempo(at: 960, microsecondsPerQuarter: 700_000)
            track.marker(at: 960, "Tab\tand\nline \\ \u{1}")
            track.text(at: 960, .cuePoint, "\u{202E}bell")
        }
        song.track { track in
            track.meta(at: 0, type: 0x20, [9])
            track.port(at: 0, 1)
            track.text(at: 0, .instrumentName, "Kit")
            track.text(at: 0, .programName, "Room")
            track.text(at: 0, .deviceName, "Box")
            track.meta(at: 0, type: 0x0A, Array("ten".utf8))
            track.program(at: 0, channel: 9, 8)
            track.program(at: 0, channel: 0, 48)
            track.control(at: 0, channel: 0, .volume, 100)
            track.control(at: 0, channel: 0, Controller(rawValue: 3), 1)
            track.noteOn(at: 0, channel: 0, key: 60, velocity: 100)
            track.text(at: 0, .lyric, "la")
            track.bend(at: 120, channel: 0, 0)
            track.bend(at: 240, channel: 15, 16_383)
            track.pressure(at: 240, channel: 0, 7)
            track.pressure(at: 240, channel: 0, key: 60, 8)
            track.message(at: 480, .noteOff(channel: 0, key: 60, velocity: 33))
            track.systemExclusive(at: 480, [0x7E, 0x7F, 0x09, 0x01, 0xF7])
            track.systemExclusive(at: 490, [0x43, 0x12])
            track.escape(at: 495, [0x00, 0xF7])
            track.escape(at: 500, [0xF3, 0x01])
            track.meta(at: 500, type: 0x7F, [0x41, 0x00])
            track.meta(at: 500, type: 0x60, [0xFF])
        }
        return song
    }

    /// A text with all statements, most marks and comments.
    static let lines = """
        smf-text 1
        format 1
        division 96
        running-status yes
        header-extension 01 02
        riff-prefix 52 49 46 46 00 00 00 00 52 4D 49 44 64 61 74 61 00 00 00 00

        chunk "XFIH"
        chunk-bytes 00 01 02
        track  # 1: a
        0 track-name "a"
        0 note-on ch:1 60 100 delta-padding:1
        +10 note-on ch:1 60 0 status:written
        20 sysex F0 01 F7 length-padding:2
        20 meta 0x51 01  # wrong length or value
        30 text "\\xE9\\n" length-padding:1
        30 end-of-track
        riff-suffix 00

        """

    /// A file of all kinds of event that a seed determines.
    static func random(seed: UInt64) -> MIDIFile {
        var numbers = SeededGenerator(seed: seed)
        let format: MIDIFile.Format = [.single, .simultaneous, .independent][Int(seed % 3)]
        let division: Division =
            Bool.random(using: &numbers)
            ? .ticksPerQuarter(.random(in: 1...32_767, using: &numbers))
            : .smpte(
                SMPTERate.allCases.randomElement(using: &numbers) ?? .fps25,
                ticksPerFrame: .random(in: 1...255, using: &numbers)
            )
        let count = format == .single ? 1 : Int.random(in: 1...4, using: &numbers)
        let tracks = (0..<count).map { _ in
            track(&numbers, events: Int.random(in: 0...60, using: &numbers))
        }
        return MIDIFile(format: format, division: division, tracks: tracks)
    }

    private static func track(_ numbers: inout SeededGenerator, events: Int) -> Track {
        var track = Track()
        for _ in 0..<events {
            let top: UInt32 = Bool.random(using: &numbers) ? 200 : 0x0FFF_FFFF
            let delta = UInt32.random(in: 0...top, using: &numbers)
            track.append(TrackEvent(delta: delta, event: event(&numbers)))
        }
        track.append(TrackEvent(delta: 0, event: .meta(.endOfTrack)))
        return track
    }

    private static func event(_ numbers: inout SeededGenerator) -> Event {
        let bytes = (0..<Int.random(in: 0...12, using: &numbers)).map { _ in
            UInt8.random(in: 0...255, using: &numbers)
        }
        switch Int.random(in: 0...9, using: &numbers) {
        case 0:
            return .systemExclusive(SystemExclusivePacket(form: .start, bytes: bytes + [0xF7]))
        case 1: return .systemExclusive(SystemExclusivePacket(form: .escape, bytes: bytes[...]))
        case 2, 3, 4:
            let type = UInt8.random(in: 0...255, using: &numbers)
            return .meta(MetaEvent(type: type == 0x2F ? 0x51 : type, bytes: bytes[...]))
        default:
            let status = UInt8.random(in: 0x80...0xEF, using: &numbers)
            let data2 = UInt8.random(in: 0...127, using: &numbers)
            return .channel(
                MIDIMessage(
                    status: status,
                    data1: .random(in: 0...127, using: &numbers),
                    data2: status & 0xE0 == 0xC0 ? 0 : data2
                )
            )
        }
    }
}

extension SystemExclusivePacket {
    /// Makes a packet of all the bytes of an array.
    fileprivate init(form: Form, bytes: [UInt8]) {
        self.init(form: form, bytes: bytes[...])
    }
}
