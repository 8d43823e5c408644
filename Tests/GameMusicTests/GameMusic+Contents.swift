import GameMusic
import MIDI
import SMF

extension GameMusic {
    /// Reads a file of the format that its bytes name.
    init(
        _ bytes: [UInt8],
        policy: ReadPolicy = .tolerant,
        inflating: Inflating? = nil
    ) throws {
        guard let format = GameMusicFormat(of: bytes) else { throw UnknownFormat() }
        try self.init(bytes, as: format, policy: policy, inflating: inflating)
    }
}

/// The bytes are of no format of game music.
struct UnknownFormat: Error {}

extension MIDIFile {
    /// The codes of all diagnostics.
    var codes: [Diagnostic.Code] { diagnostics.map(\.code) }
}

extension Track {
    /// The channel messages as text, each after its tick: `96: 90 3C 40`.
    var messages: [String] {
        var tick: Int64 = 0
        return compactMap { event in
            tick += Int64(event.delta)
            guard case .channel(let message) = event.event else { return nil }
            return "\(tick): \(message.bytes.map(Self.hexadecimal).joined(separator: " "))"
        }
    }

    /// The meta events but end-of-track, each after its tick: `0: FF 51 07 A1 20`.
    var metaEvents: [String] {
        var tick: Int64 = 0
        return compactMap { event in
            tick += Int64(event.delta)
            guard case .meta(let meta) = event.event, !meta.isEndOfTrack else { return nil }
            let bytes = ([0xFF, meta.type] + meta.bytes).map(Self.hexadecimal)
            return "\(tick): \(bytes.joined(separator: " "))"
        }
    }

    /// The texts of a kind, each after its tick: `0: loopStart`.
    func texts(_ kind: TextKind) -> [String] {
        var tick: Int64 = 0
        return compactMap { event in
            tick += Int64(event.delta)
            guard case .meta(let meta) = event.event, meta.type == kind.type else { return nil }
            return "\(tick): \(String(decoding: meta.bytes, as: UTF8.self))"
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
