import MIDI

/// The example of MIDI's page.
func startWithMIDI(_ bytes: [UInt8]) {
    // begin
    var stream = MIDIByteStream()
    var position = 0
    while let event = stream.next(in: bytes.span, from: &position) {
        switch event {
        case .message(let message) where message.isNoteOn:
            print(NoteName.text(message.data1), message.data2)
        case .message(let message):
            print(message.bytes)
        case .exclusive(let piece) where piece.isFirst:
            print("System Exclusive")
        case .exclusive:
            break
        }
    }
    // end
}
