package import Glibc

/// A process started by this one, with the signals of a new one: all at their defaults, none
/// blocked.
///
/// Beside its three streams it has no descriptors: those of libraries may lack close-on-exec.
///
/// A command line of one's own, not of a shell. The owner waits for its end with ``wait()`` or
/// waitpid(2), or it stays a zombie.
package struct ChildProcess: Sendable {
    /// The process number.
    package let id: pid_t

    /// The standard input, output and error of a process.
    package enum Streams {
        /// Open descriptors, in this order.
        case descriptors(input: CInt, output: CInt, error: CInt)
        /// A terminal device for all three. The process leads a session of its own, whose
        /// controlling terminal this becomes.
        case terminal(String)
    }

    /// The error number with which the system refused to start a process.
    package struct StartError: Error, CustomStringConvertible {
        package let number: CInt
        package var description: String { SystemError.text(number) }
    }

    /// The way in which a process ended.
    package enum End: Hashable, Sendable {
        /// With this exit status.
        case exited(CInt)
        /// By this signal.
        case signalled(CInt)

        /// Reads the status word of wait(2).
        package init(waitStatus: CInt) {
            let signal = waitStatus & 0x7F
            self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(signal)
        }
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: The program, looked up in `PATH`, and its arguments.
    ///   - environment: The environment as `NAME=value`; `nil` for this process's own.
    ///   - streams: Standard input, output and error.
    ///   - leadsGroup: Whether the process leads a process group of its own, as one with a terminal
    ///     always does.
    /// - Throws: The system's error; `ENOENT` if there is no such program.
    package init(
        _ command: [String],
        environment: [String]? = nil,
        streams: Streams,
        leadsGroup: Bool = false
    ) throws(StartError) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        var flags = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
        switch streams {
        case .descriptors(let input, let output, let error):
            for (number, descriptor) in [input, output, error].enumerated() {
                unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
            }
            if leadsGroup { flags |= Int16(POSIX_SPAWN_SETPGROUP) }
        case .terminal(let path):
            // The first terminal that the leader of a session opens becomes its controlling one.
            unsafe posix_spawn_file_actions_addopen(&actions, 0, path.systemPath, O_RDWR, 0)
            for number in CInt(1)...2 {
                unsafe posix_spawn_file_actions_adddup2(&actions, 0, number)
            }
            flags |= Self.newSession
        }
        let status = unsafe Self.closeOthers(&actions)
        guard status == 0 else { throw StartError(number: status) }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, flags)

        var child: pid_t = 0
        let started = unsafe Self.withStrings(command) { arguments in
            unsafe Self.withStrings(environment) { variables in
                guard let arguments = unsafe arguments else { return EINVAL }
                return unsafe posix_spawnp(
                    &child,
                    command[0].systemPath,
                    &actions,
                    &attributes,
                    arguments,
                    variables ?? UnsafePointer(environ)
                )
            }
        }
        guard started == 0 else { throw StartError(number: started) }
        id = child
    }

    /// Strings as execve(2) takes them, for the time of a call.
    private static func withStrings<Value>(
        _ strings: [String]?,
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Value
    ) -> Value {
        guard let strings else { return body(nil) }
        let copies = unsafe strings.map { unsafe strdup($0.systemPath) } + [nil]
        defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
        return unsafe copies.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }

    /// `POSIX_SPAWN_SETSID` of Linux's spawn.h, which is not imported without `_GNU_SOURCE`.
    private static let newSession: Int16 = 0x80

    /// Waits for its end; once.
    ///
    /// - Returns: The way it ended; `nil` with `errno` set if it cannot be waited for.
    package func wait() -> End? {
        var status: CInt = 0
        while unsafe waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        return End(waitStatus: status)
    }
}
