import MIDI
import SMF

/// What sounds in a file: each message with its time, port and channel.
struct ConversionMusic: Equatable {
    struct Message: Hashable, Comparable {
        var tick: Int64
        var port: UInt8
        /// A channel message's bytes, or those of a whole SysEx message or escape.
        var bytes: [UInt8]

        static func < (left: Message, right: Message) -> Bool {
            guard left.tick == right.tick else { return left.tick < right.tick }
            guard left.port == right.port else { return left.port < right.port }
            return left.bytes.lexicographicallyPrecedes(right.bytes)
        }
    }

    /// In order of time; at one time by port and bytes.
    var messages: [Message] = []
    /// The meta events but ports, prefixes and ends: times, types and bytes.
    var metaEvents: [Message] = []

    /// The music of a file of format 0 or 1.
    init(_ file: MIDIFile) {
        for track in file.tracks {
            var tick: Int64 = 0
            var port: UInt8 = 0
            var message: Message?
            for event in track {
                tick += Int64(event.delta)
                switch event.event {
                case .channel(let channel):
                    finish(&message)
                    messages.append(Message(tick: tick, port: port, bytes: channel.bytes))
                case .systemExclusive(let packet):
                    if packet.form == .continuation {
                        message?.bytes += packet.bytes
                        message?.tick = tick
                        message?.port = port
                    } else {
                        finish(&message)
                        let first: UInt8 = packet.form == .start ? 0xF0 : 0xF7
                        message = Message(tick: tick, port: port, bytes: [first] + packet.bytes)
                    }
                case .meta(let meta):
                    if case .port(let value) = meta.value { port = value }
                    guard ![0x20, 0x21, 0x2F].contains(meta.type) else { continue }
                    metaEvents.append(
                        Message(tick: tick, port: 0, bytes: [meta.type] + meta.bytes)
                    )
                }
            }
            finish(&message)
        }
        messages.sort()
        metaEvents.sort()
    }

    /// Notes a SysEx message; whether it has its F7 does not count.
    private mutating func finish(_ message: inout Message?) {
        guard var ended = message else { return }
        message = nil
        if ended.bytes[0] == 0xF0 { ended.bytes = Array(ended.bytes.prefix { $0 != 0xF7 }) }
        messages.append(ended)
    }
}

extension MIDIFile {
    /// The file of a written fixture.
    static func fixture(format: Int = 1, division: Int = 96, _ tracks: String...) throws -> MIDIFile
    {
        try MIDIFile(
            Fixture.header(format: format, tracks: tracks.count, division: division)
                + tracks.flatMap { Fixture.track($0) }
        )
    }

    /// The contents of the track chunks that are written of it, each event in full.
    var trackBytes: [[UInt8]] {
        get throws {
            try tracks.map { track in
                let file = MIDIFile(format: .single, division: division, tracks: [track])
                return Array(try file.bytes(.plain).dropFirst(22))
            }
        }
    }
}
