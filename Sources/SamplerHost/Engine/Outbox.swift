import Realtime

/// Messages from the audio thread to other threads: reports, and memory to be freed there.
///
/// Both wait until the current span is rendered, since a report frees memory that the span's events
/// point into. The audio thread's.
struct Outbox: ~Copyable {
    private let reports: Loan<RingBuffer<EngineReport>>
    private var waiting: FixedList<EngineReport>
    /// System Exclusive bytes that events of the current span point into.
    private var messages: FixedList<SpentMessage>

    /// The most reports of a command.
    static var reportsPerCommand: Int { @_noLocks get { 6 } }

    /// The reports that may wait before a command or an item has to wait for their reader; those of
    /// a group have room beside them.
    private static var capacity: Int { @_noLocks get { 64 } }

    /// Makes an empty outbox.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter reports: Where reports go.
    init(_ reports: Loan<RingBuffer<EngineReport>>) {
        self.reports = reports
        waiting = FixedList(capacity: Self.capacity + Self.reportsPerCommand * HeldCommands.limit)
        messages = FixedList(capacity: 64)
    }

    deinit {
        for index in 0..<messages.count { unsafe messages[index].bytes.deallocate() }
    }

    // MARK: Reports

    /// The number of further reports that may wait for the span to be rendered; where it is not 0,
    /// those of a group may wait too.
    var room: Int { @_noLocks get { max(0, Self.capacity &- waiting.count) } }

    /// Adds a report that is sent once the span is rendered.
    ///
    /// - Returns: `false` when there is no room for it.
    @_noLocks
    @discardableResult
    mutating func add(_ report: EngineReport) -> Bool { waiting.append(report) }

    /// Sends a report at once.
    ///
    /// - Returns: `false` when the reader of the reports is too far behind.
    @_noLocks
    @discardableResult
    func send(_ report: EngineReport) -> Bool { reports.value.push(report) }

    /// Sends what was waiting for the span to be rendered; what finds no room continues to wait.
    @_noLocks
    mutating func sendWaiting() {
        var sent = 0
        while sent < waiting.count, reports.value.push(waiting[sent]) { sent &+= 1 }
        waiting.removeFirst(sent)
    }

    // MARK: Memory

    /// Whether one more message may wait for the span to be rendered.
    var hasRoomForMessage: Bool { @_noLocks get { messages.room > 0 } }

    /// Keeps a System Exclusive message until the span is rendered.
    @_noLocks
    mutating func keep(_ message: SpentMessage) { messages.append(message) }

    /// Takes the last message out again, before it is returned with the others.
    @_noLocks
    mutating func unkeepLast() { messages.removeLast() }

    /// Returns the messages of the span to their producers.
    @_noLocks
    mutating func returnMessages() {
        for index in 0..<messages.count {
            // Never full: it is longer than all that can be under way.
            _ = unsafe messages[index].queue.value.push(LiveQueue.SpentBytes(messages[index].bytes))
        }
        messages.removeAll()
    }
}

/// A System Exclusive message to be returned to the queue that it came from.
@safe
struct SpentMessage: BitwiseCopyable {
    let bytes: UnsafeMutablePointer<UInt8>
    let queue: Loan<RingBuffer<LiveQueue.SpentBytes>>

    @_noLocks
    init(bytes: UnsafeMutablePointer<UInt8>, queue: Loan<RingBuffer<LiveQueue.SpentBytes>>) {
        unsafe self.bytes = bytes
        self.queue = queue
    }
}
