import MIDI
import Platform

/// The work of the thread that sends MIDI, without thread and clock: it takes records, gives them
/// times, and sends what is due.
package struct WireScheduler {
    private let wire: (any MIDIWire)?
    private let rate: Int
    /// Nanoseconds by which messages are sent later than sound is heard.
    private let offset: Int64
    private var outputs: [[WireChannel]]
    /// The messages since the last clock.
    private var untimed: [(frame: Int64, action: Action)] = []
    /// The messages with a time, in order; the first ``sent`` have been sent.
    private var timed: [(time: Int64, action: Action)] = []
    private var sent = 0
    /// The last clock; `nil` after a pause.
    private var clock: (frame: Int64, time: Int64)?
    private var exclusive: (frame: Int64, output: Int, count: Int, bytes: [UInt8])?
    /// Messages sent.
    private(set) var messages = 0
    /// Whether all has been sent and released.
    private(set) var hasEnded = false

    /// An action that is done at a time; the number of an output has `MIDIOutQueue.sync`
    /// added for messages that overtake its other ones.
    fileprivate enum Action {
        case message(MIDIMessage, output: Int)
        case exclusive([UInt8], output: Int)
        case reset(output: Int)
        case suspend
        case resume
        case end
    }

    /// - Parameters:
    ///   - wire: Where messages go; `nil` for nowhere.
    ///   - outputs: The number of outputs.
    ///   - rate: Frames per second.
    ///   - offset: Nanoseconds by which messages are sent later than sound is heard; below 0 earlier.
    package init(to wire: (any MIDIWire)?, outputs: Int, rate: Int, offset: Int64) {
        self.wire = wire
        self.rate = rate
        self.offset = offset
        self.outputs = Array(repeating: (0..<16).map { WireChannel($0) }, count: outputs)
    }

    // MARK: Taking records

    /// Takes a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - now: The present time.
    package mutating func take(_ record: MIDIOutRecord, now: Int64) {
        let output = Int(record.output)
        switch record.kind {
        case .message:
            let message = MIDIMessage(bits: UInt32(truncatingIfNeeded: record.second))
            untimed.append((record.first, .message(message, output: output)))
        case .exclusive:
            exclusive = (record.first, output, Int(record.second), [])
        case .bytes: takeBytes(record)
        case .reset: untimed.append((record.first, .reset(output: output)))
        case .clock:
            clock = (record.first, Int64(bitPattern: record.second))
            timeAll(now)
        case .noClock: timeAll(now)
        case .pause:
            untimed.append((record.first, .suspend))
            timeAll(now)
        case .resume:
            clock = nil
            schedule(.resume, at: now)
        case .end:
            untimed.append((record.first, .end))
            timeAll(now)
        case .cancel:
            untimed = []
            timed = []
            sent = 0
            schedule(.end, at: now)
        }
    }

    private mutating func takeBytes(_ record: MIDIOutRecord) {
        guard var message = exclusive else { return }
        for word in [UInt64(bitPattern: record.first), record.second] {
            for byte in 0..<8 where message.bytes.count < message.count {
                message.bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(byte * 8)))
            }
        }
        guard message.bytes.count == message.count else {
            exclusive = message
            return
        }
        exclusive = nil
        untimed.append((message.frame, .exclusive(message.bytes, output: message.output)))
    }

    /// Gives all that has none a time by the last clock.
    private mutating func timeAll(_ now: Int64) {
        for (frame, action) in untimed {
            let time = clock.map {
                $0.time + FrameTime.nanoseconds(of: frame - $0.frame, rate: rate) + offset
            }
            schedulePieces(of: action, at: time ?? now)
        }
        untimed.removeAll(keepingCapacity: true)
    }

    /// The longest System Exclusive message that is sent at once, and the pieces of longer ones.
    private static let longestExclusive = 4_096
    private static let pieceLength = 1_024

    /// Schedules an action; a message that is longer than the buffer of a MIDI cable in the kernel, in
    /// pieces as such a cable takes them (3,125 bytes per second).
    private mutating func schedulePieces(of action: Action, at time: Int64) {
        guard case .exclusive(let bytes, let output) = action,
            bytes.count > Self.longestExclusive
        else { return schedule(action, at: time) }
        for first in stride(from: 0, to: bytes.count, by: Self.pieceLength) {
            let piece = Array(bytes[first..<min(first + Self.pieceLength, bytes.count)])
            schedule(.exclusive(piece, output: output), at: time + Int64(first) * 320_000)
        }
    }

    /// Puts an action behind all that are due before it, or together with it.
    ///
    /// Those of one output come in order, and so do pauses and ends with regard to all.
    private mutating func schedule(_ action: Action, at time: Int64) {
        var index = timed.count
        if !action.isBarrier {
            while index > sent, timed[index - 1].time > time, !timed[index - 1].action.isBarrier,
                timed[index - 1].action.output != action.output
            {
                index -= 1
            }
        }
        let earliest = index > sent ? timed[index - 1].time : time
        timed.insert((max(time, earliest), action), at: index)
    }

    // MARK: Sending

    /// The time at which the next action is due; `nil` if there is none.
    package var nextTime: Int64? { sent < timed.count ? timed[sent].time : nil }

    /// Sends what is due.
    package mutating func send(dueAt now: Int64) {
        while sent < timed.count, timed[sent].time <= now {
            let action = timed[sent].action
            sent += 1
            perform(action)
        }
        if sent == timed.count || sent > 4_096 {
            timed.removeFirst(sent)
            sent = 0
        }
    }

    private mutating func perform(_ action: Action) {
        switch action {
        case .message(let message, let output):
            put(message, Self.output(output))
        case .exclusive(let bytes, let output):
            put(bytes, Self.output(output))
        case .reset(let output): put(output) { $0.reset() }
        case .suspend: for output in outputs.indices { put(output) { $0.suspend() } }
        case .resume: for output in outputs.indices { put(output) { $0.resume() } }
        case .end:
            releaseAll()
            hasEnded = true
        }
    }

    private static func output(_ number: Int) -> Int { number % Int(MIDIOutQueue.sync) }

    private mutating func put(_ message: MIDIMessage, _ output: Int) {
        messages += 1
        wire?.send(message, from: output, to: nil)
        guard message.isChannelMessage else { return }
        let channel = Int(message.channel)
        outputs[output][channel].note(message)
        guard WireChannel.endsKeys(message) else { return }
        // Not every receiver knows the message.
        for note in outputs[output][channel].releaseKeys() {
            wire?.send(note, from: output, to: nil)
        }
    }

    private mutating func put(_ bytes: [UInt8], _ output: Int) {
        var isReset = false
        if case .reset = Self.meaning(of: bytes) { isReset = true }
        // A reset need not end notes, and not every receiver knows it.
        if isReset { put(output) { $0.releaseKeys() + $0.liftPedals() } }
        messages += 1
        wire?.send(exclusive: bytes, from: output)
        if isReset { outputs[output] = (0..<16).map { WireChannel($0) } }
    }

    private static func meaning(of bytes: [UInt8]) -> SystemExclusive {
        unsafe bytes.dropFirst().dropLast().withUnsafeBufferPointer { content in
            guard let address = content.baseAddress else { return .other }
            return unsafe SystemExclusive.meaning(of: address, count: content.count)
        }
    }

    /// Sends what a change of each channel of an output says.
    private mutating func put(
        _ output: Int,
        _ change: (inout WireChannel) -> [MIDIMessage]
    ) {
        for channel in 0..<16 {
            for message in change(&outputs[output][channel]) {
                messages += 1
                wire?.send(message, from: output, to: nil)
            }
        }
    }

    /// Ends all keys that are down, and lifts all pedals, at once.
    package mutating func releaseAll() {
        for output in outputs.indices {
            put(output) { $0.releaseKeys() + $0.liftPedals() }
        }
    }

    /// Brings a receiver that has just been connected into the state of an output.
    package func sendState(of output: Int, to receiver: SequencerAddress) {
        guard outputs.indices.contains(output) else { return }
        for channel in outputs[output] {
            for message in channel.state() { wire?.send(message, from: output, to: receiver) }
        }
    }
}

extension WireScheduler.Action {
    /// The output that it concerns; −1 for all.
    fileprivate var output: Int {
        switch self {
        case .message(_, let output), .exclusive(_, let output), .reset(let output): output
        case .suspend, .resume, .end: -1
        }
    }

    /// Whether nothing goes past it.
    fileprivate var isBarrier: Bool { output < 0 }
}
