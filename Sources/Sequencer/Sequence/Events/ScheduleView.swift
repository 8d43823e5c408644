import Realtime

/// The content of a ``Schedule``, lent to the audio thread, which reads it without reference
/// counting.
struct ScheduleView: BitwiseCopyable, Sendable {
    /// The events in playing order.
    let events: LentElements<ScheduledEvent>
    let messages: LentElements<MessageSpan>
    /// The bytes of all messages.
    let bytes: LentElements<UInt8>
    /// The words of `Schedule.unbalanced`.
    let unbalanced: LentElements<UInt64>
    /// The number of samplers that the events are for.
    let samplerCount: Int

    /// The System Exclusive message with this index, F0 and F7 left out; empty for a wrong index.
    ///
    /// Safe on the audio thread.
    @_noLocks
    func systemExclusive(_ index: UInt32) -> LentElements<UInt8> {
        guard Int(index) < messages.count else { return bytes.part(from: 0, count: 0) }
        let span = messages[Int(index)]
        return bytes.part(from: span.offset, count: span.count)
    }

    @_noLocks
    func isReset(_ index: UInt32) -> Bool {
        Int(index) < messages.count && messages[Int(index)].isReset
    }

    @_noLocks
    func isUnbalanced(port: UInt8, channel: UInt8, key: UInt8) -> Bool {
        let word = Int(port) << 5 | Int(channel & 15) << 1 | Int(key >> 6 & 1)
        return unbalanced[word] >> UInt64(key & 63) & 1 == 1
    }
}
