import Glibc
import Testing

@testable import AudioOutput

/// A device after a system suspend, which no test can cause.
struct SuspendRecoveryTests {
    private func resume(_ results: [Int32]) -> (status: Int32, attempts: Int, waits: Int) {
        var attempts = 0
        var waits = 0
        let status = SuspendRecovery.resume {
            attempts += 1
            return results[min(attempts, results.count) - 1]
        } wait: {
            waits += 1
        }
        return (status, attempts, waits)
    }

    @Test func aDeviceThatIsAwakeResumesAtOnce() {
        #expect(resume([0]) == (0, 1, 0))
        #expect(resume([-ENOSYS]) == (-ENOSYS, 1, 0))
    }

    @Test func aDeviceThatIsWakingUpIsWaitedFor() {
        #expect(resume([-EAGAIN, -EAGAIN, 0]) == (0, 3, 2))
    }

    @Test func aDeviceThatNeverWakesUpIsGivenUp() {
        let outcome = resume([-EAGAIN])
        #expect(outcome == (-EAGAIN, SuspendRecovery.attempts, SuspendRecovery.attempts - 1))
    }
}
