import Foundation
import Glibc
import TestSupport

/// An empty folder in which the command runs, and the measuring font outside of it.
struct Workplace {
    let folder: TemporaryDirectory
    let font: String
    private let fontFolder: TemporaryDirectory

    /// Making it takes a while in a build for debugging, so once is enough.
    private static let fontBytes = MeasuringFont().bytes

    init() throws {
        folder = try TemporaryDirectory()
        fontFolder = try TemporaryDirectory()
        font = try fontFolder.write(Self.fontBytes, to: "measuring.sf2")
    }

    /// Writes a song into the folder.
    func add(_ song: SMFBuilder, _ name: String = "song.mid") throws {
        try folder.write(song.bytes, to: name)
    }

    /// Runs `seqd render`; with the measuring font unless the arguments name another.
    func render(
        _ arguments: String...,
        environment: [String: String?] = [:],
        input: [UInt8] = []
    ) async throws -> CommandRun {
        try await run(["render"] + arguments, environment: environment, input: input)
    }

    /// Runs `seqd play` in the same way.
    func play(
        _ arguments: String...,
        environment: [String: String?] = [:],
        input: [UInt8] = []
    ) async throws -> CommandRun {
        try await run(["play"] + arguments, environment: environment, input: input)
    }

    /// Runs a command of seqd in the folder.
    func run(
        _ arguments: [String],
        environment: [String: String?] = [:],
        input: [UInt8] = []
    ) async throws -> CommandRun {
        try await seqd(
            withFont(arguments),
            environment: environment,
            directory: folder.path,
            input: input
        )
    }

    /// Starts a command of seqd in the folder.
    func start(_ arguments: String..., environment: [String: String?] = [:]) throws
        -> RunningCommand
    {
        try RunningCommand(
            builtProduct("seqd"),
            withFont(arguments),
            environment: environment,
            directory: folder.path
        )
    }

    /// Runs a line of bash in the folder, in which `$seqd` is the command and `$font` the font.
    func shell(_ line: String) async throws -> CommandRun {
        let environment = ["seqd": try builtProduct("seqd"), "font": font]
        return try await Turnstile.shared.pass {
            try await CommandRun.run(
                "/bin/bash",
                ["-c", line],
                environment: environment,
                directory: folder.path
            )
        }
    }

    private func withFont(_ arguments: [String]) -> [String] {
        guard let command = arguments.first, !arguments.contains("--sf2") else { return arguments }
        return [command, "--sf2", font] + arguments.dropFirst()
    }

    /// Reads a WAV file that seqd wrote.
    func sound(_ name: String) throws -> SoundFile {
        try SoundFile(path: folder.path(name))
    }

    /// The bytes of a WAV file after a header of 44: all that is right in those of ALSA's.
    func samples(_ name: String) throws -> [UInt8] {
        Array(Self.samples(inWAV: try folder.read(name)))
    }

    /// The bytes of the sound in a WAV file or stream.
    static func samples(inWAV bytes: [UInt8]) -> ArraySlice<UInt8> {
        var offset = 12
        while offset + 8 <= bytes.count {
            let size = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << ($1 * 8) }
            if bytes[offset..<offset + 4].elementsEqual("data".utf8) {
                // The size of a stream is not known when it begins.
                return bytes[(offset + 8)...].prefix(size)
            }
            offset += 8 + size + size % 2
        }
        return []
    }

    /// Waits until a file in the folder has a size.
    func waitForSize(_ size: Int64, of name: String) async throws {
        try await Self.wait(for: "\(size) bytes in \(name)") {
            var status = stat()
            return stat(folder.path(name), &status) == 0 && status.st_size >= size
        }
    }

    /// The bytes that a file in the folder has so far.
    func size(of name: String) throws -> Int64 {
        var status = stat()
        guard stat(folder.path(name), &status) == 0 else {
            throw TestSupportError("\(name): no such file")
        }
        return Int64(status.st_size)
    }

    /// Waits until a process has opened a file in the folder for its output, which may have no name.
    func waitForOutput(of process: RunningCommand) async throws {
        let open = "/proc/\(process.processID)/fd"
        try await Self.wait(for: "an output of process \(process.processID)") {
            let files = FileManager.default
            let descriptors = (try? files.contentsOfDirectory(atPath: open)) ?? []
            return descriptors.contains { descriptor in
                let path = try? files.destinationOfSymbolicLink(atPath: "\(open)/\(descriptor)")
                guard path?.hasPrefix(folder.path + "/") ?? false else { return false }
                return Self.isForWriting(descriptor, of: process.processID)
            }
        }
    }

    /// Whether a process has a descriptor open for writing, proc(5): its inputs are none of its outputs.
    private static func isForWriting(_ descriptor: String, of process: pid_t) -> Bool {
        let path = "/proc/\(process)/fdinfo/\(descriptor)"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("flags:") }),
            let flags = line.split(whereSeparator: \.isWhitespace).last.flatMap({
                Int32($0, radix: 8)
            })
        else { return false }
        return flags & O_ACCMODE != O_RDONLY
    }

    /// Waits until a process is in a state, such as `T` for stopped, proc(5).
    func waitForState(_ state: Character, of process: RunningCommand) async throws {
        try await Self.wait(for: "state \(state) of process \(process.processID)") {
            let path = "/proc/\(process.processID)/stat"
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                return false
            }
            return text.split(separator: ") ").last?.first == state
        }
    }

    /// Looks every 5 ms, for at most 20 s.
    private static func wait(for what: String, _ isThere: () -> Bool) async throws {
        for _ in 0..<4_000 {
            if isThere() { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw TestSupportError("waited in vain for \(what)")
    }
}
