import MIDI
import SMF
import SamplerHost

/// The events of files as text that other readers' events can be compared with.
///
/// For each file a line `F PATH`; then `E REASON` where it is refused, or for each diagnostic
/// `D CODE SEVERITY TRACK`, for each track `T`, and for each event its tick since the track's start
/// and its bytes in hexadecimal digits: a message with its status, a meta event with FF and its
/// type, a SysEx packet with F0, an escape or a continuation with F7; lengths are left out.
struct EventListing {
    private static let digits = Array("0123456789ABCDEF".utf8)

    private var text: [UInt8] = []

    /// Prints those of the files whose paths come, one a line, on standard input.
    static func print() {
        while let path = readLine() {
            var listing = EventListing()
            listing.add(path)
            listing.flush()
        }
    }

    private mutating func add(_ path: String) {
        text += "F \(path)\n".utf8
        do {
            add(try MIDIFile(InputFile.read(path)))
        } catch {
            text += "E \(error)\n".utf8
        }
    }

    private mutating func add(_ file: MIDIFile) {
        for diagnostic in file.diagnostics {
            let track = diagnostic.track.map { "\($0 + 1)" } ?? "-"
            text += "D \(diagnostic.code.rawValue) \(diagnostic.severity.rawValue) \(track)\n".utf8
        }
        for track in file.tracks {
            text += "T\n".utf8
            var tick: Int64 = 0
            for event in track {
                tick += Int64(event.delta)
                text += "\(tick) ".utf8
                add(event.event)
                text.append(UInt8(ascii: "\n"))
            }
        }
    }

    private mutating func add(_ event: Event) {
        switch event {
        case .channel(let message):
            for byte in message.bytes { add(byte) }
        case .systemExclusive(let packet):
            add(packet.form == .start ? 0xF0 : 0xF7)
            for byte in packet.bytes { add(byte) }
        case .meta(let meta):
            add(0xFF)
            add(meta.type)
            for byte in meta.bytes { add(byte) }
        }
    }

    private mutating func add(_ byte: UInt8) {
        text.append(Self.digits[Int(byte >> 4)])
        text.append(Self.digits[Int(byte & 15)])
    }

    private mutating func flush() {
        FileOutput.write(text, to: 1)
        text.removeAll(keepingCapacity: true)
    }
}
