import MIDI
import Realtime
import Testing

@testable import SamplerHost

@Suite struct LiveSendersTests {
    private let listener = LiveListener()
    private let senders: LiveSenders

    init() {
        senders = LiveSenders(outlet: LiveOutlet(listener.queue))
    }

    private func key(_ client: Int, input: Int = 0) -> SenderKey {
        .sequencer(SequencerAddress(client: client, port: 0), input: input)
    }

    private func send(_ bytes: [UInt8], from key: SenderKey, at stamp: Int64 = 0) {
        senders.receive(bytes.span, from: key, stamp: stamp)
    }

    @Test func aSenderIsOpenedWithItsFirstMessageOnItsInput() {
        senders.receive(
            .noteOn(channel: 2, key: 60, velocity: 90),
            from: key(20, input: 3),
            stamp: 7
        )
        listener.listen()
        #expect(listener.heard == [.open(0, input: 3), .message(0, [0x92, 60, 90])])
        #expect(listener.stamps == [7, 7])
    }

    @Test func oneSenderOnTwoInputsIsTwo() {
        for input in 0..<2 {
            senders.receive(
                .programChange(channel: 0, program: 1),
                from: key(20, input: input),
                stamp: 0
            )
        }
        listener.listen()
        #expect(listener.heard.contains(.open(0, input: 0)))
        #expect(listener.heard.contains(.open(1, input: 1)))
    }

    @Test func onlyThoseWhoHaveGoneAreClosed() {
        for client in 20..<23 {
            senders.receive(.noteOn(channel: 0, key: 60, velocity: 1), from: key(client), stamp: 0)
        }
        senders.close(stamp: 5) { $0 == key(21) }
        listener.listen()
        #expect(listener.heard.suffix(1) == [.close(1)])
        #expect(senders.count == 2)
    }

    @Test func aNumberThatIsFreeIsGivenToTheNext() {
        senders.receive(.noteOn(channel: 0, key: 60, velocity: 1), from: key(20), stamp: 0)
        senders.close(stamp: 1) { _ in true }
        senders.receive(.noteOn(channel: 0, key: 60, velocity: 1), from: key(30), stamp: 2)
        listener.listen()
        #expect(listener.heard.suffix(2) == [.open(0, input: 0), .message(0, [0x90, 60, 1])])
    }

    @Test func whenAllNumbersAreTakenTheLongestSilentGivesUpItsOwn() {
        for client in 0..<LiveEvent.sources {
            senders.receive(
                .noteOn(channel: 0, key: 60, velocity: 1),
                from: key(client),
                stamp: Int64(client)
            )
        }
        senders.receive(.noteOff(channel: 0, key: 60), from: key(0), stamp: 1_000)
        senders.receive(.noteOn(channel: 0, key: 61, velocity: 1), from: key(200), stamp: 1_001)
        listener.listen()
        #expect(
            listener.heard.suffix(3) == [
                .close(1), .open(1, input: 0), .message(1, [0x90, 61, 1]),
            ]
        )
    }

    @Test func systemAndRealTimeMessagesAreIgnored() {
        send([0xF8, 0xFE, 0x90, 60, 0xF8, 100, 0xF2, 1, 2, 0xFF, 0xF6], from: key(20))
        listener.listen()
        #expect(listener.heard == [.open(0, input: 0), .message(0, [0x90, 60, 100])])
    }

    @Test(arguments: [1, 2, 3, 7, 100, 511, 512, 513])
    func systemExclusiveComesWholeHoweverItIsCut(_ size: Int) {
        let data = (0..<5_000).map { UInt8($0 % 128) }
        let bytes = [0xF0] + data + [0xF7]
        for first in stride(from: 0, to: bytes.count, by: size) {
            send(Array(bytes[first..<min(first + size, bytes.count)]), from: key(20))
        }
        listener.listen()
        #expect(listener.heard == [.open(0, input: 0), .exclusive(0, data)])
    }

    @Test func theExclusivesOfTwoSendersDoNotMix() {
        for byte: [UInt8] in [[0xF0, 1], [2], [3, 0xF7]] {
            send(byte, from: key(20))
            send(byte.map { $0 < 0x80 ? $0 + 10 : $0 }, from: key(21))
        }
        listener.listen()
        #expect(listener.heard.contains(.exclusive(0, [1, 2, 3])))
        #expect(listener.heard.contains(.exclusive(1, [11, 12, 13])))
    }

    @Test func anExclusiveOfAMebibyteComesAndALongerOneIsDroppedAndCounted() {
        let data = [UInt8](repeating: 1, count: 1 << 20)
        send([0xF0] + data + [0xF7], from: key(20))
        send([0xF0] + data + [1, 0xF7], from: key(20))
        send([0xF0, 2, 0xF7], from: key(20))
        listener.listen()
        #expect(
            listener.heard == [.open(0, input: 0), .exclusive(0, data), .exclusive(0, [2])]
        )
        #expect(senders.droppedExclusives == 1)
    }

    @Test func anExclusiveThatIsCutShortIsDropped() {
        send([0xF0, 1, 2, 0x90, 60, 100], from: key(20))
        send([0xF0, 1], from: key(20))
        senders.close(stamp: 0) { _ in true }
        listener.listen()
        #expect(
            listener.heard == [.open(0, input: 0), .message(0, [0x90, 60, 100]), .close(0)]
        )
        #expect(senders.droppedExclusives == 2)
    }

    @Test func runningStatusAndHalfMessagesAreEachSendersOwn() {
        send([0x90, 60, 100, 61], from: key(20))
        send([0x91, 50], from: key(21))
        send([101], from: key(20))
        send([1], from: key(21))
        listener.listen()
        let messages = listener.heard.filter { if case .message = $0 { true } else { false } }
        #expect(
            messages == [
                .message(0, [0x90, 60, 100]), .message(0, [0x90, 61, 101]),
                .message(1, [0x91, 50, 1]),
            ]
        )
    }

    @Test func aQueueThatIsFullIsWaitedForAndNothingIsLost() async throws {
        let outlet = LiveOutlet(listener.queue)
        let total = 20_000
        let sending = Task.detached {
            for number in 0..<total {
                outlet.push(.message(MIDIMessage(bits: UInt32(number)), source: 0, stamp: 0))
            }
        }
        var next = 0
        while next < total {
            while let event = listener.queue.ring.value.pop() {
                try #require(event.bits == UInt32(next))
                next += 1
            }
            try await Task.sleep(for: .milliseconds(1))
        }
        await sending.value
    }

    @Test func anOutletThatIsClosedDoesNotWaitForEver() {
        let outlet = LiveOutlet(listener.queue)
        outlet.close()
        let began = ContinuousClock.now
        for _ in 0...8_192 { outlet.push(.close(source: 0, stamp: 0)) }
        #expect(ContinuousClock.now - began < .seconds(2))
    }
}
