import CSystemdBus
import Platform

/// A connection to the user's session bus, which waits for nothing.
///
/// Confined to one thread.
@safe final class BusConnection {
    /// The next event of the bus.
    enum Event {
        /// Nothing more to do until the descriptor is ready.
        case idle
        /// Something was done, and there may be more.
        case busy
        case message(BusMessage)
    }

    private let bus: OpaquePointer

    /// Whether the environment names a session bus.
    static var isExpected: Bool {
        if let address = Environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return true }
        guard let folder = Environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return false }
        return FileStatus("\(folder)/bus") != nil
    }

    /// Begins to connect to `$DBUS_SESSION_BUS_ADDRESS`, or to `$XDG_RUNTIME_DIR/bus`.
    ///
    /// - Throws: The reason why that is not possible.
    init() throws(BusError) {
        if let problem = unsafe BusMessage.text(seqd_bus_problem()) { throw BusError(problem) }
        var bus: OpaquePointer?
        try unsafe BusError.check(seqd_bus_open(&bus))
        guard let bus = unsafe bus else { throw BusError("no connection") }
        unsafe self.bus = bus
    }

    deinit { unsafe seqd_bus_close(bus) }

    /// The descriptor, with the events that it waits for.
    ///
    /// - Throws: The error of a connection that is closed.
    func pollRequest() throws(BusError) -> (descriptor: CInt, events: Int16) {
        (
            try unsafe BusError.check(seqd_bus_descriptor(bus)),
            Int16(truncatingIfNeeded: try unsafe BusError.check(seqd_bus_events(bus)))
        )
    }

    /// The milliseconds after which ``process()`` is to be called; below 0 for no such time.
    var patience: CInt { unsafe seqd_bus_patience(bus) }

    /// The messages that wait until the bus takes them.
    var waitingMessages: Int { Int(clamping: unsafe seqd_bus_waiting(bus)) }

    /// Reads and writes what can be, without waiting.
    ///
    /// - Returns: The next event of the bus.
    /// - Throws: The error with which the connection has ended.
    func process() throws(BusError) -> Event {
        var message: OpaquePointer?
        let result = try unsafe BusError.check(seqd_bus_process(bus, &message))
        if let message = unsafe message { return .message(unsafe BusMessage(message)) }
        return result > 0 ? .busy : .idle
    }

    // MARK: Messages

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - destination: The name on the bus.
    ///   - path: The object.
    ///   - interface: The interface.
    ///   - method: The method.
    ///   - arguments: The arguments.
    /// - Returns: The number with which the reply comes.
    /// - Throws: The library's error.
    func call(
        _ destination: String,
        _ path: String,
        _ interface: String,
        _ method: String,
        _ arguments: [BusValue]
    ) throws(BusError) -> UInt64 {
        let message = try unsafe message { message in
            unsafe seqd_bus_new_call(bus, message, destination, path, interface, method)
        }
        try message.add(arguments)
        var number: UInt64 = 0
        try unsafe BusError.check(seqd_bus_send(bus, message.pointer, &number))
        return number
    }

    /// Answers a call, if the caller waits for that.
    ///
    /// - Parameters:
    ///   - call: The message with the call.
    ///   - answer: The values, or the error.
    /// - Throws: The library's error.
    func answer(
        _ call: BusMessage,
        _ answer: Result<[BusValue], BusFault>
    ) throws(BusError) {
        guard call.expectsReply else { return }
        let reply: BusMessage
        switch answer {
        case .success(let values):
            reply = try unsafe message { unsafe seqd_bus_new_reply(call.pointer, $0) }
            try reply.add(values)
        case .failure(let fault):
            reply = try unsafe message {
                unsafe seqd_bus_new_error(call.pointer, $0, fault.busName, fault.text)
            }
        }
        try unsafe BusError.check(seqd_bus_send(bus, reply.pointer, nil))
    }

    /// Emits a signal.
    ///
    /// - Parameters:
    ///   - path: The object.
    ///   - interface: The interface.
    ///   - signal: Its name.
    ///   - values: Its values.
    /// - Throws: The library's error.
    func emit(
        _ path: String,
        _ interface: String,
        _ signal: String,
        _ values: [BusValue]
    ) throws(BusError) {
        let message = try unsafe message {
            unsafe seqd_bus_new_signal(bus, $0, path, interface, signal)
        }
        try message.add(values)
        try unsafe BusError.check(seqd_bus_send(bus, message.pointer, nil))
    }

    private func message(
        _ make: (UnsafeMutablePointer<OpaquePointer?>) -> CInt
    ) throws(BusError) -> BusMessage {
        var message: OpaquePointer?
        try unsafe BusError.check(make(&message))
        guard let message = unsafe message else { throw BusError("no message") }
        return unsafe BusMessage(message)
    }
}
