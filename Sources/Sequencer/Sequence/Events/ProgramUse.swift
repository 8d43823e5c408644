/// A program that a sequence selects or plays, with the bank that was set then.
public struct ProgramUse: Hashable, Sendable {
    /// The sampler, from 0.
    public var port: UInt8
    /// The channel, 0 … 15.
    public var channel: UInt8
    /// The bank's coarse part (CC0); 0 where none was sent.
    public var bankMSB: UInt8
    /// The bank's fine part (CC32); 0 where none was sent.
    public var bankLSB: UInt8
    /// The program, 0 … 127.
    public var program: UInt8
    /// Whether the channel played drums then.
    public var isDrums: Bool

    /// Makes a program use.
    public init(
        port: UInt8,
        channel: UInt8,
        bankMSB: UInt8,
        bankLSB: UInt8,
        program: UInt8,
        isDrums: Bool
    ) {
        self.port = port
        self.channel = channel
        self.bankMSB = bankMSB
        self.bankLSB = bankLSB
        self.program = program
        self.isDrums = isDrums
    }
}
