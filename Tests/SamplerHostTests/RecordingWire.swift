import MIDI
import Realtime
import Synchronization

@testable import MIDIPorts

/// A wire that keeps what is sent, with the time of its scheduler.
final class RecordingWire: MIDIWire {
    /// A message as it was sent.
    struct Sent: Equatable, CustomStringConvertible {
        /// Nanoseconds.
        var time: Int64
        var output = 0
        var bytes: [UInt8]
        var receiver: SequencerAddress?

        var description: String {
            let words = bytes.map { String($0, radix: 16) }.joined(separator: " ")
            return "\(Double(time) / 1e6) ms, out \(output + 1): \(words)"
        }
    }

    private let state = Mutex<(now: Int64, sent: [Sent])>((0, []))

    var sent: [Sent] { state.withLock { $0.sent } }

    func setTime(_ time: Int64) { state.withLock { $0.now = time } }

    func send(_ message: MIDIMessage, from output: Int, to receiver: SequencerAddress?) {
        add(message.bytes, output, receiver)
    }

    func send(exclusive bytes: [UInt8], from output: Int) { add(bytes, output, nil) }

    private func add(_ bytes: [UInt8], _ output: Int, _ receiver: SequencerAddress?) {
        state.withLock {
            $0.sent.append(
                Sent(time: $0.now, output: output, bytes: bytes, receiver: receiver)
            )
        }
    }
}

/// A scheduler with a recording wire, whose time goes on as records say.
struct ScheduledWire {
    let wire = RecordingWire()
    var scheduler: WireScheduler
    private var now: Int64 = 0

    init(outputs: Int = 1, offset: Int64 = 0) {
        scheduler = WireScheduler(to: wire, outputs: outputs, rate: 48_000, offset: offset)
    }

    /// Takes a record when the clock of the last one has come.
    mutating func take(_ record: MIDIOutRecord) {
        if case .clock = record.kind { now = max(now, Int64(bitPattern: record.second)) }
        scheduler.take(record, now: now)
    }

    /// Sends all that is scheduled, each at its time.
    mutating func sendAll() {
        while let time = scheduler.nextTime {
            wire.setTime(time)
            scheduler.send(dueAt: time)
        }
    }

    /// All that an engine has sent, once it has ended.
    static func sent(by feed: MIDIOutFeed, offset: Int64 = 0) -> [RecordingWire.Sent] {
        var wire = ScheduledWire(outputs: feed.outputs, offset: offset)
        while let record = feed.queue.value.records.pop() { wire.take(record) }
        wire.sendAll()
        return wire.wire.sent
    }
}
