import CALSA
import MIDI
import Testing

@testable import MIDIPorts

@Suite struct LiveSequencerMessagesTests {
    private func bytes(
        _ type: snd_seq_event_type,
        channel: UInt8 = 1,
        _ parameter: UInt32 = 0,
        _ value: Int32
    ) -> [[UInt8]] {
        var event = snd_seq_event_t()
        event.type = UInt8(type.rawValue)
        event.data.control.channel = channel
        event.data.control.param = parameter
        event.data.control.value = value
        return SequencerMessages(event).messages.map(\.bytes)
    }

    private func note(_ type: snd_seq_event_type, _ key: UInt8, _ velocity: UInt8) -> [[UInt8]] {
        var event = snd_seq_event_t()
        event.type = UInt8(type.rawValue)
        event.data.note.channel = 3
        event.data.note.note = key
        event.data.note.velocity = velocity
        return SequencerMessages(event).messages.map(\.bytes)
    }

    @Test func notesAndKeyPressure() {
        #expect(note(SND_SEQ_EVENT_NOTEON, 60, 100) == [[0x93, 60, 100]])
        #expect(note(SND_SEQ_EVENT_NOTEOFF, 60, 64) == [[0x83, 60, 64]])
        #expect(note(SND_SEQ_EVENT_KEYPRESS, 60, 5) == [[0xA3, 60, 5]])
        #expect(note(SND_SEQ_EVENT_NOTE, 60, 100) == [])
    }

    @Test func controllersProgramsPressureAndBend() {
        #expect(bytes(SND_SEQ_EVENT_CONTROLLER, 64, 127) == [[0xB1, 64, 127]])
        #expect(bytes(SND_SEQ_EVENT_PGMCHANGE, 0, 48) == [[0xC1, 48]])
        #expect(bytes(SND_SEQ_EVENT_CHANPRESS, 0, 99) == [[0xD1, 99]])
        #expect(bytes(SND_SEQ_EVENT_PITCHBEND, 0, 0) == [[0xE1, 0, 64]])
        #expect(bytes(SND_SEQ_EVENT_PITCHBEND, 0, -8_192) == [[0xE1, 0, 0]])
        #expect(bytes(SND_SEQ_EVENT_PITCHBEND, 0, 8_191) == [[0xE1, 127, 127]])
    }

    @Test func valuesOfFourteenBitsAreControllersOfSeven() {
        #expect(bytes(SND_SEQ_EVENT_CONTROL14, 7, 0x1234) == [[0xB1, 7, 0x24], [0xB1, 39, 0x34]])
        #expect(bytes(SND_SEQ_EVENT_CONTROL14, 64, 127) == [[0xB1, 64, 127]])
        #expect(
            bytes(SND_SEQ_EVENT_REGPARAM, 0x81, 0x100)
                == [[0xB1, 101, 1], [0xB1, 100, 1], [0xB1, 6, 2], [0xB1, 38, 0]]
        )
        #expect(
            bytes(SND_SEQ_EVENT_NONREGPARAM, 0x1F88, 0x2000)
                == [[0xB1, 99, 63], [0xB1, 98, 8], [0xB1, 6, 64], [0xB1, 38, 0]]
        )
    }

    @Test func whateverAProgramPutsInNoByteIsNone() {
        for value in [Int32.min, -1, 128, 70_000, .max] {
            for type in 0...255 {
                var event = snd_seq_event_t()
                event.type = UInt8(type)
                event.data.control.channel = 15
                event.data.control.param = .max
                event.data.control.value = value
                for message in SequencerMessages(event).messages {
                    #expect(message.status >= 0x80 && message.data1 < 128 && message.data2 < 128)
                }
            }
        }
    }

    @Test func aChannelAboveSixteenIsNone() {
        #expect(bytes(SND_SEQ_EVENT_CONTROLLER, channel: 16, 7, 1) == [])
    }

    @Test func systemMessagesHaveNoChannel() {
        for (type, status) in [
            (SND_SEQ_EVENT_CLOCK, 0xF8), (SND_SEQ_EVENT_START, 0xFA),
            (SND_SEQ_EVENT_CONTINUE, 0xFB), (SND_SEQ_EVENT_STOP, 0xFC),
            (SND_SEQ_EVENT_SENSING, 0xFE), (SND_SEQ_EVENT_RESET, 0xFF),
            (SND_SEQ_EVENT_TUNE_REQUEST, 0xF6),
        ] as [(snd_seq_event_type, UInt8)] {
            #expect(bytes(type, channel: 99, 0, 1) == [[status]])
        }
        #expect(bytes(SND_SEQ_EVENT_QFRAME, channel: 0, 0, 0x35) == [[0xF1, 0x35]])
        #expect(bytes(SND_SEQ_EVENT_SONGPOS, channel: 0, 0, 0x181) == [[0xF2, 1, 3]])
        #expect(bytes(SND_SEQ_EVENT_SONGSEL, channel: 0, 0, 9) == [[0xF3, 9]])
    }
}
