import ControlProtocol
import MIDI
import SamplerHost

/// Notes and messages of clients, played on the live inputs.
extension LiveInputs {
    /// The maximum number of notes that wait for their end.
    static let timedNoteCapacity = 10_000
    /// The maximum number of messages of one command: the queue to the audio thread has room for
    /// eight times as many.
    static let messageCapacity = 1_024

    /// The maximum number of messages of a group.
    static let groupCapacity = 500

    /// The number of messages that bytes are.
    ///
    /// - Throws: Status 64 for bytes that are not complete messages.
    func messages(in bytes: [UInt8]) throws(RequestError) -> Int {
        guard bytes.areCompleteMessages else {
            throw RequestError(.usage, "not complete MIDI messages: \(bytes.hexText)")
        }
        let events = LiveEvent.events(in: bytes, source: 0, stamp: 0)
        for event in events { event.discard() }
        return events.count
    }

    /// Refuses a note with a duration if too many wait for their end.
    func checkTimedNotes(_ note: Command.Note) throws(RequestError) {
        guard note.seconds == nil || timedNotes < Self.timedNoteCapacity else {
            throw RequestError(.busy, "too many timed notes (\(timedNotes)); try again")
        }
    }

    /// Refuses an input that does not exist.
    func checkInput(_ input: Int) throws(RequestError) {
        guard !(0..<count).contains(input) else { return }
        throw RequestError(
            .usage,
            "input \(input + 1): expected "
                + (count == 1 ? "1: there is only one" : "1 to \(count)")
        )
    }

    /// Plays a note; velocity 0 ends it.
    ///
    /// - Parameters:
    ///   - note: The note.
    ///   - delay: The seconds until it begins, if it waits for a position.
    /// - Throws: Status 64 for an input that does not exist, 75 if too many messages wait.
    func play(_ note: Command.Note, after delay: Double = 0) throws(RequestError) {
        let status = UInt8(note.channel.channel & 15) | 0x90
        try checkTimedNotes(note)
        let (key, velocity) = (UInt8(clamping: note.key), UInt8(clamping: note.velocity))
        let source = try source(of: note.channel.input)
        let on = MIDIMessage(status: status, data1: key, data2: velocity)
        try push(.message(on, source: source, stamp: LiveQueue.now))
        guard let seconds = note.seconds, velocity > 0 else { return }
        let off = MIDIMessage(status: status & 0x8F, data1: key, data2: 64)
        timedNotes += 1
        clock.schedule(in: .seconds(seconds + delay)) { [weak self] in
            self?.timedNotes -= 1
            self?.pushSurely { .message(off, source: source, stamp: LiveQueue.now) }
        }
    }

    /// Sends a control change.
    ///
    /// - Throws: As ``play(_:)``.
    func send(_ change: Command.ControlChange) throws(RequestError) {
        let message = MIDIMessage(
            status: 0xB0 | UInt8(change.channel.channel & 15),
            data1: UInt8(clamping: change.number),
            data2: UInt8(clamping: change.value)
        )
        let source = try source(of: change.channel.input)
        try push(.message(message, source: source, stamp: LiveQueue.now))
    }

    /// Selects a preset, however bank select messages are understood.
    ///
    /// - Throws: As ``play(_:)``.
    func select(_ preset: PresetAddress, on channel: ChannelAddress) throws(RequestError) {
        let source = try source(of: channel.input)
        try push(
            .program(
                bank: UInt16(preset.bank),
                program: UInt8(preset.program),
                channel: UInt8(channel.channel & 15),
                source: source,
                stamp: LiveQueue.now
            )
        )
    }

    /// Sends complete messages as a cable would carry them.
    ///
    /// - Parameters:
    ///   - bytes: The messages.
    ///   - input: The input, from 0.
    /// - Throws: Status 64 for bytes that are not complete messages, and for too many; nothing is
    ///   sent then. Otherwise as ``play(_:)``.
    func send(_ bytes: [UInt8], to input: Int) throws(RequestError) {
        let source = try source(of: input)
        guard bytes.areCompleteMessages else {
            throw RequestError(.usage, "not complete MIDI messages: \(bytes.hexText)")
        }
        let events = LiveEvent.events(in: bytes, source: source, stamp: LiveQueue.now)
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

    /// Ends all notes at once, those of the piece too.
    func panic() {
        pushSurely { .panic(stamp: LiveQueue.now) }
    }

    /// The source of clients on an input: one for all of them, whose notes outlive a connection.
    private func source(of input: Int) throws(RequestError) -> UInt8 {
        try checkInput(input)
        let source = UInt8(input)
        if !openInputs.contains(input) {
            try push(.open(source: source, input: input, stamp: LiveQueue.now))
            openInputs.insert(input)
        }
        return source
    }

    private func push(_ event: LiveEvent) throws(RequestError) {
        guard pushEvent(event) else {
            event.discard()
            throw RequestError(.busy, "too many MIDI messages waiting; try again")
        }
    }

    /// Pushes an event that must not be lost; if there is no room, a little later.
    private func pushSurely(_ event: @escaping () -> LiveEvent) {
        guard !pushEvent(event()) else { return }
        clock.schedule(in: .milliseconds(5)) { [weak self] in
            self?.pushSurely(event)
        }
    }
}
