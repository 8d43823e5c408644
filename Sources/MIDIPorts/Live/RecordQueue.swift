import CLinux
import Glibc
import MIDI
public import Platform
import Realtime
public import Sequencer
import Synchronization

/// The queue of live events to a thread that records them.
///
/// The input thread copies each event into it and never waits: what finds no room is counted and
/// dropped.
public final class RecordQueue: @unchecked Sendable {
    private let ring: Box<RingBuffer<LiveEvent>>
    private let wake: WakePipe
    private let isWaiting = Atomic<Bool>(false)
    private let dropped = Atomic<Int>(0)

    /// The events that may wait by default: twenty seconds of a full MIDI cable.
    private static let usualCapacity = 65_536

    /// Makes an empty queue.
    ///
    /// - Throws: `internal` when the process has no descriptors left.
    public convenience init() throws(HostError) {
        try self.init(capacity: Self.usualCapacity)
    }

    /// Makes an empty queue for a number of events.
    package init(capacity: Int) throws(HostError) {
        ring = Box(RingBuffer(minimumCapacity: capacity))
        wake = try WakePipe()
    }

    deinit {
        while let event = ring.value.pop() { unsafe event.bytes?.deallocate() }
    }

    /// The number of events that found no room.
    ///
    /// Any thread.
    public var droppedEvents: Int { dropped.load(ordering: .relaxed) }

    // MARK: Input thread

    /// Adds a copy of an event.
    package func push(_ event: LiveEvent) {
        let copy = event.copy()
        guard ring.value.push(copy) else {
            unsafe copy.bytes?.deallocate()
            dropped.wrappingAdd(1, ordering: .relaxed)
            return
        }
        wakeReader()
    }

    // MARK: The recording thread

    /// Takes the events that wait.
    ///
    /// - Returns: The events, in order.
    public func take() -> [SourceEvent] {
        var events: [SourceEvent] = []
        while let event = ring.value.pop() {
            if let recorded = SourceEvent(event) { events.append(recorded) }
            unsafe event.bytes?.deallocate()
        }
        return events
    }

    /// Waits for an event or for `wakeReader()`.
    ///
    /// - Parameter milliseconds: The longest time; below 0 for ever.
    public func wait(milliseconds: Int32) {
        isWaiting.store(true, ordering: .sequentiallyConsistent)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        // An event may have arrived before the input thread could know that the recorder waits.
        guard ring.value.peek() == nil else {
            isWaiting.store(false, ordering: .relaxed)
            return
        }
        var watched = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&watched, 1, milliseconds)
        wake.clear()
        isWaiting.store(false, ordering: .relaxed)
    }

    /// Ends a wait.
    ///
    /// Any thread. The next ``wait(milliseconds:)`` ends too if none is under way.
    public func endWait() { wake.wake() }

    private func wakeReader() {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if isWaiting.exchange(false, ordering: .sequentiallyConsistent) { wake.wake() }
    }
}

extension LiveEvent {
    /// The event with bytes of its own.
    fileprivate func copy() -> LiveEvent {
        guard kind == .systemExclusive, let bytes = unsafe bytes else { return self }
        let count = Int(bits)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(count, 1))
        unsafe copy.initialize(from: bytes, count: count)
        var event = self
        unsafe event.bytes = copy
        return event
    }
}

extension SourceEvent {
    /// The action of an event; `nil` for one that no source sends.
    fileprivate init?(_ event: LiveEvent) {
        let action: Action
        switch event.kind {
        case .open: action = .open(input: Int(event.bits))
        case .message: action = .message(MIDIMessage(bits: event.bits))
        case .systemExclusive:
            let bytes = unsafe UnsafeBufferPointer(start: event.bytes, count: Int(event.bits))
            action = unsafe .exclusive(Array(bytes))
        case .close: action = .close
        case .names, .program, .panic: return nil
        }
        self.init(stamp: event.stamp, source: event.source, action: action)
    }
}
