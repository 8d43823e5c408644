import MIDI
import SMF

/// Writes a track as the packets of a clip.
struct ClipWriter {
    private var bytes = MIDI2Clip.signature
    private var losses = Losses()
    /// The time that has been written, and that of the next event.
    private var written: Int64 = 0
    private var tick: Int64 = 0
    private var group: UInt8 = 0
    /// The bytes of a System Exclusive message whose end comes later.
    private var message: [UInt8]?
    private let decoder = TextDecoder.utf8OrWindows1252

    /// Begins a clip.
    init(ticksPerQuarter: UInt16) {
        for packet in [.ticksPerQuarter(ticksPerQuarter), Packet.startOfClip] { write(packet) }
    }

    /// Writes a packet, after its time.
    private mutating func write(_ packet: Packet) {
        while tick - written > Packet.longestDelta {
            put(.delta(Packet.longestDelta))
            put(.noOperation)
            written += Packet.longestDelta
        }
        put(.delta(tick - written))
        written = tick
        put(packet)
    }

    private mutating func put(_ packet: Packet) {
        for index in 0..<4 * packet.count { bytes.append(packet.byte(index)) }
    }

    /// Writes the events of a track.
    ///
    /// - Throws: An error for a port that is no group.
    mutating func append(_ track: Track) throws(SMFWriteError) {
        for event in track {
            tick += Int64(event.delta)
            switch event.event {
            case .channel(let message):
                write(
                    Packet(
                        0x2000_0000 | UInt32(group) << 24 | UInt32(message.status) << 16
                            | UInt32(message.data1) << 8 | UInt32(message.data2)
                    )
                )
            case .systemExclusive(let packet): append(packet)
            case .meta(let meta): try append(meta)
            }
        }
    }

    /// The clip, and what it has no place for.
    consuming func finish() -> (bytes: [UInt8], losses: [String]) {
        write(.endOfClip)
        return (bytes, losses.all.map { $0.loss.words($0.count) })
    }

    // MARK: System Exclusive

    private mutating func append(_ packet: SystemExclusivePacket) {
        switch packet.form {
        case .start: message = []
        case .continuation: break
        case .escape: return append(escape: Array(packet.bytes))
        }
        guard message != nil else { return }
        message? += packet.bytes.filter { $0 < 0x80 }
        // In parts at their times: a group has one message at a time.
        guard packet.isLast, let whole = message else { return }
        message = nil
        let starts = Array(stride(from: 0, to: max(1, whole.count), by: 6))
        for start in starts {
            let part = whole[start..<min(start + 6, whole.count)]
            let form: UInt32 =
                starts.count == 1 ? 0 : start == 0 ? 1 : start == starts.last ? 3 : 2
            var packet = Packet(0x3000_0000 | UInt32(group) << 24 | form << 20, 0)
            packet.words[0] |= UInt32(part.count) << 16
            for (index, byte) in part.enumerated() {
                packet.words[(index + 2) / 4] |= UInt32(byte) << UInt32(24 - (index + 2) % 4 * 8)
            }
            write(packet)
        }
    }

    /// Writes an escape of one system message.
    private mutating func append(escape: [UInt8]) {
        guard let status = escape.first, status > 0xF0,
            MIDIMessage.length(ofStatus: status) == escape.count
        else { return losses.note(.escape) }
        var packet = Packet(0x1000_0000 | UInt32(group) << 24)
        for (index, byte) in escape.enumerated() {
            packet.words[0] |= UInt32(byte) << UInt32(16 - index * 8)
        }
        write(packet)
    }

    // MARK: Meta events

    private mutating func append(_ meta: MetaEvent) throws(SMFWriteError) {
        switch meta.value {
        case .endOfTrack: break
        case .port(let port):
            guard port < 16 else {
                throw SMFWriteError(
                    code: .portInvalid,
                    tick: tick,
                    detail: "port \(port + 1); a MIDI 2.0 clip has 16 groups"
                )
            }
            group = port
        case .tempo(let microseconds): append(0, 0, microseconds * 100)
        case .timeSignature(let meter):
            append(0, 2, UInt32(meter.clocksPerClick) << 24)
            append(
                0,
                1,
                UInt32(meter.numerator) << 24 | UInt32(meter.denominatorPower) << 16
                    | UInt32(meter.thirtySecondsPerQuarter) << 8
            )
        case .keySignature(let key): append(0, 5, key.flexData)
        case .text(let kind, let bytes):
            // An empty text divides a long time.
            guard !bytes.isEmpty else { return }
            let status = TextMeaning.status(ofType: kind.type)
            if status == nil { losses.note(.marker) }
            let (bank, number) = status ?? (1, 0)
            for packet in FlexData.text(bank, number, decoder.text(of: bytes), group: group) {
                write(packet)
            }
        case .sequenceNumber, .channelPrefix, .smpteOffset, .sequencerSpecific, .unknown, nil:
            losses.note(.meta)
        }
    }

    private mutating func append(_ bank: UInt8, _ status: UInt8, _ word: UInt32) {
        write(FlexData(bank, status, group: group, [word]).packet)
    }
}
