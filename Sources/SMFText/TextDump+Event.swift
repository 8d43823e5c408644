import MIDI
import SMF

extension TextDump {
    /// Adds an event's words, each after a space.
    @inline(__always)
    func append(_ event: Event, to output: TextOutput) {
        switch event {
        case .channel(let message): append(message, to: output)
        case .systemExclusive(let packet): append(packet, to: output)
        case .meta(let meta): append(meta, to: output)
        }
    }

    /// Adds the encoding of an event as far as it is unusual.
    @inline(__always)
    func append(_ encoding: EventEncoding, isRunningUsual: Bool, to output: TextOutput) {
        if encoding.usesRunningStatus != isRunningUsual {
            // Other events have no status that could be left out.
            output.append(isRunningUsual ? " status:written" : " status:running")
        }
        guard encoding.deltaPadding | encoding.lengthPadding > 0 else { return }
        if encoding.deltaPadding > 0 {
            output.append(" delta-padding:")
            output.append(decimal: encoding.deltaPadding)
        }
        if encoding.lengthPadding > 0 {
            output.append(" length-padding:")
            output.append(decimal: encoding.lengthPadding)
        }
    }

    @inline(__always)
    private func append(_ message: MIDIMessage, to output: TextOutput) {
        switch message.status & 0xF0 {
        case 0x80: output.append(" note-off ch:")
        case 0x90: output.append(" note-on ch:")
        case 0xA0: output.append(" key-pressure ch:")
        case 0xB0: output.append(" control-change ch:")
        case 0xC0: output.append(" program-change ch:")
        case 0xD0: output.append(" channel-pressure ch:")
        default: output.append(" pitch-bend ch:")
        }
        output.append(decimal: message.channel + 1)
        output.append(0x20)
        if message.status >= 0xE0 {
            output.append(decimal: Int(message.bend) - 8192)
            return
        }
        output.append(decimal: message.data1)
        guard message.status & 0xE0 != 0xC0 else { return }
        output.append(0x20)
        output.append(decimal: message.data2)
    }

    private func append(_ packet: SystemExclusivePacket, to output: TextOutput) {
        switch packet.form {
        case .start: output.append(" sysex F0")
        case .continuation: output.append(" sysex-continued")
        case .escape: output.append(" escape")
        }
        output.append(hexadecimal: packet.bytes)
    }

    private func append(_ meta: MetaEvent, to output: TextOutput) {
        guard !meta.isEndOfTrack || !meta.bytes.isEmpty else {
            output.append(" end-of-track")
            return
        }
        switch meta.value {
        case .sequenceNumber(let number):
            output.append(" sequence-number")
            guard let number else { return }
            output.append(0x20)
            output.append(decimal: number)
        case .text(let kind, let bytes):
            append(kind, to: output)
            output.append(0x20)
            output.append(quoted: bytes)
        case .channelPrefix(let channel):
            output.append(" channel-prefix ch:")
            output.append(decimal: channel + 1)
        case .port(let port):
            output.append(" port ")
            output.append(decimal: Int(port) + 1)
        case .tempo(let microseconds):
            output.append(" tempo ")
            output.append(decimal: microseconds)
        case .smpteOffset(let offset): append(offset, to: output)
        case .timeSignature(let meter): append(meter, to: output)
        case .keySignature(let key):
            output.append(" key-signature ")
            output.append(decimal: key.sharps)
            output.append(key.isMinor ? " minor" : " major")
        case .sequencerSpecific(let bytes):
            output.append(" sequencer-specific")
            output.append(hexadecimal: bytes)
        case .endOfTrack, .unknown, nil:
            output.append(" meta 0x")
            output.append(hexadecimal: meta.type)
            output.append(hexadecimal: meta.bytes)
        }
    }

    private func append(_ kind: TextKind, to output: TextOutput) {
        output.append(0x20)
        if let word = TextWord.word(for: kind) {
            output.append(word)
        } else {
            output.append("text 0x")
            output.append(hexadecimal: kind.type)
        }
    }

    private func append(_ meter: TimeSignature, to output: TextOutput) {
        output.append(" meter ")
        output.append(decimal: meter.numerator)
        output.append(0x2F)
        output.append(decimal: meter.denominator)
        output.append(" clocks ")
        output.append(decimal: meter.clocksPerClick)
        output.append(" thirty-seconds ")
        output.append(decimal: meter.thirtySecondsPerQuarter)
    }

    private func append(_ offset: SMPTEOffset, to output: TextOutput) {
        output.append(" smpte-offset ")
        output.append(offset.rate.text)
        var separator: UInt8 = 0x20
        for number in [offset.hours, offset.minutes, offset.seconds, offset.frames] {
            output.append(separator)
            output.append(twoDigits: number)
            separator = 0x3A
        }
        output.append(0x2E)
        output.append(twoDigits: offset.subframes)
    }
}
