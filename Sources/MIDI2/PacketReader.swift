/// Reads packets one after another, each word with its highest byte first (M2-116-U, 3).
struct PacketReader {
    private let bytes: [UInt8]
    /// The offset of the next packet in the file.
    private(set) var position: Int

    /// Makes a reader of the packets from an offset on.
    init(_ bytes: [UInt8], from position: Int) {
        (self.bytes, self.position) = (bytes, position)
    }

    /// The number of bytes that are left.
    var rest: Int { bytes.count - position }

    /// Takes a packet; `nil` where fewer bytes are left than it has.
    mutating func next() -> Packet? {
        guard let first = word(at: position) else { return nil }
        let count = Packet.count(ofFirst: first)
        guard rest >= 4 * count else { return nil }
        var packet = Packet(first)
        packet.count = count
        for index in 1..<max(count, 1) { packet.words[index] = word(at: position + 4 * index) ?? 0 }
        position += 4 * count
        return packet
    }

    private func word(at offset: Int) -> UInt32? {
        guard offset + 4 <= bytes.count else { return nil }
        return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
