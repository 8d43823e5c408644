import MIDI
import Sequencer
import Testing

struct NoteLedgerTests {
    @Test func countsStopAtTheirLimit() {
        var ledger = NoteLedger(samplers: 1)
        for _ in 0..<70_000 { ledger.noteOn(port: 0, channel: 1, key: 2) }
        var count = ledger.count(port: 0, channel: 1, key: 2)
        #expect(count == .max)
        let before = ledger.noteOff(port: 0, channel: 1, key: 2)
        #expect(before == .max)
        count = ledger.count(port: 0, channel: 1, key: 2)
        #expect(count == 65_534)
    }

    @Test func samplersThatAreNotThereAreIgnored() {
        var ledger = NoteLedger(samplers: 1)
        ledger.noteOn(port: 1, channel: 0, key: 0)
        ledger.control(port: 200, channel: 0, number: 64, value: 127)
        ledger.clear(port: 9)
        let count = ledger.noteOff(port: 1, channel: 0, key: 0)
        #expect(count == 0)
        let isEmpty = ledger.isEmpty
        #expect(isEmpty)
    }

    @Test func everythingComesOutOnceKeysFirst() {
        var ledger = NoteLedger(samplers: 2)
        ledger.control(port: 0, channel: 4, number: 69, value: 1)
        ledger.noteOn(port: 1, channel: 15, key: 127)
        ledger.noteOn(port: 0, channel: 0, key: 0)
        ledger.noteOn(port: 0, channel: 0, key: 0)
        var cursor = 0
        var messages: [[UInt8]] = []
        while let (port, message) = ledger.removeNext(cursor: &cursor) {
            messages.append([port] + message.bytes)
        }
        #expect(messages == [[0, 0x80, 0, 64], [1, 0x8F, 127, 64], [0, 0xB4, 69, 0]])
        let isEmpty = ledger.isEmpty
        #expect(isEmpty)
    }
}
