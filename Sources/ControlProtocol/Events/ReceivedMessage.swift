import MIDI

/// A message that a live input has received, the event `midi`.
public struct ReceivedMessage: Hashable, Sendable {
    /// The input, from 1.
    public var input: Int
    /// The address of the port that sent it, or the number of the raw source.
    public var source: String
    /// The bytes of the message; of a long one only the first.
    public var bytes: [UInt8]
    /// The number of all bytes.
    public var count: Int
    /// The time of its arrival, in seconds of `CLOCK_MONOTONIC`.
    public var received: Double

    /// The number of bytes that are retained of a message.
    private static let longest = 64

    /// Makes an event of a message.
    public init(input: Int, source: String, bytes: [UInt8], received: Double) {
        self.input = input
        self.source = source
        self.bytes = Array(bytes.prefix(Self.longest))
        count = bytes.count
        self.received = received
    }
}

extension ReceivedMessage {
    /// The message in words: its name, its channel and its values.
    public var text: String {
        guard let status = bytes.first else { return "" }
        let data = bytes.dropFirst().map(Int.init)
        let (first, second) = (data.first ?? 0, data.dropFirst().first ?? 0)
        let channel = Int(status & 0x0F) + 1
        return switch status {
        case 0x80...0x8F: "note-off \(channel) \(first) \(second)"
        case 0x90...0x9F: "\(second > 0 ? "note-on" : "note-off") \(channel) \(first) \(second)"
        case 0xA0...0xAF: "key-pressure \(channel) \(first) \(second)"
        case 0xB0...0xBF: "cc \(channel) \(first) \(second)"
        case 0xC0...0xCF: "program \(channel) \(first)"
        case 0xD0...0xDF: "pressure \(channel) \(first)"
        case 0xE0...0xEF: "bend \(channel) \(second << 7 + first - 8_192)"
        case 0xF0: "sysex"
        case 0xF1: "quarter-frame \(first >> 4) \(first & 0x0F)"
        case 0xF2: "song-position \(second << 7 + first)"
        case 0xF3: "song-select \(first)"
        case 0xF6: "tune-request"
        case 0xF8: "clock"
        case 0xFA: "start"
        case 0xFB: "continue"
        case 0xFC: "stop"
        case 0xFE: "active-sensing"
        case 0xFF: "reset"
        default: "unknown"
        }
    }
}

extension ReceivedMessage: Record {
    package init() { self.init(input: 0, source: "", bytes: [], received: 0) }

    package static let fields = Field<ReceivedMessage>.table {
        Field("input", \.input)
        Field("source", \.source, "the port's address, or `raw` and a number")
        Field(
            "message",
            \.message,
            "in words: `note-on 1 60 100`, `cc 1 7 127`, `bend`, `clock`, `sysex` …; channels from 1"
        )
        Field("bytes", \.hexBytes, "hexadecimal, the first 64")
        Field("count", \.count, "of all bytes")
        Field("received", \.received, "seconds of `CLOCK_MONOTONIC`")
    }

    /// The message in words, which its bytes say too.
    private var message: String {
        get { text }
        set {}
    }

    private var hexBytes: HexBytes {
        get { HexBytes(bytes) }
        set { bytes = newValue.bytes }
    }
}
