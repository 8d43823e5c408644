import CSystemdBus

/// A message of a connection: one that came, or one to be sent.
///
/// One thread uses it, that of its connection.
@safe final class BusMessage {
    let pointer: OpaquePointer

    /// Takes over a message of sd-bus.
    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit { unsafe seqd_bus_free(pointer) }

    /// The number of the call that it answers; `nil` for a message that answers none.
    var answeredCall: UInt64? {
        let kind = unsafe seqd_bus_message_kind(pointer)
        guard kind == SEQD_BUS_REPLY || kind == SEQD_BUS_ERROR else { return nil }
        return unsafe seqd_bus_reply_number(pointer)
    }

    /// Whether it is an error.
    var isError: Bool { unsafe seqd_bus_message_kind(pointer) == SEQD_BUS_ERROR }

    /// Whether the sender waits for a reply.
    var expectsReply: Bool { unsafe seqd_bus_expects_reply(pointer) }

    /// The method call that it is; `nil` for another message.
    ///
    /// It can be read once.
    func readCall() -> BusCall? {
        guard unsafe seqd_bus_message_kind(pointer) == SEQD_BUS_CALL else { return nil }
        return BusCall(
            path: unsafe Self.text(seqd_bus_path(pointer)) ?? "",
            interface: unsafe Self.text(seqd_bus_interface(pointer)),
            method: unsafe Self.text(seqd_bus_member(pointer)) ?? "",
            signature: unsafe Self.text(seqd_bus_signature(pointer)) ?? "",
            arguments: readValues()
        )
    }

    static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}
