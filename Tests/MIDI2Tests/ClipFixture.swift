import MIDI
import MIDI2
import SMF

/// Clips of packets that tests write as words.
enum ClipFixture {
    /// The bytes of a clip.
    ///
    /// - Parameters:
    ///   - music: The words of its packets, each with the ticks since the packet before: `96: 20903C40`.
    ///   - ticks: The ticks of a quarter note; `nil` for none.
    ///   - isComplete: Whether it has a start and an end.
    /// - Returns: The bytes.
    static func clip(_ music: String..., ticks: UInt32? = 96, isComplete: Bool = true) -> [UInt8] {
        var words: [UInt32] = []
        if let ticks { words += [0x0040_0000, 0x0030_0000 | ticks] }
        if isComplete { words += [0x0040_0000, 0xF020_0000, 0, 0, 0] }
        for packet in music {
            let parts = packet.split(separator: ":")
            words.append(0x0040_0000 | (UInt32(parts[0]) ?? 0))
            words += parts[1].split(separator: " ").map { UInt32($0, radix: 16) ?? 0 }
        }
        if isComplete { words += [0x0040_0000, 0xF021_0000, 0, 0, 0] }
        return Array("SMF2CLIP".utf8)
            + words.flatMap { word in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
            }
    }
}

extension MIDIFile {
    /// The severities, codes and words of the findings.
    var findings: [String] {
        diagnostics.map { "\($0.severity) \($0.code.rawValue): \($0.detail)" }
    }
}

extension Track {
    /// The events but end-of-track, each after its tick: `96: 90 3C 40`, `0: FF 51 07 A1 20`.
    var texts: [String] {
        var tick: Int64 = 0
        return compactMap { event in
            tick += Int64(event.delta)
            var bytes: [UInt8]
            switch event.event {
            case .channel(let message): bytes = message.bytes
            case .systemExclusive(let packet):
                bytes = [packet.form == .start ? 0xF0 : 0xF7] + packet.bytes
            case .meta(let meta):
                guard !meta.isEndOfTrack else { return nil }
                bytes = [0xFF, meta.type] + meta.bytes
            }
            let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            return "\(tick): \(digits.joined(separator: " "))"
        }
    }
}
