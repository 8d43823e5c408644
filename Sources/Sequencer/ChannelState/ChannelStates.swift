import MIDI
import Realtime

/// The state of the channels of some samplers, as far as messages have set it.
///
/// A player has one of what it has sent, and each preroll one of what it leads to; both are updated
/// by ``apply(_:port:)``, so equal ones mean equal channels. Values stand in *slots*. State that
/// cannot be restored by sending a value again (Reset All Controllers, parameters, System
/// Exclusive) is in the *signatures*, hashes of all of it since the last reset of the instrument:
/// where they differ a channel or a sampler has to be put into its state from the initial one.
///
/// Lent by a ``ChannelStateMemory``.
struct ChannelStates: BitwiseCopyable, Sendable {
    /// By sampler, channel and slot.
    ///
    /// The value in the low byte, `unwritten` for none; in the high byte its age: by how many
    /// messages that may have changed it behind one's back it has been followed, 255 for too many.
    let slots: LentMutableElements<UInt16>
    /// By sampler and channel.
    let signatures: LentMutableElements<UInt64>
    /// By sampler: 0 until the first System Exclusive message.
    let messageSignatures: LentMutableElements<UInt64>
    /// By sampler: whether anything is known about it.
    let isKnown: LentMutableElements<Bool>
    let samplers: Int

    /// Slots 0 … 127 are controllers, 128 … 255 key pressures, and these.
    static var program: Int { @_noLocks get { 256 } }
    /// The banks with which the program was selected.
    static var programCoarse: Int { @_noLocks get { 257 } }
    static var programFine: Int { @_noLocks get { 258 } }
    static var pressure: Int { @_noLocks get { 259 } }
    static var bendLow: Int { @_noLocks get { 260 } }
    static var bendHigh: Int { @_noLocks get { 261 } }
    /// 0 where a non-registered parameter number was written last, 1 for a registered one.
    static var selection: Int { @_noLocks get { 262 } }
    /// Written where a System Exclusive message may have changed the channel's controllers.
    static var reached: Int { @_noLocks get { 263 } }
    static var slotCount: Int { @_noLocks get { 264 } }
    static var unwritten: UInt16 { @_noLocks get { 0xFF } }
    static var unknown: UInt16 { @_noLocks get { 0xFFFF } }

    /// The slots of a channel.
    @_noLocks
    func channel(_ port: Int, _ channel: Int) -> LentMutableElements<UInt16> {
        slots.part(from: (port << 4 | channel) * Self.slotCount, count: Self.slotCount)
    }

    /// Puts a sampler's channels into the initial state.
    @_noLocks
    func clear(port: Int) {
        let first = (port << 4) * Self.slotCount
        for slot in first..<(first + 16 * Self.slotCount) { slots[slot] = Self.unwritten }
        for channel in 0..<16 { signatures[port << 4 | channel] = 0 }
        messageSignatures[port] = 0
        isKnown[port] = true
    }

    /// Takes a channel as it is in others.
    @_noLocks
    func copy(_ port: Int, channel: Int, from other: ChannelStates) {
        let (own, others) = (self.channel(port, channel), other.channel(port, channel))
        for slot in 0..<Self.slotCount { own[slot] = others[slot] }
        signatures[port << 4 | channel] = other.signatures[port << 4 | channel]
    }

    /// Takes a sampler as it is in others.
    @_noLocks
    func copy(port: Int, from other: ChannelStates) {
        for channel in 0..<16 { copy(port, channel: channel, from: other) }
        messageSignatures[port] = other.messageSignatures[port]
        isKnown[port] = true
    }

    /// Notes a channel message other than a note.
    @_noLocks
    func apply(_ message: MIDIMessage, port: Int) {
        let slots = channel(port, Int(message.channel))
        let (first, second) = (Int(message.data1 & 0x7F), UInt16(message.data2 & 0x7F))
        switch message.status & 0xF0 {
        case 0xA0:
            slots[128 + first] = second
        case 0xB0:
            control(
                first,
                second,
                slots,
                signature: port << 4 | Int(message.channel)
            )
        case 0xC0:
            slots[Self.program] = UInt16(first)
            slots[Self.programCoarse] = slots[0] & 0xFF
            slots[Self.programFine] = slots[32] & 0xFF
        case 0xD0:
            slots[Self.pressure] = UInt16(first)
        case 0xE0:
            slots[Self.bendLow] = UInt16(first)
            slots[Self.bendHigh] = second
        default:
            break
        }
    }

    @_noLocks
    private func control(
        _ number: Int,
        _ value: UInt16,
        _ slots: LentMutableElements<UInt16>,
        signature: Int
    ) {
        switch number {
        case 6, 38, 96, 97:
            enter(number, value, slots, signature)
        case 84, 88, 120, 122, 123:
            // For the next note only, for what sounds, or for a keyboard: nothing lasts.
            break
        case 98...101:
            slots[number] = value
            slots[Self.selection] = number < 100 ? 0 : 1
        case 121:
            age(slots)
            // It deselects the parameter and keeps the values (RP-015).
            for number in 98...101 { slots[number] = Self.unwritten }
            slots[Self.selection] = Self.unwritten
            signatures[signature] = StateHash.adding(121, to: signatures[signature])
        case 124...127:
            // Of each pair of modes the last counts.
            slots[number ^ 1] = Self.unwritten
            slots[number] = value
        default:
            slots[number] = value
        }
    }

    /// Notes data entry, increments and decrements for the parameter that is selected.
    @_noLocks
    private func enter(
        _ number: Int,
        _ value: UInt16,
        _ slots: LentMutableElements<UInt16>,
        _ signature: Int
    ) {
        let first = slots[Self.selection] & 0xFF == 0 ? 98 : 100
        let (fine, coarse) = (slots[first] & 0x7F, slots[first + 1] & 0x7F)
        guard slots[Self.selection] != Self.unwritten, fine != 127 || coarse != 127 else { return }
        let word =
            UInt64(number) << 32 | UInt64(first) << 24 | UInt64(coarse) << 16 | UInt64(fine) << 8
            | UInt64(value)
        signatures[signature] = StateHash.adding(word, to: signatures[signature])
        guard first == 98,
            case .controller(let controller)? = ChannelParameter.named(
                isRegistered: false,
                coarse: UInt8(coarse),
                fine: UInt8(fine)
            )
        else { return }
        // It writes a sound controller, whose initial value is 64.
        let slot = Int(controller)
        let old = slots[slot] == Self.unwritten ? 64 : slots[slot] & 0x7F
        switch number {
        case 6: slots[slot] = value
        case 96: slots[slot] = min(127, old + 1)
        case 97: slots[slot] = old == 0 ? 0 : old - 1
        default: break
        }
    }

    /// Notes a System Exclusive message.
    @_noLocks
    func applyMessage(_ span: MessageSpan, port: Int) {
        if span.isReset { clear(port: port) }
        messageSignatures[port] = StateHash.adding(span.hash, to: messageSignatures[port])
        guard !span.isReset else { return }
        for channel in 0..<16 where span.reach.channels >> UInt16(channel) & 1 == 1 {
            age(self.channel(port, channel))
            self.channel(port, channel)[Self.reached] = 0
            let index = port << 4 | channel
            signatures[index] = StateHash.adding(span.hash, to: signatures[index])
        }
    }

    @_noLocks
    private func age(_ slots: LentMutableElements<UInt16>) {
        for slot in 0..<Self.slotCount where slots[slot] & 0xFF != Self.unwritten {
            if slots[slot] < 0xFF00 { slots[slot] += 0x100 }
        }
    }
}
