package import MIDI
package import Realtime
package import Synchronization

/// The MIDI outputs as the audio thread has them: messages with their frames, on the way to the thread
/// that sends them.
///
/// The audio thread's, but for the ring's other end.
package struct MIDIOutQueue: ~Copyable {
    package let records: RingBuffer<MIDIOutRecord>
    /// By output: the frame of its last message, before which no other is due; then the same for
    /// clock and time code, which pass others by.
    private var lastFrames: FixedArray<Int64>
    private let grid: Int64
    /// Messages that found no room.
    package let lost = Atomic<Int>(0)
    /// The first frame of the period that is mixed.
    private var periodStart: Int64 = 0
    /// The frame of the event that is routed, before it is rounded to FluidSynth's grid.
    private var exactFrame: Int64 = 0
    /// Whether messages are due as soon as possible.
    private var isImmediate = false
    /// Whether there are records since the last clock.
    package private(set) var hasUntimed = false

    /// The frame of what is due as soon as possible, before all others.
    private static var immediate: Int64 { @_noLocks get { -1 << 40 } }
    /// The most outputs.
    package static let maximumOutputs = 16

    /// Makes a queue.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - outputs: The number of outputs; with none nothing is ever sent.
    ///   - grid: The frames to which samplers round events up.
    ///   - capacity: The records that fit.
    package init(outputs: Int, grid: Int64, capacity: Int = 1 << 15) {
        self.grid = grid
        records = RingBuffer(minimumCapacity: outputs > 0 ? capacity : 1)
        lastFrames = FixedArray(repeating: Self.immediate, count: outputs * 2)
    }

    /// The number of outputs.
    package var outputs: Int { @_noLocks get { lastFrames.count / 2 } }

    /// Added to the number of an output in records of its clock and time code.
    package static var sync: UInt8 { @_noLocks get { 16 } }

    // MARK: Times

    /// Begins a period with its first frame.
    @_noLocks
    package mutating func begin(at frame: Int64) {
        periodStart = frame
        exactFrame = frame
    }

    /// Gives what is sent next the frame of the event that causes it.
    @_noLocks
    package mutating func setFrame(_ frame: Int64) { exactFrame = frame }

    /// Whether what is sent next is due as soon as possible, whatever its frame.
    @_noLocks
    package mutating func setImmediate(_ isImmediate: Bool) { self.isImmediate = isImmediate }

    /// The frame of what is sent at an offset: that of the event that was rounded to the offset.
    @_noLocks
    private mutating func frame(at offset: Int32, to output: Int) -> Int64 {
        let rounded = periodStart &+ Int64(offset)
        let isRounded = exactFrame <= rounded && exactFrame > rounded &- grid
        let due = isImmediate ? Self.immediate : isRounded ? exactFrame : rounded
        lastFrames[output] = max(due, lastFrames[output])
        return lastFrames[output]
    }

    // MARK: Messages

    /// Sends a message to an output; one that finds no room is counted, and the sender releases all
    /// that is held.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - output: The output, from 0.
    ///   - offset: Where in the period.
    @_noLocks
    package mutating func send(_ message: MIDIMessage, to output: Int, offset: Int32) {
        guard output < outputs else { return }
        let frame = frame(at: offset, to: output)
        push(
            MIDIOutRecord(
                .message,
                output: UInt8(truncatingIfNeeded: output),
                first: frame,
                second: UInt64(message.bits)
            )
        )
    }

    /// Selects a bank and a program.
    ///
    /// - Parameters:
    ///   - bits: Both, as `ShardEvent.Kind.program` packs them.
    ///   - output: The output, from 0.
    ///   - offset: Where in the period.
    @_noLocks
    package mutating func selectPreset(_ bits: UInt32, to output: Int, offset: Int32) {
        let channel = UInt8(truncatingIfNeeded: bits >> 24 & 15)
        let bank = bits & 0xFFFF
        let program = MIDIMessage(
            status: 0xC0 | channel,
            data1: UInt8(truncatingIfNeeded: bits >> 16 & 127)
        )
        // 128 is SoundFont's number for drum kits, which no message selects.
        if bank != 128 {
            let coarse = bank < 128 ? bank : bank >> 7 & 127
            let fine = bank < 128 ? 0 : bank & 127
            let status = 0xB0 | channel
            send(
                MIDIMessage(status: status, data1: 0, data2: UInt8(truncatingIfNeeded: coarse)),
                to: output,
                offset: offset
            )
            send(
                MIDIMessage(status: status, data1: 32, data2: UInt8(truncatingIfNeeded: fine)),
                to: output,
                offset: offset
            )
        }
        send(program, to: output, offset: offset)
    }

    /// Sends a System Exclusive message to an output.
    ///
    /// - Parameters:
    ///   - bytes: The message, F0 and F7 left out.
    ///   - count: How many bytes there are.
    ///   - output: The output, from 0.
    ///   - offset: Where in the period.
    @_noLocks
    package mutating func sendExclusive(
        _ bytes: UnsafePointer<UInt8>,
        count: Int,
        to output: Int,
        offset: Int32
    ) {
        guard output < outputs else { return }
        // A message from a file may have no F7.
        var hasEnd = false
        if count > 0 { hasEnd = unsafe bytes[count &- 1] == 0xF7 }
        let total = count &+ (hasEnd ? 1 : 2)
        guard records.room > total / 16 &+ 1 else {
            _ = lost.wrappingAdd(1, ordering: .relaxed)
            return
        }
        let frame = frame(at: offset, to: output)
        let number = UInt8(truncatingIfNeeded: output)
        push(
            MIDIOutRecord(.exclusive, output: number, first: frame, second: UInt64(total))
        )
        var index = 0
        while index < total {
            var words: (UInt64, UInt64) = (0, 0)
            for place in 0..<16 where index &+ place < total {
                let position = index &+ place
                var byte: UInt8 = position == 0 ? 0xF0 : 0xF7
                if position > 0, position <= count { byte = unsafe bytes[position &- 1] }
                let shifted = UInt64(byte) << UInt64(place & 7 &* 8)
                if place < 8 { words.0 |= shifted } else { words.1 |= shifted }
            }
            push(
                MIDIOutRecord(
                    .bytes,
                    output: number,
                    first: Int64(truncatingIfNeeded: words.0),
                    second: words.1
                )
            )
            index &+= 16
        }
    }

    // MARK: Clock and time code

    /// Sends a message of the clock or the time code to an output, past those that were sent before.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - output: The output, from 0.
    ///   - frame: Its frame.
    @_noLocks
    package mutating func sendSync(_ message: MIDIMessage, to output: Int, frame: Int64) {
        guard output < outputs else { return }
        push(
            MIDIOutRecord(
                .message,
                output: UInt8(truncatingIfNeeded: output) &+ Self.sync,
                first: syncFrame(frame, output),
                second: UInt64(message.bits)
            )
        )
    }

    /// Sends a System Exclusive message of at most sixteen bytes, F0 and F7 included, past others.
    ///
    /// - Parameters:
    ///   - bytes: Its bytes, the first in the lowest byte of the first word.
    ///   - count: How many there are.
    ///   - output: The output, from 0.
    ///   - frame: Its frame.
    @_noLocks
    package mutating func sendSync(
        _ bytes: (UInt64, UInt64),
        count: Int,
        to output: Int,
        frame: Int64
    ) {
        guard output < outputs, records.room > 1 else { return }
        let number = UInt8(truncatingIfNeeded: output) &+ Self.sync
        let due = syncFrame(frame, output)
        push(MIDIOutRecord(.exclusive, output: number, first: due, second: UInt64(count)))
        push(
            MIDIOutRecord(
                .bytes,
                output: number,
                first: Int64(bitPattern: bytes.0),
                second: bytes.1
            )
        )
    }

    /// The frame of a message of the clock, not before that of the last.
    @_noLocks
    private mutating func syncFrame(_ frame: Int64, _ output: Int) -> Int64 {
        let last = outputs &+ output
        lastFrames[last] = max(frame, lastFrames[last])
        return lastFrames[last]
    }

    /// Has what an earlier piece set at an output undone.
    @_noLocks
    package mutating func reset(_ output: Int, offset: Int32) {
        guard output < outputs else { return }
        let frame = frame(at: offset, to: output)
        push(MIDIOutRecord(.reset, output: UInt8(truncatingIfNeeded: output), first: frame))
    }

    // MARK: The run of the engine

    /// Times what was sent since the last call.
    ///
    /// - Parameters:
    ///   - frame: A frame.
    ///   - time: The time at which it leaves the sound's output; `nil` where that keeps none.
    @_noLocks
    package mutating func noteTime(ofFrame frame: Int64, _ time: Int64?) {
        guard hasUntimed else { return }
        if let time {
            push(
                MIDIOutRecord(.clock, first: frame, second: UInt64(bitPattern: time))
            )
        } else {
            push(MIDIOutRecord(.noClock))
        }
        hasUntimed = false
    }

    /// Notes that nothing is played from a frame on.
    @_noLocks
    package mutating func pause(at frame: Int64) {
        push(MIDIOutRecord(.pause, first: frame))
    }

    /// Notes that playback continues.
    @_noLocks
    package mutating func resume() { push(MIDIOutRecord(.resume)) }

    /// Notes that nothing follows.
    ///
    /// - Parameters:
    ///   - frame: The frame behind the last.
    ///   - isCancelled: Whether what has not been sent is dropped.
    @_noLocks
    package mutating func end(at frame: Int64, isCancelled: Bool) {
        push(isCancelled ? MIDIOutRecord(.cancel) : MIDIOutRecord(.end, first: frame))
    }

    @_noLocks
    private mutating func push(_ record: MIDIOutRecord) {
        guard outputs > 0 else { return }
        hasUntimed = true
        if !records.push(record) { _ = lost.wrappingAdd(1, ordering: .relaxed) }
    }
}
