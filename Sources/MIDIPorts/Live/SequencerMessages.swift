package import CALSA
import MIDI

/// The messages that an event of ALSA's sequencer stands for: none, one, or the two or four controllers
/// of a value of fourteen bits.
///
/// A note with a duration (SND_SEQ_EVENT_NOTE) is none: the kernel makes two events of one that
/// comes by a queue, and one that is sent without has no unit for its duration.
package struct SequencerMessages {
    private(set) var messages: [MIDIMessage] = []

    /// Reads an event.
    ///
    /// Whatever a program put into it becomes data bytes of seven bits; a channel above 16 makes
    /// it none.
    package init(_ event: snd_seq_event_t) {
        let isNote = unsafe (5...9).contains(event.type)
        channel = unsafe isNote ? event.data.note.channel : event.data.control.channel
        if let message = unsafe Self.system(Int(event.type), event.data.control.value) {
            messages = [message]
            return
        }
        guard channel < 16 else { return }
        switch unsafe Int(event.type) {
        case Int(SND_SEQ_EVENT_NOTEON.rawValue):
            unsafe add(0x90, event.data.note.note, event.data.note.velocity)
        case Int(SND_SEQ_EVENT_NOTEOFF.rawValue):
            unsafe add(0x80, event.data.note.note, event.data.note.velocity)
        case Int(SND_SEQ_EVENT_KEYPRESS.rawValue):
            unsafe add(0xA0, event.data.note.note, event.data.note.velocity)
        default:
            unsafe addControl(Int(event.type), event.data.control.param, event.data.control.value)
        }
    }

    private let channel: UInt8

    /// The system message of an event; `nil` for other events.
    private static func system(_ type: Int, _ value: Int32) -> MIDIMessage? {
        let low = UInt8(truncatingIfNeeded: value & 0x7F)
        let high = UInt8(truncatingIfNeeded: value >> 7 & 0x7F)
        return switch type {
        case Int(SND_SEQ_EVENT_QFRAME.rawValue): MIDIMessage(status: 0xF1, data1: low)
        case Int(SND_SEQ_EVENT_SONGPOS.rawValue):
            MIDIMessage(status: 0xF2, data1: low, data2: high)
        case Int(SND_SEQ_EVENT_SONGSEL.rawValue): MIDIMessage(status: 0xF3, data1: low)
        case Int(SND_SEQ_EVENT_TUNE_REQUEST.rawValue): MIDIMessage(status: 0xF6)
        case Int(SND_SEQ_EVENT_CLOCK.rawValue): MIDIMessage(status: 0xF8)
        case Int(SND_SEQ_EVENT_START.rawValue): MIDIMessage(status: 0xFA)
        case Int(SND_SEQ_EVENT_CONTINUE.rawValue): MIDIMessage(status: 0xFB)
        case Int(SND_SEQ_EVENT_STOP.rawValue): MIDIMessage(status: 0xFC)
        case Int(SND_SEQ_EVENT_SENSING.rawValue): MIDIMessage(status: 0xFE)
        case Int(SND_SEQ_EVENT_RESET.rawValue): MIDIMessage(status: 0xFF)
        default: nil
        }
    }

    private mutating func addControl(_ type: Int, _ parameter: UInt32, _ value: Int32) {
        let low = UInt8(truncatingIfNeeded: value & 0x7F)
        let high = UInt8(truncatingIfNeeded: value >> 7 & 0x7F)
        let number = UInt8(truncatingIfNeeded: parameter & 0x7F)
        let numberHigh = UInt8(truncatingIfNeeded: parameter >> 7 & 0x7F)
        switch type {
        case Int(SND_SEQ_EVENT_CONTROLLER.rawValue):
            add(0xB0, number, low)
        case Int(SND_SEQ_EVENT_PGMCHANGE.rawValue):
            add(0xC0, low)
        case Int(SND_SEQ_EVENT_CHANPRESS.rawValue):
            add(0xD0, low)
        case Int(SND_SEQ_EVENT_PITCHBEND.rawValue):
            let bend = UInt16(truncatingIfNeeded: max(-8_192, min(8_191, value)) + 8_192)
            messages.append(.pitchBend(channel: channel, bend: bend))
        case Int(SND_SEQ_EVENT_CONTROL14.rawValue) where number < 32:
            add(0xB0, number, high)
            add(0xB0, number + 32, low)
        case Int(SND_SEQ_EVENT_CONTROL14.rawValue):
            add(0xB0, number, low)
        case Int(SND_SEQ_EVENT_REGPARAM.rawValue):
            addParameter(.registeredMSB, numberHigh, .registeredLSB, number, high, low)
        case Int(SND_SEQ_EVENT_NONREGPARAM.rawValue):
            addParameter(.nonRegisteredMSB, numberHigh, .nonRegisteredLSB, number, high, low)
        default:
            break
        }
    }

    private mutating func addParameter(
        _ coarse: Controller,
        _ numberHigh: UInt8,
        _ fine: Controller,
        _ number: UInt8,
        _ high: UInt8,
        _ low: UInt8
    ) {
        add(0xB0, coarse.rawValue, numberHigh)
        add(0xB0, fine.rawValue, number)
        add(0xB0, Controller.dataEntry.rawValue, high)
        add(0xB0, Controller.dataEntryLSB.rawValue, low)
    }

    private mutating func add(_ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) {
        messages.append(
            MIDIMessage(status: status | channel, data1: data1 & 0x7F, data2: data2 & 0x7F)
        )
    }
}
