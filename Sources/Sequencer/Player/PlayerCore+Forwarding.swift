import MIDI
import Realtime

/// The part of an event that is sent, and its key.
extension PlayerCore {
    /// Enters a note that nothing is special about into the ledger, which is nearly every one.
    ///
    /// It gives what ``forward(_:frame:)`` gives, and is the reason why most events need not go
    /// there: nothing is transposed or soloed, and the key sounds once or not at all.
    ///
    /// - Returns: Whether it was one, and is to be sent as it is. Nothing was entered where not.
    @inline(__always)
    @_noLocks
    mutating func takePlainNote(_ event: ScheduledEvent) -> Bool {
        let message = MIDIMessage(bits: event.bits)
        // 0x80 … 0x9F.
        guard case .channel = event.kind, event.bits & 0xE0 == 0x80,
            slot.value.notes.isPlain,
            slot.value.notes.isAudible(
                track: event.track,
                port: event.port,
                channel: message.channel
            )
        else { return false }
        if message.isNoteOn {
            return ledger.noteOnIfSilent(
                port: event.port,
                channel: message.channel,
                key: message.data1,
                track: event.track
            )
        }
        return ledger.noteOffIfOnly(port: event.port, channel: message.channel, key: message.data1)
    }

    /// Enters an event into the ledger and says what of it is sent; `nil` if nothing.
    @inline(never)
    @_noLocks
    mutating func forward(_ event: ScheduledEvent, frame: Int64) -> PlayedEvent? {
        var bits = event.bits
        switch event.kind {
        case .systemExclusive:
            let schedule = slot.value.schedule
            if schedule.isReset(bits) { ledger.clear(port: event.port) }
            if Int(bits) < schedule.messages.count {
                sent.applyMessage(schedule.messages[Int(bits)], port: Int(event.port))
            }
        case .channel:
            let message = MIDIMessage(bits: bits)
            switch message.status & 0xF0 {
            case 0x80, 0x90:
                guard let key = sentKey(of: message, event) else { return nil }
                bits = MIDIMessage(status: message.status, data1: key, data2: message.data2).bits
            case 0xA0:
                sent.apply(message, port: Int(event.port))
                let key = heldKey(of: message, port: event.port)
                bits = MIDIMessage(status: message.status, data1: key, data2: message.data2).bits
            case 0xB0:
                sent.apply(message, port: Int(event.port))
                ledger.control(
                    port: event.port,
                    channel: message.channel,
                    number: message.data1,
                    value: message.data2
                )
            default:
                sent.apply(message, port: Int(event.port))
            }
        }
        switch event.kind {
        case .channel:
            return PlayedEvent(frame: frame, bits: bits, port: event.port, kind: .channel)
        case .systemExclusive:
            return PlayedEvent(frame: frame, bits: bits, port: event.port, kind: .systemExclusive)
        }
    }

    /// The key under which a note-on or note-off is sent, or `nil` if it is not to be sent.
    ///
    /// Several tracks may hold one key of a channel: it goes up with the last note-off. Where a
    /// note-off is missing somewhere in the sequence that would never come, so there each counts.
    @inline(__always)
    @_noLocks
    private mutating func sentKey(of message: MIDIMessage, _ event: ScheduledEvent) -> UInt8? {
        let channel = message.channel
        guard
            slot.value.notes.isAudible(
                track: event.track,
                port: event.port,
                channel: channel
            )
        else {
            return nil
        }
        if message.isNoteOn {
            let key = slot.value.notes.transposed(
                key: message.data1,
                port: event.port,
                channel: channel
            )
            ledger.noteOn(
                port: event.port,
                channel: channel,
                key: key,
                track: event.track,
                source: message.data1
            )
            return key
        }
        let key = heldKey(of: message, port: event.port)
        guard ledger.isHeld(port: event.port, channel: channel, key: key, by: message.data1) else {
            return nil
        }
        let count = ledger.noteOff(
            port: event.port,
            channel: channel,
            key: key,
            track: event.track
        )
        if count <= 1 { return count == 1 ? key : nil }
        let isUnbalanced = slot.value.schedule.isUnbalanced(
            port: event.port,
            channel: channel,
            key: message.data1
        )
        return isUnbalanced ? key : nil
    }

    /// The key that a message to a sounding note is sent to: the one that the note was begun with,
    /// also where the transposition has changed since.
    @_noLocks
    private func heldKey(of message: MIDIMessage, port: UInt8) -> UInt8 {
        if let key = ledger.movedKey(port: port, channel: message.channel, source: message.data1) {
            return key
        }
        return slot.value.notes.transposed(
            key: message.data1,
            port: port,
            channel: message.channel
        )
    }
}
