import CLinux
import Glibc

/// A joinable thread of the operating system, which takes no signals.
///
/// For work that blocks or needs real-time scheduling; Swift's own executors are for neither.
package struct SystemThread: Sendable {
    /// The reason why real-time priority was refused; `nil` if it was granted or not requested.
    package let priorityRefusal: String?
    private let thread: pthread_t

    /// The closure that a thread runs, as an object that C can point to.
    private final class Start: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// The error number with which the system refused to start a thread.
    package struct StartError: Error, CustomStringConvertible {
        package let number: CInt
        package var description: String { SystemError.text(number) }
    }

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - name: Its name for debuggers; cut to 15 bytes.
    ///   - priority: The real-time priority to request (SCHED_FIFO), 1 to 99; 0 for ordinary
    ///     scheduling. A refusal is noted in ``priorityRefusal``, and the thread runs without it.
    ///   - body: The work; the thread ends with it.
    /// - Throws: The system's error when it has no thread to give.
    package init(
        _ name: String,
        priority: Int = 0,
        _ body: @escaping @Sendable () -> Void
    ) throws(StartError) {
        var thread = pthread_t()
        var refusal: CInt = 0
        let start = unsafe Unmanaged.passRetained(Start(body))
        let status = unsafe seqd_thread_start(
            &thread,
            name,
            CInt(priority),
            &refusal,
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
            },
            unsafe start.toOpaque()
        )
        guard status == 0 else {
            unsafe start.release()
            throw StartError(number: status)
        }
        self.thread = thread
        priorityRefusal = refusal == 0 ? nil : SystemError.text(refusal)
    }

    /// Has the system prefer all other threads to the calling one.
    ///
    /// Threads that it starts from then on are like it. On a busy machine it still makes some
    /// progress, unlike with `SCHED_IDLE`, and so releases the locks that it holds. The
    /// corresponding C function is `setpriority`, which on Linux is for one thread.
    package static func lowerPriority() {
        // Nobody is refused a lower priority.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
    }

    /// Lets the thread end by itself; nobody joins it then.
    package func detach() {
        pthread_detach(thread)
    }

    /// Waits for the end of the thread; once for each thread.
    package func join() {
        pthread_join(thread, nil)
    }
}
