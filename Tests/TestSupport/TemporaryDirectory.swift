import Foundation

/// A new, empty directory that is removed with all it contains when the last reference goes.
public final class TemporaryDirectory: Sendable {
    /// The directory's absolute path, without a final slash.
    public let path: String

    /// Makes a directory with a unique name below `$TMPDIR` (`/tmp` if unset).
    public init() throws {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        // Not Foundation's UUID: made by several threads at once for the first time, one of them closes
        // a descriptor that is another's file by then.
        let name = String(UInt64.random(in: .min ... .max), radix: 36)
        path = URL(fileURLWithPath: parent).appendingPathComponent("seqd-test-\(name)").path
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
    }

    deinit {
        // Nothing to tell anyone: a directory that a test has removed itself is as good.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The absolute path of a file in here, existing or not.
    public func path(_ name: String) -> String {
        path + "/" + name
    }

    /// Writes a file in here and returns its absolute path.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        let destination = path(name)
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: destination).deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: URL(fileURLWithPath: destination))
        return destination
    }

    /// Writes a text file (UTF-8) in here and returns its absolute path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// The bytes of a file in here.
    public func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    /// The names of what is in here, sorted; for tests that nothing was left behind.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// The names of what is in a folder in here, sorted.
    public func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    }
}

/// Runs `body` with a new temporary directory that is removed afterwards, whatever happens.
public func withTemporaryDirectory<Result>(
    _ body: (TemporaryDirectory) throws -> Result
) throws -> Result {
    let directory = try TemporaryDirectory()
    return try withExtendedLifetime(directory) { try body(directory) }
}

/// Runs `body` with a new temporary directory that is removed afterwards, whatever happens.
public func withTemporaryDirectory<Result: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (TemporaryDirectory) async throws -> Result
) async throws -> Result {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    return try await body(directory)
}
