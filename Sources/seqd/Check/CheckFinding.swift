import SMF
import Sequencer

/// Something that `seqd check` found: in the bytes, in the music, or against a SoundFont.
struct CheckFinding: Sendable {
    var severity: Diagnostic.Severity
    /// A stable word for what was found.
    var code: String
    /// Which pattern, from 1, in a file of format 2.
    var pattern: Int?
    /// The track, from 1.
    var track: Int?
    /// The port, from 1, where the file has several.
    var port: Int?
    /// The channel, from 1.
    var channel: Int?
    /// The place in the file in bytes, where there is one.
    var offset: Int?
    var tick: Int64?
    /// The time in musical and real time; `nil` where there is no time.
    var time: SequenceDescription.Time?
    /// What is wrong and what a player does with it.
    var detail: String

    /// Where it is, for people: `track 3, channel 1, 17:2 (34.2s), byte 0x1A2`.
    var location: String {
        var parts: [String] = []
        if let track { parts.append("track \(track)") }
        if let channel {
            parts.append((port.map { "port \($0) " } ?? "") + "channel \(channel)")
        }
        if let time {
            parts.append(
                time.barBeat == nil
                    ? time.timeText : "\(time.positionText) (\(time.timeText))"
            )
        }
        if let offset { parts.append("byte 0x\(String(offset, radix: 16, uppercase: true))") }
        return parts.joined(separator: ", ")
    }
}

/// What findings have in common that are counted and shown together.
struct CheckKind: Hashable, Sendable {
    var severity: Diagnostic.Severity
    var code: String
}
