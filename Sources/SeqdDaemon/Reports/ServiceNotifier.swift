import ControlProtocol
import Glibc
import Platform
import Wording

/// Reports to the service manager, sd_notify(3); without one it does nothing.
package struct ServiceNotifier: Sendable {
    private let socketPath: String?

    /// Makes a notifier for the service manager's socket, if there is one.
    package init() {
        self.init(socketPath: Environment["NOTIFY_SOCKET"])
    }

    init(socketPath: String?) {
        self.socketPath = socketPath
    }

    /// Reports that clients are answered.
    package func ready() { send("READY=1") }

    /// Reports that the configuration is being read; ``ready()`` ends that.
    package func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(LoopTime.now().nanoseconds / 1_000)")
    }

    /// Reports what the daemon does, in a few words.
    package func status(_ text: String) { send("STATUS=\(text.printable)") }

    /// Reports that the daemon is alive.
    func alive() { send("WATCHDOG=1") }

    /// Reports that the daemon shuts down.
    package func stopping() { send("STOPPING=1") }

    private func send(_ message: String) {
        guard let socketPath, !socketPath.isEmpty else { return }
        let type = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(message.utf8)
        unsafe UnixAddress.with(socketPath, isAbstract: socketPath.hasPrefix("@")) {
            address,
            length in
            // A manager that does not read is not waited for.
            _ = unsafe sendto(descriptor, bytes, bytes.count, CInt(MSG_DONTWAIT), address, length)
        }
    }
}
