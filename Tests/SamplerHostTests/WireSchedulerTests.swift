import MIDI
import Platform
import Realtime
import Synchronization
import Testing

@testable import MIDIPorts

/// The times and the order in which MIDI is sent, and what is held at the receivers.
@Suite struct WireSchedulerTests {
    private func message(_ bytes: [UInt8], at frame: Int64, output: UInt8 = 0) -> MIDIOutRecord {
        let message = MIDIMessage(
            status: bytes[0],
            data1: bytes[1],
            data2: bytes.count > 2 ? bytes[2] : 0
        )
        return MIDIOutRecord(
            .message,
            output: output,
            first: frame,
            second: UInt64(message.bits)
        )
    }

    private func clock(_ frame: Int64, _ time: Int64) -> MIDIOutRecord {
        MIDIOutRecord(.clock, first: frame, second: UInt64(bitPattern: time))
    }

    @Test(arguments: [0, 7_000_000, -7_000_000] as [Int64])
    func aMessageIsSentWhenItsFrameIsHeard(offset: Int64) {
        var wire = ScheduledWire(offset: offset)
        wire.take(message([0x90, 60, 100], at: 480))
        wire.take(message([0x80, 60, 64], at: 960))
        #expect(wire.scheduler.nextTime == nil)
        wire.take(clock(48_000, 2_000_000_000))
        wire.sendAll()
        #expect(
            wire.wire.sent.map(\.time) == [1_010_000_000 + offset, 1_020_000_000 + offset]
        )
    }

    @Test func messagesOfAnOutputKeepTheirOrder() {
        var wire = ScheduledWire(outputs: 2)
        wire.take(message([0x90, 60, 100], at: 4_800))
        wire.take(message([0x90, 61, 100], at: 480, output: 1))
        wire.take(clock(0, 0))
        // The clock has jumped: what follows is not sent before what came first.
        wire.take(message([0x80, 60, 64], at: 4_801))
        wire.take(clock(4_801, 50_000_000))
        wire.sendAll()
        #expect(
            wire.wire.sent.map(\.bytes) == [
                [0x90, 61, 100], [0x90, 60, 100], [0x80, 60, 64],
            ]
        )
        #expect(wire.wire.sent.map(\.time) == [10_000_000, 100_000_000, 100_000_000])
    }

    @Test func aSystemExclusiveMessageOfAnyLengthArrivesWhole() {
        for count in [0, 1, 13, 14, 15, 30, 1_000, 3_000] {
            var queue = MIDIOutQueue(outputs: 1, grid: 64)
            let bytes = (0..<count).map { UInt8($0 & 127) }
            for hasEnd in [true, false] {
                let content = hasEnd ? bytes + [0xF7] : bytes
                var wire = ScheduledWire()
                unsafe (content + [0]).withUnsafeBufferPointer { buffer in
                    guard let address = buffer.baseAddress else { return }
                    unsafe queue.sendExclusive(
                        address,
                        count: content.count,
                        to: 0,
                        offset: 0
                    )
                }
                queue.noteTime(ofFrame: 0, 0)
                while let record = queue.records.pop() { wire.take(record) }
                wire.sendAll()
                #expect(wire.wire.sent.map(\.bytes) == [[0xF0] + bytes + [0xF7]])
            }
        }
    }

    @Test func aLongSystemExclusiveMessageIsSentAsACableTakesIt() {
        var queue = MIDIOutQueue(outputs: 1, grid: 64)
        let bytes = [UInt8](repeating: 5, count: 10_000)
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let address = buffer.baseAddress else { return }
            unsafe queue.sendExclusive(address, count: bytes.count, to: 0, offset: 0)
        }
        queue.send(MIDIMessage(status: 0x90, data1: 60, data2: 1), to: 0, offset: 0)
        queue.noteTime(ofFrame: 0, 0)
        var wire = ScheduledWire()
        while let record = queue.records.pop() { wire.take(record) }
        wire.sendAll()
        let pieces = wire.wire.sent.dropLast()
        #expect(pieces.flatMap(\.bytes) == [0xF0] + bytes + [0xF7])
        for (sent, next) in zip(pieces, pieces.dropFirst()) {
            #expect(next.time - sent.time == Int64(sent.bytes.count) * 320_000)
        }
        #expect(wire.wire.sent.last?.bytes == [0x90, 60, 1])
        #expect(wire.wire.sent.last?.time == pieces.last?.time)
    }

    @Test func aPauseReleasesWhatIsHeldAndPressesPedalsAgain() {
        var wire = ScheduledWire()
        wire.take(message([0x90, 60, 100], at: 0))
        wire.take(message([0xB0, 64, 90], at: 0))
        wire.take(clock(0, 0))
        wire.take(MIDIOutRecord(.pause, first: 4_800))
        wire.sendAll()
        #expect(
            wire.wire.sent.dropFirst(2).map(\.bytes) == [[0x80, 60, 64], [0xB0, 64, 0]]
        )
        #expect(wire.wire.sent.last?.time == 100_000_000)
        wire.take(MIDIOutRecord(.resume))
        wire.sendAll()
        #expect(wire.wire.sent.last?.bytes == [0xB0, 64, 90])
    }

    @Test(arguments: [true, false])
    func atTheEndNothingHangs(isCancelled: Bool) {
        var wire = ScheduledWire()
        wire.take(message([0x93, 60, 100], at: 0))
        wire.take(message([0xB3, 64, 127], at: 0))
        wire.take(clock(0, 0))
        wire.scheduler.send(dueAt: 0)
        wire.take(message([0x93, 127, 100], at: 480))
        wire.take(clock(0, 0))
        wire.take(MIDIOutRecord(isCancelled ? .cancel : .end))
        wire.sendAll()
        #expect(wire.scheduler.hasEnded)
        let released = wire.wire.sent.dropFirst(isCancelled ? 2 : 3).map(\.bytes)
        let others: [[UInt8]] = isCancelled ? [] : [[0x83, 127, 64]]
        #expect(released == [[0x83, 60, 64]] + others + [[0xB3, 64, 0]])
    }

    @Test func allNotesOffIsSpeltOutForReceiversThatDoNotKnowIt() {
        var wire = ScheduledWire()
        wire.take(message([0x90, 60, 100], at: 0))
        wire.take(message([0x90, 64, 100], at: 0))
        wire.take(message([0xB0, 123, 0], at: 0))
        wire.take(clock(0, 0))
        wire.sendAll()
        #expect(
            wire.wire.sent.dropFirst(2).map(\.bytes) == [
                [0xB0, 123, 0], [0x80, 60, 64], [0x80, 64, 64],
            ]
        )
    }

    @Test func aReceiverThatComesGetsTheStateAndNoNotes() {
        var wire = ScheduledWire()
        let messages: [[UInt8]] = [
            [0xB2, 0, 8], [0xB2, 32, 1], [0xC2, 40], [0xB2, 7, 90], [0xB2, 101, 0], [0xB2, 100, 0],
            [0xB2, 6, 12], [0xB2, 101, 127], [0xB2, 100, 127], [0x92, 60, 100], [0xE2, 0, 80],
            [0xB2, 64, 127],
        ]
        for bytes in messages { wire.take(message(bytes, at: 0)) }
        wire.take(clock(0, 0))
        wire.sendAll()
        let receiver = SequencerAddress(client: 130, port: 0)
        wire.scheduler.sendState(of: 0, to: receiver)
        let state = wire.wire.sent.dropFirst(messages.count)
        #expect(state.allSatisfy { $0.receiver == receiver })
        #expect(
            state.map(\.bytes) == [
                [0xB2, 0, 8], [0xB2, 32, 1], [0xC2, 40], [0xB2, 101, 0], [0xB2, 100, 0],
                [0xB2, 6, 12], [0xB2, 7, 90], [0xB2, 64, 127], [0xB2, 101, 127],
                [0xB2, 100, 127], [0xE2, 0, 80],
            ]
        )
    }

    @Test func messagesWithoutRoomAreCounted() {
        var queue = MIDIOutQueue(outputs: 1, grid: 64, capacity: 4)
        for key: UInt8 in 0..<6 {
            queue.send(MIDIMessage(status: 0x90, data1: key, data2: 1), to: 0, offset: 0)
        }
        #expect(queue.lost.load(ordering: .relaxed) == 2)
        // Outputs that there are not get nothing.
        queue.send(MIDIMessage(status: 0x90, data1: 0, data2: 1), to: 1, offset: 0)
        #expect(queue.lost.load(ordering: .relaxed) == 2)
    }

    @Test func theClockFollowsADeviceWithoutItsJitter() {
        var clock = WireClock(rate: 48_000)
        var worst: Int64 = 0
        for period: Int64 in 0..<2_000 {
            let jitter = period * 7_919 % 1_000_000 - 500_000
            let exact = FrameTime.nanoseconds(of: period * 256, rate: 48_000)
            let time = clock.note(period * 256, at: exact + jitter)
            if period > 200 { worst = max(worst, abs(time - exact)) }
        }
        #expect(worst < 200_000)
        // An underrun of 20 ms.
        #expect(clock.note(2_000 * 256, at: 20_000_000_000) == 20_000_000_000)
    }
}
