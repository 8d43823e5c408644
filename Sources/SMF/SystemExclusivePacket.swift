/// A System Exclusive message, or a part of one, or raw bytes, as a track carries them.
public struct SystemExclusivePacket: Hashable, Sendable {
    /// The relation of a packet to those around it.
    @frozen
    public enum Form: Hashable, Sendable {
        /// F0: starts a message. The F0 itself is not among the bytes.
        case start
        /// F7 while a message is open: carries it on at a later time.
        case continuation
        /// F7 while no message is open: bytes to be sent as they are.
        case escape
    }

    /// The relation of the packet to those around it.
    public var form: Form
    /// The bytes after the length, as in the file, including the F7 that ends a message.
    public var bytes: ArraySlice<UInt8>

    /// Makes a packet from its bytes, which are not checked.
    @inlinable
    public init(form: Form, bytes: ArraySlice<UInt8>) {
        self.form = form
        self.bytes = bytes
    }

    /// Whether nothing follows: the packet ends its message, or is an escape.
    @inlinable public var isLast: Bool { form == .escape || bytes.last == 0xF7 }
}
