import Glibc

/// Resuming a device after the system was suspended.
package enum SuspendRecovery {
    /// The most attempts, which take two seconds: a driver that is not awake by then has hung, and
    /// the thread that writes must be able to end.
    package static let attempts = 40
    /// Microseconds between two attempts.
    private static let interval: UInt32 = 50_000

    /// Resumes a device, which may still be waking up.
    ///
    /// - Parameters:
    ///   - attempt: Tries it, as `snd_pcm_resume` does: `-EAGAIN` while the device is not awake.
    ///   - wait: Waits between two attempts.
    /// - Returns: The result of the last attempt, below 0 if the device did not resume.
    package static func resume(
        _ attempt: () -> Int32,
        wait: () -> Void = { usleep(interval) }
    ) -> Int32 {
        var status = attempt()
        for _ in 1..<attempts where -status == EAGAIN {
            wait()
            status = attempt()
        }
        return status
    }
}
