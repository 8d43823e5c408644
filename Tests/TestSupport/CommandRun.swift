/// A finished run of a command: how it ended and what it wrote.
///
/// ```swift
/// let run = try await CommandRun.run(builtProduct("seqd"), ["render", song, "-o", "x.wav"])
/// #expect(run.status == .exited(0), "\(run)")
/// ```
public struct CommandRun: Sendable, CustomStringConvertible {
    /// How it ended.
    public let status: ExitStatus
    /// What it wrote to stdout.
    public let output: [UInt8]
    /// What it wrote to stderr.
    public let errorOutput: [UInt8]
    /// The time from its start to its end.
    public let duration: Duration

    /// What it wrote to stdout, as text.
    public var outputText: String { String(decoding: output, as: UTF8.self) }
    /// What it wrote to stderr, as text.
    public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }

    /// For the messages of failed tests.
    public var description: String {
        "\(status) after \(duration)\nstdout: \(outputText.prefix(2000))\nstderr: \(errorText)"
    }

    /// Runs an executable to its end.
    ///
    /// - Parameters:
    ///   - executable: A path, or a name that is looked up in `$PATH`.
    ///   - arguments: The arguments, without the executable's name.
    ///   - environment: Variables to set, or with `nil` to remove, in this process's environment.
    ///   - directory: The working directory; this process's if `nil`.
    ///   - input: What it reads from stdin; the end of file follows.
    ///   - timeout: After this time it and the processes that it started are killed.
    /// - Returns: The run, whatever its status is.
    /// - Throws: An error if it cannot be started.
    public static func run(
        _ executable: String,
        _ arguments: [String] = [],
        environment: [String: String?] = [:],
        directory: String? = nil,
        input: [UInt8] = [],
        timeout: Duration = .seconds(180)
    ) async throws -> CommandRun {
        let command = try RunningCommand(
            executable,
            arguments,
            environment: environment,
            directory: directory,
            input: input,
            timeout: timeout
        )
        return await command.finished()
    }
}
