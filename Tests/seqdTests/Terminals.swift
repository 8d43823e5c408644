import Foundation
import TestSupport

/// Runs the command on a terminal, which script(1) of util-linux makes.
enum Terminals {
    private static let path = "/usr/bin/script"

    /// Whether there is script(1).
    static let canBeMade = FileManager.default.isExecutableFile(atPath: path)

    /// Runs a line of bash on a terminal of its own; its output there is the run's.
    ///
    /// `$seqd` is the command, which finds the measuring font without an option.
    static func run(_ line: String, in place: Workplace) async throws -> CommandRun {
        let command = try builtProduct("seqd")
        return try await Turnstile.shared.pass {
            try await CommandRun.run(
                path,
                ["--quiet", "--return", "--flush", "--command", line, "/dev/null"],
                environment: [
                    "seqd": command, "SEQD_SOUNDFONT": place.font, "SHELL": "/bin/bash",
                    "TERM": "xterm", "COLUMNS": nil,
                ],
                directory: place.folder.path
            )
        }
    }
}
