import MIDI
import Sequencer
import Testing

@Suite("What live sources hold")
struct SourceHoldsTests {
    private func event(_ stamp: Int64, _ source: UInt8, _ action: SourceEvent.Action) -> SourceEvent
    {
        SourceEvent(stamp: stamp, source: source, action: action)
    }

    @Test("A source that goes releases its keys and pedals, and no others")
    func close() {
        var holds = SourceHolds()
        let messages: [SourceEvent] = [
            event(0, 1, .open(input: 0)), event(0, 2, .open(input: 1)),
            event(1, 1, .message(.noteOn(channel: 0, key: 60, velocity: 9))),
            event(2, 1, .message(.noteOn(channel: 0, key: 64, velocity: 9))),
            event(3, 2, .message(.noteOn(channel: 0, key: 60, velocity: 9))),
            event(4, 1, .message(.noteOff(channel: 0, key: 64))),
            event(5, 1, .message(MIDIMessage(status: 0xB3, data1: 64, data2: 100))),
        ]
        let recorded = messages.flatMap { holds.take($0) }
        #expect(recorded.map(\.input) == [0, 0, 1, 0, 0])
        let released = holds.take(event(9, 1, .close))
        #expect(
            released == [
                RecordedEvent(
                    time: 9,
                    input: 0,
                    content: .message(.noteOff(channel: 0, key: 60))
                ),
                RecordedEvent(
                    time: 9,
                    input: 0,
                    content: .message(MIDIMessage(status: 0xB3, data1: 64))
                ),
            ]
        )
        #expect(holds.take(event(10, 1, .message(.noteOff(channel: 0, key: 60)))).isEmpty)
    }

    @Test("Another source of the same number releases what the first held")
    func reopened() {
        var holds = SourceHolds()
        _ = holds.take(event(0, 7, .open(input: 2)))
        _ = holds.take(event(1, 7, .message(.noteOn(channel: 1, key: 50, velocity: 9))))
        let released = holds.take(event(2, 7, .open(input: 3)))
        #expect(released.map(\.input) == [2])
        #expect(holds.take(event(3, 7, .exclusive([1]))).first?.input == 3)
    }
}
