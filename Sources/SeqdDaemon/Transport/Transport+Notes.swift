import ControlProtocol
import MIDI
import NIOCore
import SamplerHost

/// Notes and messages from the socket, played on the live inputs.
extension Transport {
    /// Plays a note; velocity 0 ends it.
    ///
    /// - Parameters:
    ///   - input: From 0.
    ///   - channel: From 0.
    ///   - key: 0 … 127.
    ///   - velocity: 0 … 127.
    ///   - seconds: How long; `nil` until it is ended.
    /// - Throws: Status 64 for an input that there is not, 75 when too much waits.
    func note(
        input: Int,
        channel: Int,
        key: UInt8,
        velocity: UInt8,
        seconds: Double?
    ) throws(RequestError) {
        let status = UInt8(channel & 15) | 0x90
        guard seconds == nil || timedNotes < Self.timedNoteCapacity else {
            throw RequestError(.busy, "too many timed notes (\(timedNotes)); try again")
        }
        try send(MIDIMessage(status: status, data1: key, data2: velocity), input: input)
        guard let seconds, velocity > 0 else { return }
        let off = MIDIMessage(status: status & 0x8F, data1: key, data2: 64)
        let source = try source(of: input)
        timedNotes += 1
        eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(seconds * 1_000_000_000))) {
            [weak self] in
            self?.timedNotes -= 1
            self?.pushSurely { .message(off, source: source, stamp: LiveQueue.now) }
        }
    }

    /// The most notes that may wait for their end.
    private static let timedNoteCapacity = 10_000
    /// The most messages that one command may send: what waits for the audio thread has room for
    /// eight times as many.
    private static let messageCapacity = 1_024

    /// Sends what must not be lost; where there is no room, a little later.
    private func pushSurely(_ event: @escaping @Sendable () -> LiveEvent) {
        guard !engine.control.push(event()) else { return }
        eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(5)) { [weak self] in
            self?.pushSurely(event)
        }
    }

    /// Sends a controller.
    func controller(
        input: Int,
        channel: Int,
        number: UInt8,
        value: UInt8
    ) throws(RequestError) {
        let message = MIDIMessage(
            status: 0xB0 | UInt8(channel & 15),
            data1: number,
            data2: value
        )
        try send(message, input: input)
    }

    /// Selects a sound, however bank select messages are understood.
    ///
    /// - Returns: What sounds instead, where the fonts lack it; `nil` where they have it.
    func program(
        input: Int,
        channel: Int,
        bank: Int,
        program: Int
    ) throws(RequestError) -> PresetSubstitution? {
        let source = try source(of: input)
        try push(
            .program(
                bank: UInt16(bank),
                program: UInt8(program),
                channel: UInt8(channel & 15),
                source: source,
                stamp: LiveQueue.now
            )
        )
        return PresetSubstitution.substitution(
            bank: bank,
            program: program,
            in: livePresets,
            sampler: input,
            channel: channel
        )
    }

    /// Sends whole messages as they would come over a cable.
    ///
    /// - Throws: Status 64 for bytes that are no whole messages; nothing is sent then.
    func midi(input: Int, bytes: [UInt8]) throws(RequestError) {
        let source = try source(of: input)
        var events: [LiveEvent] = []
        let stamp = LiveQueue.now
        var stream = MIDIByteStream(exclusiveCapacity: max(bytes.count, 1))
        var used = 0
        while let event = stream.next(in: bytes.span, from: &used) {
            switch event {
            case .message(let message):
                events.append(.message(message, source: source, stamp: stamp))
            case .exclusive(let piece) where piece.isWhole:
                let message = stream.exclusiveBytes
                events.append(
                    .systemExclusive(
                        message.indices.map { message[$0] },
                        source: source,
                        stamp: stamp
                    )
                )
            case .exclusive:
                break
            }
        }
        guard Self.areWhole(bytes) else {
            for event in events { event.discard() }
            throw RequestError(.usage, "not complete MIDI messages: \(Self.hex(bytes))")
        }
        guard events.count <= Self.messageCapacity else {
            for event in events { event.discard() }
            throw RequestError(
                .usage,
                "too many MIDI messages: \(events.count), at most \(Self.messageCapacity)"
            )
        }
        for index in events.indices {
            do throws(RequestError) {
                try push(events[index])
            } catch {
                for event in events[(index + 1)...] { event.discard() }
                throw error
            }
        }
    }

    /// Whether bytes are whole messages from the first to the last.
    private static func areWhole(_ bytes: [UInt8]) -> Bool {
        var missing = 0
        var needed = 0
        var isExclusive = false
        for byte in bytes {
            switch byte {
            case 0xF8...0xFF:
                continue
            case 0xF0:
                guard missing == 0, !isExclusive else { return false }
                isExclusive = true
                needed = 0
            case 0xF7:
                guard isExclusive else { return false }
                isExclusive = false
            case 0x80...0xFF:
                guard missing == 0, !isExclusive else { return false }
                switch byte {
                case 0xC0...0xDF, 0xF1, 0xF3: needed = 1
                case 0x80...0xEF, 0xF2: needed = 2
                case 0xF6: needed = 0
                default: return false
                }
                missing = needed
            default:
                if isExclusive { continue }
                // Running status: data begin another message of the kind.
                if missing == 0 { missing = needed }
                guard missing > 0 else { return false }
                missing -= 1
            }
        }
        return missing == 0 && !isExclusive && !bytes.isEmpty
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = bytes.prefix(16).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return digits.joined(separator: " ") + (bytes.count > 16 ? " …" : "")
    }

    /// Ends all notes at once, the song's too.
    func panic() {
        pushSurely { .panic(stamp: LiveQueue.now) }
    }

    private func send(_ message: MIDIMessage, input: Int) throws(RequestError) {
        let source = try source(of: input)
        try push(.message(message, source: source, stamp: LiveQueue.now))
    }

    /// The source that the socket is on an input: one for all clients, whose notes outlive a
    /// connection.
    private func source(of input: Int) throws(RequestError) -> UInt8 {
        guard (0..<engine.inputs).contains(input) else {
            throw RequestError(
                .usage,
                "input \(input + 1): expected "
                    + (engine.inputs == 1 ? "1: there is only one" : "1 to \(engine.inputs)")
            )
        }
        let source = UInt8(input)
        if !openInputs.contains(input) {
            try push(.open(source: source, input: input, stamp: LiveQueue.now))
            openInputs.insert(input)
        }
        return source
    }

    private func push(_ event: LiveEvent) throws(RequestError) {
        guard engine.control.push(event) else {
            event.discard()
            throw RequestError(.busy, "too many MIDI messages waiting; try again")
        }
    }
}
