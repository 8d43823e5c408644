import MIDI
import SMF

/// The result of the first pass over a track: all that the merge cannot do on the way.
struct TrackScan {
    /// Something to do at an event of the track that is not a plain channel message.
    struct Step {
        enum Action {
            /// Events from here on, this one included, are for this sampler.
            case port(UInt8)
            /// A channel message out of an escape.
            case channel(MIDIMessage)
            /// The joined System Exclusive message with this index.
            case systemExclusive(UInt32)
        }

        /// The index of the event in the track.
        var index: Int
        var action: Action
    }

    /// By ascending index.
    var steps: [Step] = []
    /// The number of schedule events that the track makes.
    var count = 0
    /// The tick of the first of them.
    var firstTick: Int64?
    var name: String?
    var instrumentName: String?

    /// A System Exclusive message that waits for its next packet.
    private struct OpenMessage {
        var bytes: [UInt8]
        /// The event of its last packet so far.
        var index: Int
        var tick: Int64
    }

    private var open: OpenMessage?
    private var sampler: UInt8 = 0
    /// The FF 21 value that counts from here on, and whether no event was for it yet.
    private var port: UInt8 = 0
    private var isPortNew = true
    /// The device that counts from here on.
    private var device: String?
    private let devices: DeviceScan
    private var tick: Int64 = 0
    private let decoder: TextDecoder

    /// Goes through a track; what concerns the whole sequence goes into `material`.
    init(
        _ track: Track,
        number: Int,
        decoding decoder: TextDecoder,
        devices: DeviceScan,
        into material: inout SequenceMaterial
    ) {
        self.decoder = decoder
        self.devices = devices
        var next = 0
        track.forEachPayload { index, tick, event in
            takeMessages(next..<index, of: track, &material)
            next = index + 1
            self.tick = tick
            switch event {
            case .channel:
                break  // has no payload
            case .systemExclusive(let packet):
                usePort(at: index, &material)
                take(packet, at: index, track: number, &material)
            case .meta(let meta):
                if case .port(let value) = meta.value {
                    port = value
                    isPortNew = true
                } else if let name = DeviceScan.name(event, decoder) {
                    device = name
                    isPortNew = true
                } else {
                    take(meta, track: number, &material)
                }
            }
        }
        takeMessages(next..<track.count, of: track, &material)
        closeMessage(&material)
    }

    /// Counts channel messages that follow the event that was looked at last.
    private mutating func takeMessages(
        _ range: Range<Int>,
        of track: Track,
        _ material: inout SequenceMaterial
    ) {
        guard let first = range.first else { return }
        usePort(at: first, &material)
        count += range.count
        if firstTick == nil { firstTick = tick + Int64(track[first].delta) }
    }

    /// Notes that an event at this index is for the present port.
    private mutating func usePort(at index: Int, _ material: inout SequenceMaterial) {
        guard isPortNew else { return }
        isPortNew = false
        choose(port, at: index, &material)
    }

    private mutating func emit() {
        count += 1
        if firstTick == nil { firstTick = tick }
    }

    private mutating func choose(_ port: UInt8, at index: Int, _ material: inout SequenceMaterial) {
        let chosen = material.sampler(
            ofPort: port,
            device: devices.ownDevice(device, onPort: port)
        )
        guard chosen != sampler else { return }
        sampler = chosen
        steps.append(Step(index: index, action: .port(chosen)))
    }

    private mutating func take(
        _ meta: MetaEvent,
        track: Int,
        _ material: inout SequenceMaterial
    ) {
        switch meta.value {
        case .text(.trackName, let bytes):
            if name == nil { name = decoder.text(of: bytes) }
        case .text(.instrumentName, let bytes):
            if instrumentName == nil { instrumentName = decoder.text(of: bytes) }
        case .text(.marker, let bytes):
            material.markers.append(Marker(tick: tick, name: decoder.text(of: bytes)))
        case .text(.cuePoint, let bytes):
            material.markers.append(
                Marker(tick: tick, name: decoder.text(of: bytes), isCuePoint: true)
            )
        case .tempo(let microsecondsPerQuarter):
            material.tempos.append(
                TempoMap.Change(tick: tick, microsecondsPerQuarter: microsecondsPerQuarter)
            )
        case .timeSignature(let signature):
            guard MeterMap.isCountable(signature) else {
                material.report(
                    Diagnostic(
                        code: .meterIgnored,
                        severity: .warning,
                        track: track,
                        tick: tick,
                        detail: "time signature \(signature): beats shorter than a 64th are not "
                            + "supported (ignored)"
                    )
                )
                return
            }
            material.meters.append(MeterMap.Change(tick: tick, signature: signature))
        case .keySignature(let signature):
            material.keys.append(KeyChange(tick: tick, signature: signature))
        default:
            break
        }
    }

    private mutating func take(
        _ packet: SystemExclusivePacket,
        at index: Int,
        track: Int,
        _ material: inout SequenceMaterial
    ) {
        switch packet.form {
        case .start:
            closeMessage(&material)
            open = OpenMessage(bytes: Array(packet.bytes), index: index, tick: tick)
        case .continuation where open != nil:
            open?.bytes += packet.bytes
            open?.index = index
            open?.tick = tick
        case .continuation, .escape:
            takeEscape(packet.bytes, at: index, track: track, &material)
            return
        }
        if packet.isLast { closeMessage(&material) }
    }

    /// Sends the open message at its last packet, whether or not it has its end: many files leave
    /// the F7 out.
    private mutating func closeMessage(_ material: inout SequenceMaterial) {
        guard let message = open else { return }
        open = nil
        let bytes = message.bytes.prefix { $0 != 0xF7 }
        // An empty message does nothing, and a file of them would be thirty times as large here.
        guard !bytes.isEmpty else { return }
        let step = Step(
            index: message.index,
            action: .systemExclusive(material.add(message: bytes))
        )
        // Only steps since that packet are moved, so all insertions together are linear.
        var position = steps.count
        while position > 0 && steps[position - 1].index > message.index { position -= 1 }
        steps.insert(step, at: position)
        count += 1
        firstTick = min(firstTick ?? message.tick, message.tick)
    }

    private mutating func takeEscape(
        _ bytes: ArraySlice<UInt8>,
        at index: Int,
        track: Int,
        _ material: inout SequenceMaterial
    ) {
        var reader = EscapeReader(bytes)
        while let content = reader.next() {
            switch content {
            case .channel(let message):
                steps.append(Step(index: index, action: .channel(message)))
            case .systemExclusive(let message):
                let number = material.add(message: message)
                steps.append(Step(index: index, action: .systemExclusive(number)))
            }
            emit()
        }
        guard reader.dropped > 0 else { return }
        material.report(
            Diagnostic(
                code: .escapeDropped,
                severity: .note,
                track: track,
                tick: tick,
                detail: "escape (F7) with \(reader.dropped) byte\(reader.dropped == 1 ? "" : "s") "
                    + "not meant for any instrument (ignored)"
            )
        )
    }
}
