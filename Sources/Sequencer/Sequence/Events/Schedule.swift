/// All channel and System Exclusive events of a sequence in the order in which they are played.
///
/// Tracks are merged once, at loading. The schedule is one
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
    /// Channel 9, and each channel that a GS rhythm-part message or a bank of XG or General MIDI 2
    /// makes drums; without those that have notes but were melodic at each of them.
    public let drumChannels: [UInt16]

    /// By sampler and channel (sampler × 16 + channel): what programs and banks its messages name.
    public let selections: [ChannelSelections]

    /// By sampler and channel: for how many ticks its notes sound, all together.
    ///
    /// A note counts as half a second of the sequence's first tempo at least. It is a measure of
    /// how much work a channel makes.
    public let soundingTicks: [UInt64]
    /// The ticks that a note counts at least in ``soundingTicks``.
    public let shortestNote: Int64

    /// The events in playing order.
    let events: FixedBuffer<ScheduledEvent>
    private let messageStorage: FixedBuffer<MessageSpan>
    private let byteStorage: FixedBuffer<UInt8>
    private let unbalancedStorage: FixedBuffer<UInt64>
    /// Values that are computed from the events when they are needed first.
    let derived = DerivedValues()

    convenience init(
        events: FixedBuffer<ScheduledEvent>,
        messages: [MessageSpan],
        bytes: [UInt8],
        unbalanced: KeySet,
        drumChannels: [UInt16],
        selections: [ChannelSelections],
        soundingTicks: [UInt64],
        shortestNote: Int64
    ) {
        self.init(
            events: events,
            messages: FixedBuffer(messages),
            bytes: FixedBuffer(bytes),
            unbalanced: unbalanced,
            drumChannels: drumChannels,
            selections: selections,
            soundingTicks: soundingTicks,
            shortestNote: shortestNote
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
        soundingTicks: [UInt64],
        shortestNote: Int64
    ) {
        self.events = events
        messageStorage = messages
        byteStorage = bytes
        unbalancedStorage = FixedBuffer(unbalanced.words)
        self.unbalanced = unbalanced
        self.drumChannels = drumChannels
        self.selections = selections
        self.soundingTicks = soundingTicks
        self.shortestNote = shortestNote
    }

    /// The same messages with other events.
    func with(_ events: FixedBuffer<ScheduledEvent>, _ analysis: ScheduleAnalysis) -> Schedule {
        Schedule(
            events: events,
            messages: messageStorage,
            bytes: byteStorage,
            unbalanced: analysis.unbalanced,
            drumChannels: analysis.drumChannels,
            selections: analysis.selections,
            soundingTicks: analysis.soundingTicks,
            shortestNote: analysis.shortestNote
        )
    }

    /// The same events with other drum channels.
    func withDrums(_ drums: [UInt16]) -> Schedule {
        Schedule(
            events: events,
            messages: messageStorage,
            bytes: byteStorage,
            unbalanced: unbalanced,
            drumChannels: drums,
            selections: selections,
            soundingTicks: soundingTicks,
            shortestNote: shortestNote
        )
    }

    /// Its System Exclusive messages, for an analysis.
    var material: SequenceMaterial {
        SequenceMaterial(
            messages: (0..<messageStorage.count).map { messageStorage[$0] },
            bytes: (0..<byteStorage.count).map { byteStorage[$0] }
        )
    }

    /// The number of events.
    public var count: Int { events.count }

    /// The number of System Exclusive messages.
    public var systemExclusiveCount: Int { messageStorage.count }

    /// The joined System Exclusive message with this index, F0 and F7 left out; empty for a wrong
    /// index.
    public func systemExclusive(_ index: Int) -> [UInt8] {
        guard index >= 0, index < systemExclusiveCount else { return [] }
        let span = messageStorage[index]
        return (span.offset..<(span.offset + span.count)).map { byteStorage[$0] }
    }

    /// Whether it has messages of the MIDI Tuning Standard.
    public var hasTunings: Bool {
        (0..<messageStorage.count).contains { messageStorage[$0].isTuning }
    }

    /// The position of a System Exclusive message in the bytes of all, and what it does.
    func message(_ index: UInt32) -> MessageSpan { messageStorage[Int(index)] }

    /// Whether a System Exclusive message puts the whole instrument into its initial state.
    func isReset(_ index: UInt32) -> Bool {
        Int(index) < systemExclusiveCount && message(index).isReset
    }

    /// Lends what the audio thread reads; the schedule must outlive the loan.
    @unsafe var view: ScheduleView {
        unsafe ScheduleView(
            events: events.lent,
            messages: messageStorage.lent,
            bytes: byteStorage.lent,
            unbalanced: unbalancedStorage.lent,
            samplerCount: drumChannels.count
        )
    }
}
