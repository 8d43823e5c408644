/// All channel and System Exclusive events of a sequence in the order in which they are played.
///
/// Tracks are merged once, at loading (DESIGN.md §2, "Order within a tick"). The schedule is one
/// immutable block of plain data, which the audio thread reads without reference counting.
public final class Schedule: Sendable {
    /// The most samplers that the ports of one sequence are given; further ports share them.
    static let maximumPorts = 16

    /// The keys of which a note-on never gets its note-off.
    ///
    /// Pairing is first on, first off per sampler, channel and key, over the whole schedule; mode
    /// messages that lift all keys and SysEx resets end notes too.
    public let unbalanced: KeySet

    /// The drum channels of each sampler, bit n for channel n.
    ///
    /// Channel 9, and each channel that a GS rhythm-part message makes drums; without those that
    /// have notes but were melodic at each of them.
    public let drumChannels: [UInt16]

    /// By sampler and channel (sampler × 16 + channel): what programs and banks its messages name.
    public let selections: [ChannelSelections]

    /// By sampler and channel: for how many ticks its notes sound, all together.
    ///
    /// A note counts as half a second of the sequence's first tempo at least. It is a measure of
    /// how much work a channel makes.
    public let soundingTicks: [UInt64]

    let eventStorage: FixedBuffer<ScheduledEvent>
    let messageStorage: FixedBuffer<MessageSpan>
    let byteStorage: FixedBuffer<UInt8>
    let unbalancedStorage: FixedBuffer<UInt64>
    /// What is worked out of the events when it is needed first.
    let derived = DerivedValues()

    convenience init(
        events: FixedBuffer<ScheduledEvent>,
        messages: [MessageSpan],
        bytes: [UInt8],
        unbalanced: KeySet,
        drumChannels: [UInt16],
        selections: [ChannelSelections],
        soundingTicks: [UInt64]
    ) {
        self.init(
            events: events,
            messages: FixedBuffer(messages),
            bytes: FixedBuffer(bytes),
            unbalanced: unbalanced,
            drumChannels: drumChannels,
            selections: selections,
            soundingTicks: soundingTicks
        )
    }

    /// Makes a schedule that shares the messages of another one.
    init(
        events: FixedBuffer<ScheduledEvent>,
        messages: FixedBuffer<MessageSpan>,
        bytes: FixedBuffer<UInt8>,
        unbalanced: KeySet,
        drumChannels: [UInt16],
        selections: [ChannelSelections],
        soundingTicks: [UInt64]
    ) {
        eventStorage = events
        messageStorage = messages
        byteStorage = bytes
        unbalancedStorage = FixedBuffer(unbalanced.words)
        self.unbalanced = unbalanced
        self.drumChannels = drumChannels
        self.selections = selections
        self.soundingTicks = soundingTicks
    }

    /// How many events there are.
    public var count: Int { eventStorage.count }

    /// The events in playing order.
    ///
    /// Valid as long as the schedule lives, which a temporary one does not; the schedule itself is
    /// a collection of them, without that danger.
    var events: UnsafeBufferPointer<ScheduledEvent> { eventStorage.elements }

    /// How many System Exclusive messages there are.
    public var systemExclusiveCount: Int { messageStorage.count }

    /// The joined System Exclusive message with this index, F0 and F7 left out; empty for a wrong
    /// index.
    public func systemExclusive(_ index: Int) -> [UInt8] {
        Array(view.systemExclusive(UInt32(truncatingIfNeeded: index)))
    }

    /// What the audio thread reads.
    ///
    /// The schedule must outlive it.
    var view: ScheduleView {
        ScheduleView(
            events: eventStorage.pointer,
            count: eventStorage.count,
            messages: messageStorage.pointer,
            messageCount: messageStorage.count,
            bytes: byteStorage.pointer,
            unbalanced: unbalancedStorage.pointer,
            samplerCount: drumChannels.count
        )
    }
}
