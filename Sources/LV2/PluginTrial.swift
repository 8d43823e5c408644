import Glibc
import Platform
import Synchronization

/// The trial of a plugin in a process of its own, before this process loads its code.
///
/// A plugin that crashes then ends the other process. Each preset is tried once; results hold for the
/// life of this process, until the plugin's files change. A plugin that took too long is tried again.
public struct PluginTrial: Hashable, Sendable {
    /// The program and its first arguments; `--try WORD` for each word of the settings and
    /// `--rate HZ` follow.
    ///
    /// It has to do what `seqd plugins --try` does.
    public var command: [String]
    /// The seconds after which the plugin counts as hanging.
    public var limit: Double

    /// Makes a trial.
    public init(command: [String], limit: Double = 10) {
        (self.command, self.limit) = (command, limit)
    }

    /// The trial by seqd: this program if it is seqd, else one beside it, else one in `PATH`.
    public static var standard: PluginTrial? {
        let own = ownPath ?? ""
        // A program that was replaced since it was started still runs as /proc/self/exe.
        if fileName(own) == program { return PluginTrial(command: [link, "plugins"]) }
        let beside = own.dropLast(fileName(own).count) + program
        let isBeside = unsafe access(String(beside).systemPath, X_OK) == 0
        return PluginTrial(command: [isBeside ? String(beside) : program, "plugins"])
    }

    private static let program = "seqd"
    private static let link = "/proc/self/exe"

    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The path that this process was started from.
    private static var ownPath: String? {
        let room = 4_096
        let target = unsafe withUnsafeTemporaryAllocation(
            of: CChar.self,
            capacity: room + 1
        ) { buffer -> String? in
            guard let address = buffer.baseAddress else { return nil }
            let count = unsafe readlink(link, address, room)
            guard count > 0 else { return nil }
            unsafe buffer[count] = 0
            return unsafe String(systemPath: address)
        }
        guard let path = target else { return nil }
        let mark = " (deleted)"
        return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
    }

    /// The stages of a trial, as the words behind "while".
    enum Stage: String, CaseIterable {
        case instantiating = "it was instantiated"
        case restoring = "its state was restored"
        case starting = "it was started"
        case processing = "it processed sound"
        case freeing = "it was freed"
        case finished = "the process ended"
    }

    /// Begins the line of a stage on standard output.
    static let mark = "stage: "

    /// The key of a result.
    private struct Key: Hashable {
        var trial: PluginTrial
        var uri: String
        var version: String
        var preset: String?
        var rate: Int
    }

    /// The results: the failure, or `nil`.
    private static let results = Mutex<[Key: HostError?]>([:])

    /// The outcome of a trial.
    private struct Outcome {
        var failure: HostError?
        /// Whether it would be the same again.
        var isLasting = true
    }

    /// Tries a plugin, unless that has been done.
    ///
    /// - Throws: `unavailable` if the plugin failed, or cannot be tried.
    func run(
        _ settings: PluginSettings,
        _ resolved: ResolvedPlugin,
        rate: Int,
        library: PluginLibrary
    ) throws(HostError) {
        let key = Key(
            trial: self,
            uri: resolved.uri,
            version: resolved.version,
            preset: resolved.preset,
            rate: rate
        )
        let known = Self.results.withLock { $0[key] }
        if let known {
            if let known { throw known }
            return
        }
        var tried = settings
        tried.plugin = resolved.uri
        tried.preset = resolved.preset
        let paths = library.path.map { ["--path", $0] } ?? []
        let outcome = try outcome(
            // Apart, as a URI may have a comma.
            tried.words.flatMap { ["--try", $0] } + ["--rate", "\(rate)"] + paths,
            resolved
        )
        if outcome.isLasting { Self.results.withLock { $0[key] = .some(outcome.failure) } }
        if let failure = outcome.failure { throw failure }
    }

    /// Runs the other process to its end.
    ///
    /// - Throws: `unavailable` if it cannot be run.
    private func outcome(
        _ arguments: [String],
        _ resolved: ResolvedPlugin
    ) throws(HostError) -> Outcome {
        let name = resolved.name
        let input = try Self.file(for: name)
        let output = try Self.file(for: name)
        let errors = try Self.file(for: name)
        let process: ChildProcess
        do throws(ChildProcess.StartError) {
            process = try ChildProcess(
                command + arguments,
                streams: .descriptors(
                    input: input.descriptor,
                    output: output.descriptor,
                    error: errors.descriptor
                ),
                leadsGroup: true
            )
        } catch {
            let reason = "the plugin cannot be tried: \(command.first ?? ""): \(error)"
            throw HostError(.unavailable, name, reason)
        }
        return Self.outcome(
            process.wait(atMost: Int64(limit * 1e9)),
            name,
            stage: Self.lastLine(of: output, after: Self.mark).flatMap(Stage.init),
            message: Self.lastLine(of: errors, after: "\(Self.program): "),
            limit: limit
        )
    }

    /// Makes a file for what a process reads or writes: neither waits for the other.
    private static func file(for name: String) throws(HostError) -> UnnamedFile {
        do throws(UnnamedFile.Failure) {
            return try UnnamedFile()
        } catch {
            let reason = "the plugin cannot be tried: no file in \(UnnamedFile.folder): \(error)"
            throw HostError(.unavailable, name, reason)
        }
    }

    private static func outcome(
        _ end: ChildProcess.End?,
        _ name: String,
        stage: Stage?,
        message: String?,
        limit: Double
    ) -> Outcome {
        let time = "while \((stage ?? .instantiating).rawValue)"
        func failure(_ reason: String) -> HostError { HostError(.unavailable, name, reason) }
        switch end {
        case nil:
            let seconds = limit == limit.rounded() ? "\(Int(limit))" : "\(limit)"
            return Outcome(
                failure: failure(
                    "the plugin hung \(time): its trial timed out after \(seconds) s"
                )
            )
        case .signalled(let signal)?:
            let words = unsafe strsignal(signal).map { unsafe String(cString: $0) } ?? ""
            let cause = "signal \(signal) (\(words.lowercased()))"
            return Outcome(
                failure: failure("the plugin's trial was ended by \(cause) \(time)"),
                // Somebody else, or a lack of memory, has ended it.
                isLasting: signal != SIGKILL && signal != SIGTERM
            )
        case .exited(0)? where stage == .finished: return Outcome()
        case .exited(let status)?:
            guard let message else {
                return Outcome(
                    failure: failure("the plugin's trial exited with status \(status) \(time)")
                )
            }
            let prefix = "\(name): "
            let reason = message.hasPrefix(prefix) ? message.dropFirst(prefix.count) : message[...]
            return Outcome(failure: failure(String(reason)))
        }
    }

    /// The most bytes that are read of what a process wrote: a plugin may write a lot.
    private static let mostBytes = 65_536

    /// The rest of the last line that begins with a word.
    private static func lastLine(of file: borrowing UnnamedFile, after word: String) -> String? {
        let size = lseek(file.descriptor, 0, SEEK_END)
        let start = max(size - mostBytes, 0)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: mostBytes) { buffer, count in
            count = unsafe max(pread(file.descriptor, buffer.baseAddress, buffer.count, start), 0)
        }
        return bytes.split(separator: 0x0A)
            .last { $0.starts(with: word.utf8) }
            .map { String(decoding: $0.dropFirst(word.utf8.count), as: UTF8.self) }
    }
}
