import Realtime

/// The memory in which a ``ChannelStates`` stands: allocated when it is made, freed when it goes.
struct ChannelStateMemory: ~Copyable {
    private let slots: FixedArray<UInt16>
    private let signatures: FixedArray<UInt64>
    private let messageSignatures: FixedArray<UInt64>
    private let isKnown: FixedArray<Bool>
    private let samplers: Int

    /// Samplers of which nothing is known.
    init(samplers: Int) {
        self.samplers = samplers
        slots = FixedArray(
            repeating: ChannelStates.unwritten,
            count: samplers * 16 * ChannelStates.slotCount
        )
        signatures = FixedArray(repeating: 0, count: samplers * 16)
        messageSignatures = FixedArray(repeating: 0, count: samplers)
        isKnown = FixedArray(repeating: false, count: samplers)
    }

    /// Lends the states; the memory must outlive the loan.
    @unsafe var states: ChannelStates {
        unsafe ChannelStates(
            slots: slots.lent,
            signatures: signatures.lent,
            messageSignatures: messageSignatures.lent,
            isKnown: isKnown.lent,
            samplers: samplers
        )
    }
}
