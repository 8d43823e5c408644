/// Every program and bank number that the messages of one channel name, whenever they come.
public struct ChannelSelections: Hashable, Sendable, BitwiseCopyable {
    /// The programs.
    public internal(set) var programs = DataByteSet()
    /// The values of bank select, coarse (CC0).
    public internal(set) var coarseBanks = DataByteSet()
    /// The values of bank select, fine (CC32).
    public internal(set) var fineBanks = DataByteSet()
}

/// A set of numbers 0 … 127.
public struct DataByteSet: Hashable, Sendable, BitwiseCopyable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Adds a number; its highest bit does not count.
    mutating func insert(_ number: UInt8) {
        let bit: UInt64 = 1 << UInt64(number & 63)
        if number & 64 == 0 { low |= bit } else { high |= bit }
    }

    /// The numbers in ascending order.
    public var numbers: [Int] {
        (0..<128).filter { ($0 < 64 ? low >> UInt64($0) : high >> UInt64($0 - 64)) & 1 == 1 }
    }
}
