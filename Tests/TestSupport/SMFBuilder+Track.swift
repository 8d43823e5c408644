public import MIDI

extension SMFBuilder {
    /// A track: events at absolute ticks.
    public struct Track: Sendable {
        /// Whether channel messages leave out a status that repeats the one before.
        public var usesRunningStatus = false
        /// The tick of the end-of-track event; that of the last event if `nil`.
        public var endTick: UInt32?
        /// Whether there is an end-of-track event.
        public var hasEndOfTrack = true

        private var entries: [Entry] = []

        private struct Entry {
            var tick: UInt32
            var bytes: [UInt8]
            var isChannelMessage = false
        }

        /// Begins an empty track.
        public init() {}

        /// The contents of the MTrk chunk.
        public var bytes: [UInt8] {
            var bytes: [UInt8] = []
            var now: UInt32 = 0
            var running: UInt8?
            // The offset makes the sort stable: the order of the calls is kept within a tick.
            let ordered = entries.enumerated()
                .sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }
                .map(\.element)
            for entry in ordered {
                bytes += SMFBuilder.variableLength(entry.tick - now)
                now = entry.tick
                guard entry.isChannelMessage else {
                    running = nil
                    bytes += entry.bytes
                    continue
                }
                let repeats = usesRunningStatus && running == entry.bytes.first
                bytes += repeats ? entry.bytes.dropFirst() : entry.bytes[...]
                running = entry.bytes.first
            }
            guard hasEndOfTrack else { return bytes }
            let end = max(now, endTick ?? now)
            return bytes + SMFBuilder.variableLength(end - now) + [0xFF, 0x2F, 0x00]
        }

        /// Adds a channel message.
        public mutating func message(at tick: UInt32, _ message: MIDIMessage) {
            entries.append(Entry(tick: tick, bytes: message.bytes, isChannelMessage: true))
        }

        /// Adds bytes as they are, after the delta time.
        public mutating func raw(at tick: UInt32, _ bytes: [UInt8]) {
            entries.append(Entry(tick: tick, bytes: bytes))
        }
    }
}

// MARK: Channel messages

extension SMFBuilder.Track {
    /// Adds a note-on and, `length` ticks later, its note-off (with release velocity 64).
    public mutating func note(
        at tick: UInt32,
        length: UInt32,
        channel: UInt8,
        key: UInt8,
        velocity: UInt8 = 100
    ) {
        noteOn(at: tick, channel: channel, key: key, velocity: velocity)
        noteOff(at: tick + length, channel: channel, key: key)
    }

    /// Adds a note-on alone.
    public mutating func noteOn(
        at tick: UInt32,
        channel: UInt8,
        key: UInt8,
        velocity: UInt8 = 100
    ) {
        message(at: tick, .noteOn(channel: channel, key: key, velocity: velocity))
    }

    /// Adds a note-off alone.
    public mutating func noteOff(at tick: UInt32, channel: UInt8, key: UInt8) {
        message(at: tick, .noteOff(channel: channel, key: key))
    }

    /// Adds a control change.
    public mutating func control(
        at tick: UInt32,
        channel: UInt8,
        _ controller: Controller,
        _ value: UInt8
    ) {
        let change = MIDIMessage.controlChange(
            channel: channel,
            controller: controller,
            value: value
        )
        message(at: tick, change)
    }

    /// Adds a control change by number.
    public mutating func control(
        at tick: UInt32,
        channel: UInt8,
        _ number: UInt8,
        _ value: UInt8
    ) {
        control(at: tick, channel: channel, Controller(rawValue: number), value)
    }

    /// Adds the sustain pedal: CC64 with 127 for down and 0 for up.
    public mutating func pedal(at tick: UInt32, channel: UInt8, down: Bool) {
        control(at: tick, channel: channel, .sustain, down ? 127 : 0)
    }

    /// Adds a program change, preceded by both bank selects if a bank (0 … 16383) is given.
    public mutating func program(
        at tick: UInt32,
        channel: UInt8,
        _ program: UInt8,
        bank: UInt16? = nil
    ) {
        if let bank {
            control(at: tick, channel: channel, .bankSelect, UInt8(bank >> 7 & 0x7F))
            control(at: tick, channel: channel, .bankSelectLSB, UInt8(bank & 0x7F))
        }
        message(at: tick, .programChange(channel: channel, program: program))
    }

    /// Adds a program change to a preset of the measuring font.
    public mutating func program(
        at tick: UInt32,
        channel: UInt8,
        _ program: MeasuringFont.Program
    ) {
        self.program(at: tick, channel: channel, program.rawValue)
    }

    /// Adds a pitch bend, 0 … 16383 with 8192 as the centre.
    public mutating func bend(at tick: UInt32, channel: UInt8, _ bend: UInt16) {
        message(at: tick, .pitchBend(channel: channel, bend: bend))
    }

    /// Adds channel pressure.
    public mutating func pressure(at tick: UInt32, channel: UInt8, _ pressure: UInt8) {
        message(at: tick, .channelPressure(channel: channel, pressure: pressure))
    }

    /// Adds polyphonic key pressure.
    public mutating func pressure(
        at tick: UInt32,
        channel: UInt8,
        key: UInt8,
        _ pressure: UInt8
    ) {
        message(at: tick, .polyphonicPressure(channel: channel, key: key, pressure: pressure))
    }

    /// Adds a registered parameter: its number, data entry (14 bits) and the null parameter.
    public mutating func registeredParameter(
        at tick: UInt32,
        channel: UInt8,
        _ number: UInt16,
        value: UInt16
    ) {
        let changes: [(Controller, UInt16)] = [
            (.registeredMSB, number >> 7), (.registeredLSB, number),
            (.dataEntry, value >> 7), (.dataEntryLSB, value),
            (.registeredMSB, 0x7F), (.registeredLSB, 0x7F),
        ]
        for (controller, data) in changes {
            control(at: tick, channel: channel, controller, UInt8(data & 0x7F))
        }
    }
}
