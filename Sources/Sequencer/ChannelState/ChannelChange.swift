import MIDI
import Realtime

/// The messages that make one state of a channel out of another, where values alone can.
///
/// A step for each message that there may be, so that a player can send one after the other.
struct ChannelChange: BitwiseCopyable {
    let old: LentMutableElements<UInt16>
    let new: LentMutableElements<UInt16>
    /// The channel, 0 … 15.
    let status: UInt8
    let needsProgram: Bool

    @_noLocks
    init(
        old: LentMutableElements<UInt16>,
        new: LentMutableElements<UInt16>,
        status: UInt8,
        needsProgram: Bool
    ) {
        self.old = old
        self.new = new
        self.status = status
        self.needsProgram = needsProgram
    }

    /// The first steps of the controllers, of the key pressures and of the rest.
    private static var controllers: Int { @_noLocks get { 3 } }
    private static var pressures: Int { @_noLocks get { controllers + 128 } }
    private static var rest: Int { @_noLocks get { pressures + 128 } }
    static var stepCount: Int { @_noLocks get { rest + 6 } }

    /// The message of a step; `nil` where nothing differs.
    @_noLocks
    func message(_ step: Int) -> MIDIMessage? {
        switch step {
        case 0: needsProgram ? bank(0, as: ChannelStates.programCoarse) : nil
        case 1: needsProgram ? bank(32, as: ChannelStates.programFine) : nil
        case 2:
            needsProgram
                ? MIDIMessage(status: 0xC0 | status, data1: value(ChannelStates.program, 0)) : nil
        case Self.controllers..<Self.pressures: controller(step - Self.controllers)
        case Self.pressures..<Self.rest: pressure(ofKey: step - Self.pressures)
        default: last(step - Self.rest)
        }
    }

    /// Whether a slot has to be written; one that was never written has its initial value.
    @_noLocks
    private func differs(_ slot: Int) -> Bool {
        Self.differs(old[slot], new[slot], initial: Self.initialValue(of: slot))
    }

    @_noLocks
    private static func differs(_ old: UInt16, _ new: UInt16, initial: UInt8) -> Bool {
        if old == new { return false }
        // A value that was followed by a reset of the controllers has been sent in that order.
        if new > 0xFF { return false }
        return new != ChannelStates.unwritten || old != UInt16(initial)
    }

    @_noLocks
    private static func initialValue(of slot: Int) -> UInt8 {
        // Any mode that was chosen counts.
        if slot >= 124, slot < 128 { return 0xFF }
        if slot < 128 { return ChannelReset.value(of: slot) }
        return slot == ChannelStates.bendHigh ? 64 : 0
    }

    /// Whether a channel's program differs, or the banks with which it was selected.
    @_noLocks
    static func needsProgram(
        old: LentMutableElements<UInt16>,
        new: LentMutableElements<UInt16>
    ) -> Bool {
        for slot in ChannelStates.program...ChannelStates.programFine
        where differs(old[slot], new[slot], initial: 0) {
            return true
        }
        return false
    }

    @_noLocks
    private func value(_ slot: Int, _ initial: UInt8) -> UInt8 {
        new[slot] == ChannelStates.unwritten
            ? initial : UInt8(truncatingIfNeeded: new[slot] & 0x7F)
    }

    @_noLocks
    private func control(_ number: Int, _ value: UInt8) -> MIDIMessage {
        MIDIMessage(
            status: 0xB0 | status,
            data1: UInt8(truncatingIfNeeded: number),
            data2: value
        )
    }

    /// A bank select; on the drum channel a bank is not reset, as in `ChannelReset`.
    @_noLocks
    private func bank(_ number: Int, as slot: Int) -> MIDIMessage? {
        if status == 9, new[slot] == ChannelStates.unwritten { return nil }
        return control(number, value(slot, 0))
    }

    @_noLocks
    private func controller(_ number: Int) -> MIDIMessage? {
        if number == 0 || number == 32 {
            // No reset changes a bank, and the program's may have been sent just now.
            let bank = new[number] == ChannelStates.unwritten ? 0 : new[number] & 0xFF
            let isSame = old[number] == ChannelStates.unwritten && bank == 0
            return isSame || old[number] & 0xFF == bank ? nil : self.bank(number, as: number)
        }
        guard differs(number) else { return nil }
        switch number {
        case 98...101:
            // In `last`, both parts of a number together.
            return nil
        case 124...127:
            return mode(number)
        default:
            return control(number, value(number, ChannelReset.value(of: number)))
        }
    }

    /// Of each pair of modes one holds; without any it is omni off, and poly.
    @_noLocks
    private func mode(_ number: Int) -> MIDIMessage? {
        if new[number] != ChannelStates.unwritten { return control(number, value(number, 0)) }
        let holds = number < 126 ? 124 : 127
        guard number != holds, new[holds] == ChannelStates.unwritten else { return nil }
        return control(holds, 0)
    }

    @_noLocks
    private func pressure(ofKey key: Int) -> MIDIMessage? {
        guard differs(128 + key) else { return nil }
        return MIDIMessage(
            status: 0xA0 | status,
            data1: UInt8(truncatingIfNeeded: key),
            data2: value(128 + key, 0)
        )
    }

    @_noLocks
    private func last(_ step: Int) -> MIDIMessage? {
        switch step {
        case 0:
            guard differs(ChannelStates.pressure) else { return nil }
            return MIDIMessage(
                status: 0xD0 | status,
                data1: value(ChannelStates.pressure, 0)
            )
        case 1:
            guard differs(ChannelStates.bendLow) || differs(ChannelStates.bendHigh) else {
                return nil
            }
            return MIDIMessage(
                status: 0xE0 | status,
                data1: value(ChannelStates.bendLow, 0),
                data2: value(ChannelStates.bendHigh, 64)
            )
        default:
            return selection(step - 2)
        }
    }

    /// The parameter numbers, the kind that holds last; a kind that differs goes first otherwise.
    @_noLocks
    private func selection(_ step: Int) -> MIDIMessage? {
        guard differsInSelection else { return nil }
        let holds = new[ChannelStates.selection] & 0xFF == 0 ? 98 : 100
        let pair = step < 2 ? 198 - holds : holds
        let number = step & 1 == 0 ? pair + 1 : pair
        return control(number, value(number, 127))
    }

    private var differsInSelection: Bool {
        @_noLocks get {
            for number in 98...101 where differs(number) { return true }
            let old = old[ChannelStates.selection]
            return old != new[ChannelStates.selection]
                && new[ChannelStates.selection] != ChannelStates.unwritten
        }
    }
}
