import MIDI

extension EventOrder {
    /// The refusal of a delta time that is too long.
    static func invalidDelta(_ delta: UInt32) -> Refusal {
        Refusal(
            code: .deltaRange,
            detail: "delta time of \(delta) ticks, expected at most \(Quantity.largest)"
        )
    }

    /// The refusal of a message that only has a meaning on a wire.
    static func noChannelMessage(_ message: MIDIMessage) -> Refusal {
        Refusal(
            code: .statusInvalid,
            detail: "status \(hexadecimal(Int(message.status))), expected 0x80 … 0xEF"
        )
    }

    /// The refusal of a message with a data byte above 127.
    static func invalidData(of message: MIDIMessage) -> Refusal {
        let data = message.bytes.dropFirst().map { hexadecimal(Int($0)) }
        return Refusal(
            code: .dataByteRange,
            detail: "message \(hexadecimal(Int(message.status))) with data "
                + "\(data.joined(separator: " ")), expected 0x0 … 0x7F"
        )
    }
}

extension MIDIMessage {
    /// Whether the data bytes that the status has are below 128.
    var hasValidData: Bool { bytes.dropFirst().allSatisfy { $0 < 0x80 } }
}
