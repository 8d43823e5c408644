import MIDI
import Realtime
import SMF
import Sequencer
import Synchronization
import Testing

@testable import MIDIPorts
@testable import SamplerHost

@Suite struct LiveSendersTests {
    private let listener = LiveListener()
    private let received = ReceivedMessages()
    private let senders: LiveSenders

    init() {
        senders = LiveSenders(writer: LiveWriter(listener.queue), received: received)
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

    @Test func ofSystemMessagesOnlyResetGoesToTheEngine() {
        send([0xF8, 0xFE, 0x90, 60, 0xF8, 100, 0xF2, 1, 2, 0xFF, 0xF6], from: key(20))
        listener.listen()
        #expect(
            listener.heard == [
                .open(0, input: 0), .message(0, [0x90, 60, 100]), .message(0, [0xFF]),
            ]
        )
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

    private static let millisecond: Int64 = 1_000_000

    @Test func aSenderWithActiveSensingThatFallsSilentIsClosed() {
        send([0x90, 60, 100], from: key(20), at: 0)
        send([0x90, 61, 100], from: key(21), at: 0)
        #expect(senders.silenceDue == nil)
        send([0xFE], from: key(20), at: 100 * Self.millisecond)
        #expect(senders.silenceDue == 430 * Self.millisecond)
        // Anything that it sends shows that it is there.
        send([0x80, 62, 0], from: key(20), at: 300 * Self.millisecond)
        senders.closeSilent(at: 629 * Self.millisecond)
        #expect(senders.count == 2)
        senders.closeSilent(at: 630 * Self.millisecond)
        listener.listen()
        #expect(listener.heard.last == .close(0))
        #expect(listener.stamps.last == 630 * Self.millisecond)
        #expect(senders.count == 1)
        #expect(senders.silenceDue == nil)
        // When it returns, it need not have active sensing any more.
        send([0x90, 60, 100], from: key(20), at: 700 * Self.millisecond)
        #expect(senders.silenceDue == nil)
    }

    @Test func messagesThatAreWantedComeIntoTheMailbox() throws {
        send([0xF8, 0x90, 60, 100], from: key(20), at: 1)
        #expect(received.take().messages.isEmpty)
        let calls = CallCounter()
        received.watch(.sync) { calls.count() }
        send(
            [0xF8, 0x90, 60, 100, 0xF1, 0x35, 0xFE, 0xF0, 0x7F, 0x7F, 1, 1, 0x21, 2, 3, 4, 0xF7],
            from: key(20, input: 2),
            at: 2
        )
        send([0xFA], from: key(21), at: 3)
        let messages = received.take().messages
        #expect(calls.value == 1)
        let time = try #require(
            TimeCode(rate: .fps25, hours: 1, minutes: 2, seconds: 3, frames: 4)
        )
        #expect(
            messages.compactMap(\.sync?.kind)
                == [.clock, .quarterFrame(0x35), .fullFrame(time), .start]
        )
        #expect(messages.map(\.input) == [2, 2, 2, 0])
        #expect(messages.map(\.stamp) == [2, 2, 2, 3])
        let source = try #require(messages.first?.sync?.source)
        #expect(
            messages.compactMap(\.sync?.source).map { $0 == source } == [true, true, true, false]
        )
        received.watch([.channels, .others]) {}
        send([0xF8, 0x90, 60, 100, 0xFE], from: key(20), at: 4)
        let others = received.take().messages
        #expect(
            others.map(\.body) == [
                .message(.noteOn(channel: 0, key: 60, velocity: 100)),
                .message(MIDIMessage(status: 0xFE)),
            ]
        )
        #expect(
            others.allSatisfy { $0.source == .sequencer(SequencerAddress(client: 20, port: 0)) }
        )
    }

    @Test func theMailboxToldOfChannelsIsToldOfSendersThatGo() {
        received.watch(.sync) {}
        send([0xF8], from: key(20))
        send([0xF8], from: key(21))
        senders.close(stamp: 1) { $0 == self.key(20) }
        #expect(received.take().messages.count == 2)
        received.watch(.channels) {}
        senders.close(stamp: 5) { _ in true }
        let messages = received.take().messages
        #expect(messages.map(\.body) == [.closed])
        #expect(messages.map(\.stamp) == [5])
        #expect(messages.map(\.source) == [.sequencer(SequencerAddress(client: 21, port: 0))])
    }

    @Test func aMailboxThatIsNotEmptiedHoldsOnlySoMuch() {
        received.watch(.sync) {}
        for _ in 0..<5_000 { send([0xF8], from: key(20)) }
        let (messages, dropped) = received.take()
        #expect(messages.count == 4_096)
        #expect(dropped == 5_000 - 4_096)
    }

    /// Counts calls of any thread.
    private final class CallCounter: Sendable {
        private let calls = Atomic<Int>(0)
        var value: Int { calls.load(ordering: .relaxed) }
        func count() { calls.add(1, ordering: .relaxed) }
    }

    @Test func aQueueThatIsFullIsWaitedForAndNothingIsLost() async throws {
        let writer = LiveWriter(listener.queue)
        let total = 20_000
        let sending = Task.detached {
            for number in 0..<total {
                writer.push(.message(MIDIMessage(bits: UInt32(number)), source: 0, stamp: 0))
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
        let writer = LiveWriter(listener.queue)
        writer.close()
        let began = ContinuousClock.now
        for _ in 0...8_192 { writer.push(.close(source: 0, stamp: 0)) }
        #expect(ContinuousClock.now - began < .seconds(2))
    }
}
