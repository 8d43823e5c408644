/// The user to whom the other end of a connection on this machine belongs.
///
/// Everyone who has an account on a machine can connect to its port. The kernel says whose process
/// it is: proc(5), /proc/net/tcp.
package enum PeerOwner {
    /// The state of a connection whose ends both send.
    private static let established = "01"

    /// The owner of a socket that a process has open now.
    ///
    /// A socket that no process has any more, such as one that was closed at once, is one of root in
    /// the table: such rows have another state, or no inode, and tell nothing of who it was.
    ///
    /// - Parameters:
    ///   - peer: The address of the other end, as it is connected.
    ///   - own: The address of this end.
    ///   - table: The text of /proc/net/tcp, or tcp6 for IPv6.
    /// - Returns: The user; `nil` if the table does not have the connection, or nobody has it open.
    package static func user(
        of peer: WebAddress,
        connectedTo own: WebAddress,
        table: String
    ) -> UInt32? {
        let (local, remote) = (text(peer), text(own))
        for line in table.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ", maxSplits: 10)
            guard fields.count > 9, fields[1] == local, fields[2] == remote else { continue }
            guard fields[3] == established, let inode = UInt64(fields[9]), inode != 0 else {
                return nil
            }
            return UInt32(fields[7])
        }
        return nil
    }

    /// An address as the kernel prints it: words of four bytes in the machine's order.
    static func text(_ address: WebAddress) -> String {
        var text = ""
        for start in stride(from: 0, to: address.bytes.count, by: 4) {
            var word: UInt32 = 0
            for byte in address.bytes[start..<start + 4].reversed() {
                word = word << 8 | UInt32(byte)
            }
            text += hexadecimal(UInt32(littleEndian: word), digits: 8)
        }
        return text + ":" + hexadecimal(UInt32(address.port), digits: 4)
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
