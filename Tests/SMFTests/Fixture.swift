import MIDI
import SMF

/// Builds files byte by byte, without the code under test.
enum Fixture {
    /// The bytes of a hexadecimal literal; blanks and line ends are ignored, and a word in
    /// apostrophes stands for its letters.
    static func bytes(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        var high: UInt8?
        var isQuoted = false
        for byte in text.utf8 {
            if byte == UInt8(ascii: "'") {
                isQuoted.toggle()
            } else if isQuoted {
                result.append(byte)
            } else if let digit = Character(Unicode.Scalar(byte)).hexDigitValue {
                if let first = high {
                    result.append(first << 4 | UInt8(digit))
                    high = nil
                } else {
                    high = UInt8(digit)
                }
            }
        }
        return result
    }

    /// A 32-bit number, highest byte first.
    static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) }
    }

    /// A chunk; `length` is what it claims, if that is a lie.
    static func chunk(_ id: String, _ content: [UInt8], length: Int? = nil) -> [UInt8] {
        Array(id.utf8) + bigEndian(length ?? content.count) + content
    }

    /// A track chunk of hexadecimal content.
    static func track(_ content: String, length: Int? = nil) -> [UInt8] {
        chunk("MTrk", bytes(content), length: length)
    }

    /// A header chunk.
    static func header(format: Int = 1, tracks: Int, division: Int = 96) -> [UInt8] {
        bytes("'MThd' 00000006") + [format, tracks, division].flatMap { bigEndian($0)[2...] }
    }

    /// A file of format 1 (0 for one track) with these tracks.
    static func file(_ tracks: [UInt8]...) -> [UInt8] {
        header(format: tracks.count == 1 ? 0 : 1, tracks: tracks.count) + tracks.flatMap { $0 }
    }

    /// A RIFF chunk, padded to an even size.
    static func riffChunk(_ id: String, _ content: [UInt8]) -> [UInt8] {
        Array(id.utf8) + bigEndian(content.count).reversed() + content
            + (content.count % 2 == 0 ? [] : [0])
    }

    /// One note and end-of-track.
    static let note = "00 90 3C 40  60 80 3C 40  00 FF 2F 00"
}

extension MIDIFile {
    /// The codes of all diagnostics.
    var codes: [Diagnostic.Code] { diagnostics.map(\.code) }
}

extension Track {
    /// The channel messages as bytes, each after its delta time.
    var messages: [[Int]] {
        compactMap { event in
            guard case .channel(let message) = event.event else { return nil }
            return [Int(event.delta)] + message.bytes.map(Int.init)
        }
    }

    /// The values of the meta events but end-of-track.
    var values: [MetaEvent.Value?] {
        compactMap { event -> MetaEvent.Value?? in
            guard case .meta(let meta) = event.event, !meta.isEndOfTrack else { return nil }
            return .some(meta.value)
        }
    }

    /// The SysEx packets and escapes.
    var packets: [SystemExclusivePacket] {
        compactMap { event in
            guard case .systemExclusive(let packet) = event.event else { return nil }
            return packet
        }
    }
}
