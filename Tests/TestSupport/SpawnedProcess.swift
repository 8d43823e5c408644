import Glibc
import Platform
import Synchronization

/// A child process with three pipes.
struct SpawnedProcess: Sendable {
    let id: pid_t
    let start: ContinuousClock.Instant
    private let input: Int32
    private let output: Int32
    private let errorOutput: Int32

    init(
        executable: String,
        arguments: [String],
        environment: [String],
        directory: String?
    ) throws {
        // Without _GNU_SOURCE, posix_spawn cannot change the directory; coreutils' env can.
        var command = [executable] + arguments
        if let directory { command = ["/usr/bin/env", "-C", directory] + command }
        self = try Self.spawning.withLock { _ in
            try SpawnedProcess(command: command, environment: environment)
        }
    }

    /// Held from the making of the pipes until the child has them: without pipe2(2), which also
    /// wants _GNU_SOURCE, another child could inherit an end before it is close-on-exec.
    private static let spawning = Mutex(())

    private init(command: [String], environment: [String]) throws {
        let input = try Pipe()
        let output = try Pipe()
        let errorOutput = try Pipe()
        defer { for end in [input.reading, output.writing, errorOutput.writing] { close(end) } }

        start = .now
        do throws(ChildProcess.StartError) {
            // A group of its own: a time-out reaches grandchildren too.
            let child = try ChildProcess(
                command,
                environment: environment,
                streams: .descriptors(
                    input: input.reading,
                    output: output.writing,
                    error: errorOutput.writing
                ),
                leadsGroup: true
            )
            id = child.id
        } catch {
            for end in [input.writing, output.reading, errorOutput.reading] { close(end) }
            throw TestSupportError("\(command[0]): \(error)")
        }
        self.input = input.writing
        self.output = output.reading
        self.errorOutput = errorOutput.reading
    }

    /// Feeds and drains the pipes until the process has ended, and gives its status.
    ///
    /// Blocks the calling thread. Closes the pipes; once only.
    func communicate(
        input bytes: [UInt8],
        deadline: ContinuousClock.Instant,
        onOutput: ([UInt8]) -> Void,
        onErrorOutput: ([UInt8]) -> Void
    ) -> ExitStatus {
        var feed = Feed(descriptor: input, bytes: bytes[...])
        var isOutputOpen = true
        var isErrorOutputOpen = true
        var status: ExitStatus?
        var isTimedOut = false
        defer {
            feed.close()
            Glibc.close(output)
            Glibc.close(errorOutput)
        }
        while true {
            var descriptors = [
                pollfd(fd: isOutputOpen ? output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isErrorOutputOpen ? errorOutput : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: feed.openDescriptor, events: Int16(POLLOUT), revents: 0),
            ]
            // The end of the process is no event of poll(2), so it is looked for every 5 ms.
            let ready = poll(&descriptors, nfds_t(descriptors.count), 5)
            if ready > 0 {
                if descriptors[0].revents != 0 { isOutputOpen = Self.drain(output, onOutput) }
                if descriptors[1].revents != 0 {
                    isErrorOutputOpen = Self.drain(errorOutput, onErrorOutput)
                }
                if descriptors[2].revents != 0 { feed.write() }
            }
            // All that it wrote stands in the pipes when it has ended. A grandchild that keeps
            // them open is not waited for.
            if let status, ready <= 0 || !(isOutputOpen || isErrorOutputOpen) {
                return isTimedOut ? .timedOut : status
            }
            if status == nil { status = reap() }
            if status == nil, !isTimedOut, .now >= deadline {
                isTimedOut = true
                kill(-id, SIGKILL)
            }
        }
    }

    private func reap() -> ExitStatus? {
        var word: Int32 = 0
        guard waitpid(id, &word, WNOHANG) == id else { return nil }
        return ExitStatus(waitStatus: word)
    }

    /// Takes what a pipe has; `false` at its end.
    private static func drain(_ descriptor: Int32, _ body: ([UInt8]) -> Void) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        body(Array(buffer.prefix(count)))
        return true
    }
}

/// The writing end of a child's stdin and what is still to be written.
private struct Feed {
    private var descriptor: Int32
    private var bytes: ArraySlice<UInt8>

    init(descriptor: Int32, bytes: ArraySlice<UInt8>) {
        self.descriptor = descriptor
        self.bytes = bytes
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        // A child that ends without reading all must not end the tests.
        signal(SIGPIPE, SIG_IGN)
        if bytes.isEmpty { close() }
    }

    /// The descriptor, −1 once closed.
    var openDescriptor: Int32 { descriptor }

    mutating func write() {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { bytes = bytes.dropFirst(count) }
        let isOver = count < 0 && errno != EAGAIN && errno != EINTR
        if bytes.isEmpty || isOver { close() }
    }

    mutating func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }
}

/// The two ends of a pipe.
private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw TestSupportError("pipe: \(SystemError.text())")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }
}
