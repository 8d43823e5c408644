import Glibc
import NIOCore

extension ByteBuffer {
    /// The most bytes that are received at once.
    private static let receivedCapacity = 16_384

    /// Replaces the bytes by those that have arrived at a socket.
    ///
    /// Its memory is used again, unless somebody has kept the bytes that it had.
    ///
    /// - Parameter descriptor: The socket, which does not block.
    /// - Returns: The number of bytes; 0 at the end of the input, −1 with errno if it fails.
    mutating func receive(from descriptor: CInt) -> Int {
        clear(minimumCapacity: Self.receivedCapacity)
        let count = unsafe withUnsafeMutableWritableBytes { bytes in
            unsafe recv(descriptor, bytes.baseAddress, Self.receivedCapacity, CInt(MSG_DONTWAIT))
        }
        if count > 0 { moveWriterIndex(forwardBy: count) }
        return count
    }
}
