import MIDI

/// A choice of a sound for a channel: bank and program together.
public struct PresetEvent: Hashable, Sendable {
    /// The channel, 0 … 15.
    public var channel: UInt8
    /// The bank's coarse number (CC0), 0 … 127.
    public var bankMSB: UInt8
    /// The bank's fine number (CC32), 0 … 127.
    public var bankLSB: UInt8
    /// The program, 0 … 127.
    public var program: UInt8

    /// Makes a choice; each number is 0 … 127.
    public init(program: UInt8, bankMSB: UInt8 = 0, bankLSB: UInt8 = 0, channel: UInt8 = 0) {
        self.program = program
        self.bankMSB = bankMSB
        self.bankLSB = bankLSB
        self.channel = channel
    }

    /// The messages that choose it, in order.
    var messages: [MIDIMessage] {
        let channel = channel & 15
        return [
            .controlChange(channel: channel, controller: .bankSelect, value: bankMSB & 127),
            .controlChange(channel: channel, controller: .bankSelectLSB, value: bankLSB & 127),
            .programChange(channel: channel, program: program & 127),
        ]
    }
}
