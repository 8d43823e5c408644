import MIDI
import Testing

@Suite("A MIDI message")
struct MIDIMessageTests {
    @Test("takes four bytes of memory")
    func size() {
        #expect(MemoryLayout<MIDIMessage>.size == 4)
    }

    @Test("holds status and data from the lowest byte up")
    func bits() {
        let message = MIDIMessage(status: 0x93, data1: 0x3C, data2: 0x64)
        #expect(message.bits == 0x0064_3C93)
        #expect(MIDIMessage(bits: 0x0064_3C93) == message)
        #expect(message.status == 0x93)
        #expect(message.channel == 3)
        #expect(message.data1 == 60)
        #expect(message.data2 == 100)
    }

    @Test(
        "is made with the bytes of the MIDI specification",
        arguments: [
            (MIDIMessage.noteOn(channel: 1, key: 60, velocity: 100), [0x91, 60, 100]),
            (.noteOff(channel: 2, key: 61), [0x82, 61, 64]),
            (.polyphonicPressure(channel: 3, key: 62, pressure: 7), [0xA3, 62, 7]),
            (.controlChange(channel: 4, controller: .sustain, value: 127), [0xB4, 64, 127]),
            (.programChange(channel: 5, program: 48), [0xC5, 48]),
            (.channelPressure(channel: 6, pressure: 8), [0xD6, 8]),
            (.pitchBend(channel: 15, bend: 8192), [0xEF, 0, 64]),
            (.pitchBend(channel: 0, bend: 16383), [0xE0, 127, 127]),
        ] as [(MIDIMessage, [UInt8])]
    )
    func bytes(_ message: MIDIMessage, _ bytes: [UInt8]) {
        #expect(message.bytes == bytes)
    }

    @Test("of note-on with velocity 0 ends a note")
    func silentNoteOn() {
        let message = MIDIMessage.noteOn(channel: 0, key: 60, velocity: 0)
        #expect(!message.isNoteOn)
        #expect(message.isNoteOff)
        #expect(message.kind == .noteOn)
    }

    @Test("tells starts and ends of notes from all else")
    func notes() {
        let start = MIDIMessage.noteOn(channel: 9, key: 36, velocity: 1)
        #expect(start.isNoteOn && !start.isNoteOff)
        let end = MIDIMessage.noteOff(channel: 9, key: 36, velocity: 0)
        #expect(!end.isNoteOn && end.isNoteOff)
        let other = MIDIMessage.controlChange(channel: 9, controller: .allNotesOff, value: 0)
        #expect(!other.isNoteOn && !other.isNoteOff)
    }

    @Test(
        "bends with fourteen bits, and reads back what was put in",
        arguments: [0, 1, 127, 128, 8192, 16383] as [UInt16]
    )
    func bend(_ bend: UInt16) {
        #expect(MIDIMessage.pitchBend(channel: 0, bend: bend).bend == bend)
    }

    @Test("has a kind only if it is for a channel")
    func kind() {
        #expect(MIDIMessage(status: 0xF8).kind == nil)
        #expect(!MIDIMessage(status: 0xF8).isChannelMessage)
        #expect(MIDIMessage(status: 0xEF).kind == .pitchBend)
        #expect(MIDIMessage(status: 0xEF).isChannelMessage)
        #expect(MIDIMessage(status: 0x7F).kind == nil)
    }

    @Test(
        "is as long as its status says",
        arguments: [
            (0x80, 3), (0x9F, 3), (0xB0, 3), (0xC0, 2), (0xDF, 2), (0xE0, 3), (0xF0, 0), (0xF1, 2),
            (0xF2, 3), (0xF3, 2), (0xF4, 0), (0xF6, 1), (0xF7, 0), (0xF8, 1), (0xF9, 0), (0xFE, 1),
            (0xFF, 1), (0x00, 0), (0x7F, 0),
        ] as [(UInt8, Int)]
    )
    func length(_ status: UInt8, _ length: Int) {
        #expect(MIDIMessage.length(ofStatus: status) == length)
    }
}
