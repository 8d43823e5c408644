import Glibc
import Realtime

/// The right to real-time scheduling, which the audio thread asks for.
public enum RealTimePriority {
    /// The priority of the audio thread: above ordinary desktop threads, below the kernel's
    /// interrupt threads (50) and what JACK or PipeWire use for themselves.
    package static let audio = 40
    /// The priority of the input thread: above the audio thread's, which may compute for most of a
    /// period while events arrive.
    package static let input = audio + 1
    /// The priority of the thread that sends MIDI: it does little, and is to be on time.
    package static let midiOut = input + 1

    /// Tries a priority on a thread that does nothing but wait.
    ///
    /// - Parameter priority: The priority, 1 … 99.
    /// - Returns: The system's reason for a refusal; `nil` if the priority is granted.
    public static func refusal(of priority: Int) -> String? {
        let gate = Box(Semaphore())
        // The thread ends before the gate.
        let end = unsafe gate.ticket
        do throws(SystemThread.StartError) {
            // A thread that has ended cannot be given a priority.
            let thread = try SystemThread("seqd-try", priority: priority) { end.value.wait() }
            gate.value.post()
            thread.join()
            return thread.priorityRefusal
        } catch {
            return error.description
        }
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
