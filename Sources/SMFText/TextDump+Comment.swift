import MIDI
import SMF

extension TextDump {
    /// Adds a description of an event for people: its position, and the meaning of its numbers.
    @inline(__always)
    func appendComment(on event: Event, track: Int, tick: Int64, to output: TextOutput) {
        if let describePosition {
            output.append("  # ")
            output.append(comment: describePosition(track, tick))
        }
        switch event {
        case .channel(let message)
        where message.status & 0xE0 == 0xC0 || message.status >> 4 == 0xB:
            appendComment(on: message, to: output)
        case .channel: break
        case .systemExclusive(let packet): appendComment(on: packet, to: output)
        case .meta(let meta): appendComment(on: meta, to: output)
        }
    }

    /// Begins a comment, or continues the one that a position has begun.
    private func beginComment(_ output: TextOutput) {
        output.append(describePosition == nil ? "  # " : "  ")
    }

    private func appendComment(on message: MIDIMessage, to output: TextOutput) {
        switch message.kind {
        case .controlChange:
            guard let name = Controller(rawValue: message.data1).name else { return }
            beginComment(output)
            output.append(name)
        case .programChange:
            // Channel 10 is the drum channel of General MIDI.
            let name =
                message.channel == 9
                ? GeneralMIDI.drumKitName(message.data1)
                : GeneralMIDI.programName(message.data1)
            guard let name else { return }
            beginComment(output)
            output.append(text: name)
        default: break
        }
    }

    private func appendComment(on packet: SystemExclusivePacket, to output: TextOutput) {
        guard packet.form == .start, packet.bytes.last == 0xF7 else { return }
        let name = SystemExclusive.name(of: packet.bytes.dropLast())
        beginComment(output)
        output.append(comment: name.text)
        guard let value = name.value else { return }
        output.append(0x20)
        output.append(decimal: value)
    }

    private func appendComment(on meta: MetaEvent, to output: TextOutput) {
        guard !meta.isEndOfTrack else { return }
        switch meta.value {
        case .tempo(let microseconds):
            beginComment(output)
            output.append(beatsPerMinute: microseconds)
            output.append(" BPM")
        case .keySignature(let key):
            beginComment(output)
            output.append(text: key.description)
        case .text(_, let bytes):
            guard !UTF8Scalar.isText(bytes) else { return }
            beginComment(output)
            output.append(comment: decoder.text(of: bytes))
        case nil:
            beginComment(output)
            output.append(meta.type > 0x7F ? "invalid type" : "wrong length or value")
        default: break
        }
    }
}

extension TextOutput {
    /// Adds a tempo in quarter notes per minute, with three decimals at most.
    fileprivate func append(beatsPerMinute microseconds: UInt32) {
        let divisor = UInt64(max(microseconds, 1))
        let thousandths = (60_000_000_000 + divisor / 2) / divisor
        append(decimal: Int64(thousandths / 1000))
        var rest = thousandths % 1000
        if rest > 0 { append(0x2E) }
        while rest > 0 {
            append(0x30 + UInt8(rest / 100))
            rest = rest % 100 * 10
        }
    }
}
