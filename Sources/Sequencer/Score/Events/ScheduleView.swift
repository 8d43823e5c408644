/// Raw pointers into a ``Schedule``, to be read on the audio thread without reference counting.
///
/// The schedule that made it must outlive it: whoever takes one holds the schedule.
struct ScheduleView: BitwiseCopyable, @unchecked Sendable {
    /// The events in playing order.
    let events: UnsafePointer<ScheduledEvent>
    /// How many events there are.
    let count: Int
    let messages: UnsafePointer<MessageSpan>
    let messageCount: Int
    let bytes: UnsafePointer<UInt8>
    /// The words of `Schedule.unbalanced`.
    let unbalanced: UnsafePointer<UInt64>
    /// How many samplers the events are for.
    let samplerCount: Int

    /// The System Exclusive message with this index, F0 and F7 left out; empty for a wrong index.
    ///
    /// Safe on the audio thread.
    @_noLocks
    func systemExclusive(_ index: UInt32) -> UnsafeBufferPointer<UInt8> {
        guard Int(index) < messageCount else {
            return UnsafeBufferPointer(start: bytes, count: 0)
        }
        let span = messages[Int(index)]
        return UnsafeBufferPointer(start: bytes + span.offset, count: span.count)
    }

    @_noLocks
    func isReset(_ index: UInt32) -> Bool {
        Int(index) < messageCount && messages[Int(index)].isReset
    }

    @_noLocks
    func isUnbalanced(port: UInt8, channel: UInt8, key: UInt8) -> Bool {
        let word = Int(port) << 5 | Int(channel & 15) << 1 | Int(key >> 6 & 1)
        return unbalanced[word] >> UInt64(key & 63) & 1 == 1
    }
}
