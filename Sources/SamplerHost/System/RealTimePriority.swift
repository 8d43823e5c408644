import CLinux
import Glibc
import Realtime

/// The right to real-time scheduling, which the audio thread asks for.
public enum RealTimePriority {
    /// The priority of the audio thread: above ordinary desktop threads, below the kernel's
    /// interrupt threads (50) and what JACK or PipeWire use for themselves.
    static let audio = 40
    /// The priority of the input thread: above the audio thread's, which may compute for most of a
    /// period while events arrive.
    static let input = audio + 1

    /// Why a thread of this process would not get a priority.
    ///
    /// It is tried, on a thread that does nothing but wait.
    ///
    /// - Parameter priority: The priority, 1 … 99.
    /// - Returns: An errno's words; `nil` where it is granted.
    public static func refusal(of priority: Int) -> String? {
        let gate = Box(Semaphore())
        var thread = pthread_t()
        var refusal: Int32 = 0
        let status = unsafe seqd_thread_start(
            &thread,
            "seqd-try",
            Int32(priority),
            &refusal,
            { context in
                // A thread that has ended has no priority to be given.
                unsafe context?.assumingMemoryBound(to: Semaphore.self).pointee.wait()
            },
            unsafe gate.address
        )
        guard status == 0 else { return InputFile.text(status) }
        gate.value.post()
        pthread_join(thread, nil)
        return refusal == 0 ? nil : InputFile.text(refusal)
    }

    /// The highest priority that the system's limits let this user have (RLIMIT_RTPRIO of
    /// getrlimit(2)); root is not held to it.
    public static var limit: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(__RLIMIT_RTPRIO.rawValue), &limit) == 0 else {
            return 0
        }
        return Int(clamping: limit.rlim_cur)
    }
}
