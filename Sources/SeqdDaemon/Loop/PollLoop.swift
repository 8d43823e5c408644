import CEpoll
import ControlProtocol
import Glibc
import Platform
import Synchronization

/// The executor of the ``EventLoop``: jobs, timers and descriptors, on a thread of its own.
///
/// There is one per process, and it runs until the process ends.
final class PollLoop: SerialExecutor, @unchecked Sendable {
    private enum Work {
        case job(UnownedJob)
        case closure(@EventLoop () -> Void)
    }

    /// Work from any thread.
    private struct Inbox {
        var work: [Work] = []
        /// Whether the loop checks this queue before it waits.
        var isAwake = true
    }

    private let inbox = Mutex(Inbox())
    private let epoll: CInt
    /// Wakes the loop from other threads, eventfd(2).
    private let bell: CInt
    private let thread = Mutex<SystemThread?>(nil)
    private let threadIdentifier = Atomic<UInt>(0)
    /// The owners of descriptors, by their numbers.
    @EventLoop private var targets: [(any PollTarget)?] = []

    /// The most descriptors that one poll returns.
    private static let eventCapacity = SEQD_POLL_EVENTS

    /// Makes a loop and starts it.
    ///
    /// - Throws: The system's error if it has no descriptor or thread to give.
    init() throws(RequestError) {
        epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        bell = seqd_poll_bell()
        guard epoll >= 0, bell >= 0, control(EPOLL_CTL_ADD, bell, .input) == 0 else {
            throw RequestError(.unavailable, "event loop: \(SystemError.text())")
        }
        do throws(SystemThread.StartError) {
            let started = try SystemThread("seqd-loop") { [self] in run() }
            thread.withLock { $0 = started }
        } catch {
            throw RequestError(.unavailable, "event loop: \(error)")
        }
    }

    private func run() {
        threadIdentifier.store(UInt(pthread_self()), ordering: .relaxed)
        // This thread belongs to the actor from here on.
        let turns: @EventLoop () -> Void = { self.runTurns() }
        unsafe unsafeBitCast(turns, to: (() -> Void).self)()
    }

    @EventLoop
    private func runTurns() {
        var events = [seqd_poll_event](repeating: seqd_poll_event(), count: Self.eventCapacity)
        while true {
            doWork()
            EventLoop.clock.doDueWork()
            let count = wait(&events)
            for event in events.prefix(max(0, count)) {
                let descriptor = Int(event.descriptor)
                if descriptor == bell {
                    silence()
                } else if targets.indices.contains(descriptor) {
                    targets[descriptor]?.ready(PollEvents(rawValue: event.events))
                }
            }
        }
    }

    /// Waits for events, for the next timer or for work.
    @EventLoop
    private func wait(_ events: inout [seqd_poll_event]) -> Int {
        let isIdle = inbox.withLock { inbox in
            if inbox.work.isEmpty { inbox.isAwake = false }
            return inbox.work.isEmpty
        }
        let timeout: Int64
        if !isIdle {
            timeout = 0
        } else if let next = EventLoop.clock.next {
            timeout = max(0, next.nanoseconds - LoopTime.now().nanoseconds)
        } else {
            timeout = -1
        }
        let count = unsafe seqd_epoll_wait(epoll, &events, timeout)
        if isIdle { inbox.withLock { $0.isAwake = true } }
        return Int(count)
    }

    @EventLoop
    private func doWork() {
        let all = inbox.withLock { inbox in
            defer { inbox.work = [] }
            return inbox.work
        }
        for work in all {
            switch work {
            case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            case .closure(let closure): closure()
            }
        }
    }

    private func silence() {
        var count: UInt64 = 0
        _ = unsafe read(bell, &count, MemoryLayout<UInt64>.size)
    }
}

// MARK: - Work

extension PollLoop {
    /// Whether the calling thread is the loop's.
    var isCurrent: Bool { UInt(pthread_self()) == threadIdentifier.load(ordering: .relaxed) }

    func enqueue(_ job: consuming ExecutorJob) {
        add(.job(UnownedJob(job)))
    }

    func isIsolatingCurrentContext() -> Bool? { isCurrent }

    func checkIsolated() {
        precondition(isCurrent, "not on the event loop")
    }

    /// Adds work from any thread.
    func execute(_ work: @escaping @EventLoop () -> Void) {
        add(.closure(work))
    }

    private func add(_ work: Work) {
        let mustWake = inbox.withLock { inbox in
            inbox.work.append(work)
            defer { inbox.isAwake = true }
            return !inbox.isAwake
        }
        guard mustWake else { return }
        var one: UInt64 = 1
        _ = unsafe write(bell, &one, MemoryLayout<UInt64>.size)
    }
}

// MARK: - Descriptors

extension PollLoop {
    /// Watches a non-blocking descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, until ``forget(_:)``.
    ///   - events: The events.
    ///   - target: Its owner.
    /// - Returns: `false` with errno if the system refuses it.
    @EventLoop
    func watch(_ descriptor: CInt, for events: PollEvents, _ target: any PollTarget) -> Bool {
        guard control(EPOLL_CTL_ADD, descriptor, events) == 0 else { return false }
        let index = Int(descriptor)
        while targets.count <= index { targets.append(nil) }
        targets[index] = target
        return true
    }

    /// Watches for other events.
    func change(_ descriptor: CInt, to events: PollEvents) {
        _ = control(EPOLL_CTL_MOD, descriptor, events)
    }

    /// Stops watching a descriptor; called before it is closed.
    @EventLoop
    func forget(_ descriptor: CInt) {
        guard targets.indices.contains(Int(descriptor)) else { return }
        _ = control(EPOLL_CTL_DEL, descriptor, [])
        targets[Int(descriptor)] = nil
    }

    private func control(_ operation: CInt, _ descriptor: CInt, _ events: PollEvents) -> CInt {
        seqd_epoll_control(epoll, operation, descriptor, events.rawValue)
    }
}
