import Glibc
import Platform
import Testing

@Suite struct ChildProcessTests {
    /// Runs a command to its end, with nothing to read.
    private func run(
        _ command: [String],
        environment: [String]? = nil
    ) throws -> (end: ChildProcess.End?, output: String) {
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        let output = try UnnamedFile()
        let process = try ChildProcess(
            command,
            environment: environment,
            streams: .descriptors(
                input: input,
                output: output.descriptor,
                error: output.descriptor
            )
        )
        let end = process.wait()
        var bytes = [UInt8](repeating: 0, count: 1_000)
        let count = pread(output.descriptor, &bytes, bytes.count, 0)
        return (end, String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
    }

    @Test func theExitStatusIsTheProgramsOwn() throws {
        #expect(try run(["sh", "-c", "exit 3"]).end == .exited(3))
    }

    @Test func aSignalThatEndsItIsReported() throws {
        #expect(try run(["sh", "-c", "kill -TERM $$"]).end == .signalled(SIGTERM))
    }

    @Test func argumentsAreTakenAsTheyAre() throws {
        let (end, output) = try run(["printf", "%s|", "a b", "$HOME", ""])
        #expect(end == .exited(0))
        #expect(output == "a b|$HOME||")
    }

    @Test func theEnvironmentIsOursOrTheOneGiven() throws {
        setenv("SEQD_CHILD_TEST", "inherited", 1)
        defer { unsetenv("SEQD_CHILD_TEST") }
        #expect(try run(["printenv", "SEQD_CHILD_TEST"]).output == "inherited\n")
        let given = try run(["/usr/bin/env"], environment: ["NAME=value"])
        #expect(given.output == "NAME=value\n")
    }

    /// Libraries open some without close-on-exec.
    @Test func noDescriptorsAreInheritedBesideTheStreams() throws {
        let file = try UnnamedFile()
        let inherited = (0..<8).map { _ in dup(file.descriptor) }
        defer { for descriptor in inherited { close(descriptor) } }
        for descriptor in inherited { #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0) }
        // The shell's own: its streams, and the folder while it reads it.
        let (end, output) = try run(["sh", "-c", "cd /proc/$$/fd; echo *"])
        #expect(end == .exited(0))
        let open = output.split { $0 == " " || $0 == "\n" }.compactMap { CInt($0) }
        #expect(open.starts(with: [0, 1, 2]))
        #expect(open.count <= 4)
    }

    @Test func aProcessThatWritesTooMuchIsEnded() throws {
        for (limit, end) in [(8_192, ChildProcess.End.signalled(SIGXFSZ)), (65_536, .exited(0))] {
            let file = try UnnamedFile()
            let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
            defer { close(input) }
            let process = try ChildProcess(
                ["sh", "-c", "sleep 0.3; exec head -c 60000 /dev/zero"],
                streams: .descriptors(
                    input: input,
                    output: file.descriptor,
                    error: file.descriptor
                )
            )
            #expect(process.limitFiles(to: UInt64(limit)))
            #expect(process.wait() == end)
            #expect(lseek(file.descriptor, 0, SEEK_END) <= limit)
        }
    }

    /// A signal that this process ignores or blocks is one that a child can be ended by.
    @Test func signalsAreThoseOfAFreshProcess() throws {
        let before = signal(SIGUSR1, SIG_IGN)
        defer { signal(SIGUSR1, before) }
        #expect(try run(["sh", "-c", "kill -USR1 $$"]).end == .signalled(SIGUSR1))
    }

    @Test func aProgramThatDoesNotExistIsAnError() {
        let error = #expect(throws: ChildProcess.StartError.self) {
            try run(["/nonexistent/program"])
        }
        #expect(error?.number == ENOENT)
        #expect(error?.description == "No such file or directory")
    }

    @Test func aProcessThatTakesTooLongIsKilled() throws {
        let file = try UnnamedFile()
        func process(_ command: [String], leadsGroup: Bool) throws -> ChildProcess {
            try ChildProcess(
                command,
                streams: .descriptors(
                    input: file.descriptor,
                    output: file.descriptor,
                    error: file.descriptor
                ),
                leadsGroup: leadsGroup
            )
        }
        for leadsGroup in [false, true] {
            let sleeper = try process(["sleep", "600"], leadsGroup: leadsGroup)
            #expect(sleeper.wait(atMost: 20_000_000) == nil)
            #expect(kill(sleeper.id, 0) != 0)
            let quick = try process(["sh", "-c", "exit 4"], leadsGroup: leadsGroup)
            #expect(quick.wait(atMost: 60_000_000_000) == .exited(4))
        }
    }
}
