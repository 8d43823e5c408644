import CEpoll
import ControlProtocol
package import Dispatch
import Glibc
package import NIOCore
import Platform
import Synchronization

/// The daemon's event loop: tasks, timers and descriptors, on a thread of its own.
///
/// It is a loop of NIO's futures and promises. NIO's own loop has channels instead of descriptors,
/// whose way from the selector to the bytes of a request takes longer than the daemon needs to answer
/// most requests.
package final class PollLoop: EventLoop, @unchecked Sendable {
    /// Tasks of any thread.
    private struct Inbox {
        var tasks: [@Sendable () -> Void] = []
        /// Whether the loop looks here before it waits.
        var isAwake = true
        var hasEnded = false
    }

    private let inbox = Mutex(Inbox())
    private let epoll: CInt
    /// Wakes the loop from other threads, eventfd(2).
    private let bell: CInt
    private let thread = Mutex<SystemThread?>(nil)
    private let threadIdentifier = Atomic<UInt>(0)
    private let timerCount = Atomic(0)
    // The loop's own from here on.
    private var timers = LoopTimers()
    /// The owners of descriptors, by their numbers.
    private var targets: [(any PollTarget)?] = []
    private var isEnding = false

    /// The number of descriptors that are asked for at once.
    private static let eventCapacity = SEQD_POLL_EVENTS

    /// Makes a loop that runs.
    ///
    /// - Throws: The system's error if it has no descriptor or thread to give.
    package init() throws {
        epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        bell = seqd_poll_bell()
        guard epoll >= 0, bell >= 0, control(EPOLL_CTL_ADD, bell, .input) == 0 else {
            let reason = SystemError.text()
            closeDescriptors()
            throw RequestError(.unavailable, "event loop: \(reason)")
        }
        do {
            let started = try SystemThread("seqd-loop") { [self] in run() }
            thread.withLock { $0 = started }
        } catch {
            closeDescriptors()
            throw error
        }
    }

    private func closeDescriptors() {
        if epoll >= 0 { Glibc.close(epoll) }
        if bell >= 0 { Glibc.close(bell) }
    }

    private func run() {
        threadIdentifier.store(UInt(pthread_self()), ordering: .relaxed)
        var events = [seqd_poll_event](repeating: seqd_poll_event(), count: Self.eventCapacity)
        while true {
            runTasks()
            runTimers()
            if isEnding { break }
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
        end()
    }

    /// Waits for events, for the next timer or for tasks.
    private func wait(_ events: inout [seqd_poll_event]) -> Int {
        let isIdle = inbox.withLock { inbox in
            if inbox.tasks.isEmpty { inbox.isAwake = false }
            return inbox.tasks.isEmpty
        }
        let timeout: Int64
        if !isIdle {
            timeout = 0
        } else if let next = timers.next {
            timeout = max(0, (next - .now()).nanoseconds)
        } else {
            timeout = -1
        }
        let count = unsafe seqd_epoll_wait(epoll, &events, timeout)
        if isIdle { inbox.withLock { $0.isAwake = true } }
        return Int(count)
    }

    private func runTasks() {
        let tasks = inbox.withLock { inbox in
            defer { inbox.tasks = [] }
            return inbox.tasks
        }
        for task in tasks { task() }
    }

    private func runTimers() {
        guard timers.next != nil else { return }
        let now = NIODeadline.now()
        while let work = timers.takeDue(now) { work(nil) }
    }

    private func silence() {
        var count: UInt64 = 0
        _ = unsafe read(bell, &count, MemoryLayout<UInt64>.size)
    }

    private func end() {
        while let work = timers.takeDue(.distantFuture) { work(EventLoopError.shutdown) }
        repeat {
            runTasks()
        } while inbox.withLock { inbox in
            if inbox.tasks.isEmpty { inbox.hasEnded = true }
            return !inbox.hasEnded
        }
        targets = []
        closeDescriptors()
    }
}

// MARK: - Tasks and timers

extension PollLoop {
    package var inEventLoop: Bool {
        UInt(pthread_self()) == threadIdentifier.load(ordering: .relaxed)
    }

    package func execute(_ task: @escaping @Sendable () -> Void) {
        let mustWake = inbox.withLock { inbox in
            guard !inbox.hasEnded else { return false }
            inbox.tasks.append(task)
            defer { inbox.isAwake = true }
            return !inbox.isAwake
        }
        guard mustWake else { return }
        var one: UInt64 = 1
        _ = unsafe write(bell, &one, MemoryLayout<UInt64>.size)
    }

    package func submit<T>(_ task: @escaping @Sendable () throws -> T) -> EventLoopFuture<T> {
        let promise = makePromise(of: T.self)
        execute { promise.assumeIsolated().completeWith(Result { try task() }) }
        return promise.futureResult
    }

    package func scheduleTask<T>(
        deadline: NIODeadline,
        _ task: @escaping @Sendable () throws -> T
    ) -> Scheduled<T> {
        let promise = makePromise(of: T.self)
        let number = timerCount.wrappingAdd(1, ordering: .relaxed).newValue
        let work: @Sendable ((any Error)?) -> Void = { error in
            if let error { return promise.fail(error) }
            promise.assumeIsolated().completeWith(Result { try task() })
        }
        onLoop { $0.addTimer(at: deadline, number: number, work) }
        return Scheduled(promise: promise) { [weak self] in
            self?.onLoop { $0.timers.remove(at: deadline, number: number) }
        }
    }

    package func scheduleTask<T>(
        in time: TimeAmount,
        _ task: @escaping @Sendable () throws -> T
    ) -> Scheduled<T> {
        scheduleTask(deadline: .now() + time, task)
    }

    private func addTimer(
        at deadline: NIODeadline,
        number: Int,
        _ work: @escaping LoopTimers.Work
    ) {
        guard !isEnding else { return work(EventLoopError.shutdown) }
        timers.add(at: deadline, number: number, work)
    }

    private func onLoop(_ work: @escaping @Sendable (PollLoop) -> Void) {
        if inEventLoop { work(self) } else { execute { work(self) } }
    }

    package func shutdownGracefully(
        queue: DispatchQueue,
        _ callback: @escaping @Sendable ((any Error)?) -> Void
    ) {
        onLoop { $0.isEnding = true }
        queue.async { [self] in
            thread.withLock { $0.take() }?.join()
            callback(nil)
        }
    }
}

// MARK: - Descriptors

extension PollLoop {
    /// Watches a descriptor, which does not block; on the loop.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, until ``forget(_:)``.
    ///   - events: The events.
    ///   - target: Its owner.
    /// - Returns: `false` with errno if the system refuses it.
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

    /// Watches a descriptor no longer; before it is closed.
    func forget(_ descriptor: CInt) {
        guard targets.indices.contains(Int(descriptor)) else { return }
        _ = control(EPOLL_CTL_DEL, descriptor, [])
        targets[Int(descriptor)] = nil
    }

    private func control(_ operation: CInt, _ descriptor: CInt, _ events: PollEvents) -> CInt {
        seqd_epoll_control(epoll, operation, descriptor, events.rawValue)
    }
}
