/// The rules for the order of events in a track.
///
/// One for each track, given its events one after another.
struct EventOrder {
    /// Whether the track's end-of-track was taken.
    private(set) var hasEnded = false
    /// Whether a SysEx message waits for its F7.
    ///
    /// A channel message closes it; meta events do not.
    private(set) var isMessageOpen = false

    /// A reason for refusal.
    struct Refusal {
        var code: SMFWriteError.Code
        var detail: String
    }

    /// Takes channel messages, one or more.
    mutating func takeChannelMessages() -> Refusal? {
        guard !hasEnded else { return Self.afterEnd("channel message") }
        isMessageOpen = false
        return nil
    }

    /// Takes an event with a payload, by its type and the last of its bytes.
    ///
    /// - Parameters:
    ///   - content: As ``Track/Record/content`` has it.
    ///   - count: The number of its bytes.
    ///   - last: The last of them.
    /// - Returns: The reason why the event cannot come here; `nil` if it can.
    mutating func take(_ content: UInt32, count: Int, last: UInt8?) -> Refusal? {
        let isMeta = content & 0xFF == 0xFF
        guard !hasEnded else { return Self.afterEnd(isMeta ? "meta event" : "SysEx event") }
        guard count <= Int(Quantity.largest) else {
            return Refusal(
                code: .payloadTooLong,
                detail: "\(isMeta ? "meta" : "SysEx") event of \(count) bytes, "
                    + "expected at most \(Quantity.largest)"
            )
        }
        guard !isMeta else { return takeMeta(content, count: count) }
        switch content {
        case 0xF0:
            isMessageOpen = last != 0xF7
        case 0x01F7:
            guard isMessageOpen else {
                return Refusal(
                    code: .packetOrder,
                    detail: "SysEx continuation without a message to continue, expected an escape"
                )
            }
            isMessageOpen = last != 0xF7
        default:
            guard !isMessageOpen else {
                return Refusal(
                    code: .packetOrder,
                    detail: "escape inside an unfinished SysEx message, expected its end (F7)"
                )
            }
        }
        return nil
    }

    private mutating func takeMeta(_ content: UInt32, count: Int) -> Refusal? {
        guard content == 0x2FFF else { return nil }
        guard count == 0 else {
            return Refusal(
                code: .endOfTrackLength,
                detail: "end of track has \(count) bytes, expected 0"
            )
        }
        hasEnded = true
        return nil
    }

    private static func afterEnd(_ event: String) -> Refusal {
        Refusal(code: .eventAfterEndOfTrack, detail: "\(event) after end of track")
    }
}
