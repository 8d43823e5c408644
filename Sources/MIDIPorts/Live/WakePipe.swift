import Glibc
package import Platform

/// A pipe that ends another thread's wait in `poll`.
package final class WakePipe: Sendable {
    /// The descriptor to poll.
    package let descriptor: Int32
    private let end: Int32

    /// Makes a pipe.
    ///
    /// - Throws: `internal` when the process has no descriptors left.
    package init() throws(HostError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw HostError(.internal, "pipe", SystemError.text())
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        end = ends[1]
    }

    deinit {
        close(descriptor)
        close(end)
    }

    /// Wakes the other thread.
    ///
    /// Any thread. A pipe that is full has woken it already.
    package func wake() {
        var byte: UInt8 = 0
        _ = unsafe write(end, &byte, 1)
    }

    /// Forgets all that has woken.
    package func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
