package import ControlProtocol
import Glibc
import Platform

/// The listening sockets that the service manager passes, sd_listen_fds(3).
package enum SocketActivation {
    /// The first descriptor that is passed.
    private static let firstDescriptor: CInt = 3

    /// The descriptors that the environment names, with their names.
    ///
    /// - Parameters:
    ///   - process: The ID of this process; the variables may be meant for its parent.
    ///   - environment: The value of a variable.
    /// - Returns: The descriptors; none if nothing is passed.
    /// - Throws: 64 for variables that are not numbers.
    static func descriptors(
        of process: pid_t,
        _ environment: (String) -> String?
    ) throws(RequestError) -> [(descriptor: CInt, name: String)] {
        guard let owner = environment("LISTEN_PID"), let count = environment("LISTEN_FDS") else {
            return []
        }
        guard let owner = pid_t(owner), let count = CInt(count), (0...1_024).contains(count) else {
            throw RequestError(.usage, "$LISTEN_PID, $LISTEN_FDS: expected numbers")
        }
        guard owner == process else { return [] }
        let names = (environment("LISTEN_FDNAMES") ?? "")
            .split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        return (0..<count).map { index in
            let name = names.indices.contains(Int(index)) ? names[Int(index)] : ""
            return (firstDescriptor + index, name)
        }
    }

    /// Takes the sockets that are passed to this process, so that it passes them to no other.
    ///
    /// Before any other thread runs: it changes the environment.
    ///
    /// - Returns: The sockets, the main one first.
    /// - Throws: 64 for a descriptor that is not a listening Unix stream socket, and for two main ones.
    package static func take() throws(RequestError) -> [ControlSocket] {
        let passed = try descriptors(of: getpid()) { Environment[$0] }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
        var main: [ControlSocket] = []
        var further: [ControlSocket] = []
        for (descriptor, name) in passed {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            if let role = Permission(named: name) {
                further.append(try ControlSocket(passed: descriptor, named: name, role: role))
            } else if ["", "unknown", "control"].contains(name) || name.hasSuffix(".socket") {
                main.append(try ControlSocket(passed: descriptor, named: name, role: nil))
            } else {
                throw RequestError(
                    .usage,
                    "FileDescriptorName=\(name): expected observer, transport, admin or control"
                )
            }
        }
        guard main.count < 2 else {
            throw RequestError(
                .usage,
                "the service manager passes two main sockets, \(main[0].path) and \(main[1].path); "
                    + "give the others FileDescriptorName=observer, transport or admin"
            )
        }
        return main + further
    }
}
