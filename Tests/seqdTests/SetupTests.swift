import Foundation
import TestSupport
import Testing

@Suite("packaging/setup.sh")
struct SetupTests {
    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "packaging/setup.sh").path

    private static let locked = """
        E: Could not get lock /var/lib/apt/lists/lock. It is held by process 42 (apt-get)
        E: Unable to lock directory /var/lib/apt/lists/
        """

    /// Runs the script on a machine without packages, on which `apt-get` writes each call to a file
    /// and then does what a piece of shell says; `$call` counts the calls, from 1.
    private func setUp(apt behaviour: String) async throws -> (run: CommandRun, calls: [String]) {
        let folder = try TemporaryDirectory()
        // A shell makes the commands: a process that another test starts meanwhile could hold a
        // file open that was written here, and then it would be too busy to be run.
        let machine = """
            add_command() { { echo '#!/bin/sh'; cat; } > "$1" && chmod 755 "$1"; }
            echo 'exit 1' | add_command dpkg-query
            echo 'echo 0' | add_command id
            echo 'exit 0' | add_command sleep
            add_command apt-get << 'END'
            echo "$*" >> '\(folder.path("calls"))'
            call=$(wc -l < '\(folder.path("calls"))')
            \(behaviour)
            END
            PATH=$PWD:$PATH exec /bin/sh '\(Self.script)'
            """
        let run = try await CommandRun.run("/bin/sh", ["-c", machine], directory: folder.path)
        let calls = String(decoding: try folder.read("calls"), as: UTF8.self)
        return (run, calls.split(separator: "\n").map(String.init))
    }

    @Test("waits while another program holds a lock of apt, and says once for which")
    func lock() async throws {
        let (run, calls) = try await setUp(
            apt: "case $call in 3 | 5) ;; *) echo '\(Self.locked)' >&2; exit 100 ;; esac"
        )
        #expect(run.status == .exited(0), "\(run)")
        let updates = calls.map { $0.contains("update") }
        #expect(updates == [true, true, true, false, false], "\(calls)")
        #expect(calls.last?.contains("install libfluidsynth-dev") ?? false, "\(calls)")
        let line = "setup: waiting for process 42 (apt-get) to release apt's lock"
        // Once for the lists, once for the installation.
        #expect(run.errorText.split(separator: "\n").map(String.init) == [line, line])
    }

    @Test("gives up a lock that is never released, with apt's own message")
    func neverReleased() async throws {
        let (run, calls) = try await setUp(
            apt: "case $* in *update) ;; *) echo '\(Self.locked)' >&2; exit 100 ;; esac"
        )
        #expect(run.status == .exited(100), "\(run)")
        #expect(calls.count > 50, "\(calls.count)")
        #expect(run.errorText.hasSuffix(Self.locked + "\n"), "\(run)")
    }

    @Test("does not try again after any other failure")
    func otherFailure() async throws {
        let (run, calls) = try await setUp(
            apt: "case $* in *update) ;; *) echo 'E: no such package' >&2; exit 100 ;; esac"
        )
        #expect(run.status == .exited(100), "\(run)")
        #expect(calls.count == 2, "\(calls)")
        #expect(run.errorText == "E: no such package\n")
    }
}
