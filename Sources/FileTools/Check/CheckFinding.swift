package import SMF
package import Sequencer

/// A diagnostic with its position in the music.
package struct CheckFinding: Sendable {
    /// The diagnostic; its track is the file's.
    package let diagnostic: Diagnostic
    /// The pattern, from 1, in a file of format 2.
    package let pattern: Int?
    /// The position in musical and real time; `nil` if the diagnostic has no tick.
    package let time: SequenceDescription.Time?
    /// The port, from 1; `nil` if the channel alone is enough.
    package let port: Int?

    /// Adds the position to a diagnostic.
    ///
    /// - Parameters:
    ///   - diagnostic: The diagnostic.
    ///   - description: The sequence that it belongs to; `nil` for a file that has none.
    package init(_ diagnostic: Diagnostic, in description: SequenceDescription?) {
        self.diagnostic = diagnostic
        pattern = description?.pattern
        time = diagnostic.tick.flatMap { description?.time(atTick: $0) }
        port = description?.hasOnePort == false ? diagnostic.port.map { Int($0) + 1 } : nil
    }

    /// The track, from 1.
    package var track: Int? { diagnostic.track.map { $0 + 1 } }
    /// The channel, from 1.
    package var channel: Int? { diagnostic.channel.map { Int($0) + 1 } }

    /// The position in text: `track 3, channel 1, 17:2 (34.2s), byte 0x1A2`.
    package var location: String {
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
        if let offset = diagnostic.offset {
            parts.append("byte 0x\(String(offset, radix: 16, uppercase: true))")
        }
        return parts.joined(separator: ", ")
    }
}
