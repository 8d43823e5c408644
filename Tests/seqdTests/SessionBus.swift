import Foundation
import Glibc
import TestSupport

/// A session bus of its own for a test, with `playerctl` and the tools of D-Bus on it.
final class SessionBus: Sendable {
    private let folder: TemporaryDirectory
    private let process: RunningCommand
    /// The address for clients.
    let address: String

    /// Starts a bus and waits until it answers.
    init() async throws {
        let folder = try TemporaryDirectory()
        self.folder = folder
        address = "unix:path=\(folder.path("bus"))"
        process = try RunningCommand(
            "/usr/bin/dbus-daemon",
            ["--session", "--nofork", "--nopidfile", "--address=\(address)"],
            timeout: .seconds(300)
        )
        while try await names().isEmpty {
            guard !process.isFinished else {
                throw TestSupportError("no session bus: \(process.errorText)")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    deinit { process.send(signal: SIGKILL) }

    /// The environment in which programs find it.
    var environment: [String: String?] { ["DBUS_SESSION_BUS_ADDRESS": address] }

    /// Sends the bus a signal.
    func send(signal: Int32) { process.send(signal: signal) }

    /// Ends the bus.
    func end() async {
        process.send(signal: SIGKILL)
        _ = await process.finished()
    }

    /// Runs a program on the bus.
    func run(_ program: String, _ arguments: [String]) async throws -> CommandRun {
        try await CommandRun.run(
            "/usr/bin/\(program)",
            arguments,
            environment: environment,
            timeout: .seconds(30)
        )
    }

    /// Runs `playerctl` for a player.
    ///
    /// - Returns: What it prints, without the last line feed, on either output.
    func playerctl(_ arguments: String..., player: String = "seqd") async throws -> String {
        let run = try await run("playerctl", ["--player", player] + arguments)
        return (run.outputText + run.errorText).trimmingCharacters(in: .newlines)
    }

    /// The names of players on the bus, without the part that all share.
    func players() async throws -> [String] {
        let prefix = "org.mpris.MediaPlayer2."
        return try await names().filter { $0.hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count)) }.sorted()
    }

    private func names() async throws -> [String] {
        let run = try await run(
            "dbus-send",
            [
                "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus",
                "/org/freedesktop/DBus", "org.freedesktop.DBus.ListNames",
            ]
        )
        return run.outputText.split(whereSeparator: { " \n[]".contains($0) }).map(String.init)
    }

    /// Calls a method of a player's object.
    ///
    /// - Returns: The reply as `dbus-send` prints it, or the name of the error.
    func call(
        _ method: String,
        _ arguments: String...,
        at path: String = "/org/mpris/MediaPlayer2",
        player: String = "seqd"
    ) async throws -> String {
        let run = try await run(
            "dbus-send",
            [
                "--session", "--print-reply=literal", "--reply-timeout=20000",
                "--dest=org.mpris.MediaPlayer2.\(player)", path, method,
            ] + arguments
        )
        guard run.status != .exited(0) else {
            return run.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return run.errorText.split(separator: " ").first { $0.hasSuffix(":") && $0 != "Error" }
            .map { String($0.dropLast()) } ?? run.errorText
    }

    /// Records the signals of players from now on.
    func monitor() async throws -> SignalMonitor { try await SignalMonitor(on: self) }

    /// Waits for something, and gives a failure that names it.
    static func wait(
        for what: String,
        _ isThere: () async throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while try await !isThere() {
            guard ContinuousClock.now < end else {
                throw TestSupportError("waited in vain for \(what)")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

/// The signals that players emit, as `dbus-monitor` prints them.
final class SignalMonitor: Sendable {
    private let process: RunningCommand

    fileprivate init(on bus: SessionBus) async throws {
        process = try RunningCommand(
            "/usr/bin/dbus-monitor",
            ["--session", "type='signal',path='/org/mpris/MediaPlayer2'"],
            environment: bus.environment,
            timeout: .seconds(120)
        )
        // It tells of its own name when it begins.
        try await SessionBus.wait(for: "dbus-monitor") { !process.output.isEmpty }
    }

    deinit { process.send(signal: SIGKILL) }

    /// The signals so far: each with its name and its values, in one line.
    var signals: [String] {
        let text = String(decoding: process.output, as: UTF8.self)
        return text.components(separatedBy: "signal time=").dropFirst()
            .filter { $0.contains("path=/org/mpris/MediaPlayer2") }
            .map { signal in
                let member = signal.components(separatedBy: "member=").last ?? ""
                return member.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
    }

    /// Waits for a signal that has all of some texts.
    func wait(for texts: String...) async throws {
        try await SessionBus.wait(for: "\(texts) among \(signals)") {
            signals.contains { signal in texts.allSatisfy(signal.contains) }
        }
    }
}
