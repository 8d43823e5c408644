import CommandSupport
import ControlProtocol
import Glibc
import Platform
import SeqdClient

/// A tap of a daemon that is read through a named pipe.
///
/// Only this user can read the pipe. It is removed as soon as the daemon writes to it, and the tap
/// is ended with the scope.
///
/// Main thread.
final class ScopeTap {
    /// The name of the strip; `master` for the whole mix.
    let strip: String
    /// Frames per second.
    let rate: Int

    private let connection: DaemonConnection
    private let pipe: SoundPipe
    private let number: Int
    private var hasEnded = false
    /// The bytes of a frame that is not complete yet.
    private var rest: [UInt8] = []

    /// The longest time to wait for the daemon.
    private static let timeout = Duration.seconds(10)
    private static let frameBytes = 2 * MemoryLayout<Float>.size

    /// Connects to a daemon and makes a tap.
    ///
    /// - Parameters:
    ///   - strip: The name of the strip, or `master`.
    ///   - socket: The path of the daemon's socket; `nil` for the default.
    ///   - name: The daemon's name.
    ///   - folder: The folder of the pipe; `nil` for the default.
    /// - Throws: Status 69 without a daemon, 73 for a folder in which no pipe can be made, 77 without
    ///   the role, the status of what else the daemon refuses.
    init(
        of strip: String,
        socket: String?,
        name: String,
        folder: String?
    ) throws(CommandFailure) {
        self.strip = strip
        let connection = try CommandFailure.catching { () throws(RequestError) in
            try DaemonConnection(socket: socket, name: name, timeout: Self.timeout)
        }
        let pipe = try SoundPipe(in: folder, isPrivate: connection.isOwnUser)
        (rate, number) = try CommandFailure.catching { () throws(RequestError) in
            let rate = min(max(try connection.ask(Command.Status()).rate, 8_000), 96_000)
            var tap = Command.Tap(strip, to: pipe.path)
            (tap.type, tap.format, tap.rate) = (.raw, .float, rate)
            return (rate, try Self.ask(tap, connection))
        }
        (self.connection, self.pipe) = (connection, pipe)
    }

    deinit {
        end()
    }

    private static func ask(
        _ tap: Command.Tap,
        _ connection: DaemonConnection
    ) throws(RequestError) -> Int {
        do throws(RequestError) {
            return try connection.ask(tap)
        } catch {
            let isPath = error.message.contains(tap.target)
            guard isPath else { throw error }
            throw RequestError(
                number: error.number,
                "\(error.message); --pipe-folder names another folder"
            )
        }
    }

    /// The samples that arrived since the last call, without waiting.
    ///
    /// - Returns: The interleaved samples of whole stereo frames.
    /// - Throws: Status 69 when the daemon or the tap has ended, 74 for a pipe that cannot be read.
    func read() throws(CommandFailure) -> [Float] {
        var bytes = rest
        let isOpen = try pipe.read(into: &bytes)
        let whole = bytes.count / Self.frameBytes * Self.frameBytes
        rest = Array(bytes[whole...])
        guard isOpen || whole > 0 else { throw ending }
        return stride(from: 0, to: whole, by: 4).map { index in
            Float(
                bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << (8 * UInt32($1)) }
            )
        }
    }

    /// The reason why the daemon has closed the pipe.
    private var ending: CommandFailure {
        let entries = try? connection.ask(Command.Taps())
        hasEnded = true
        guard let entries else {
            return CommandFailure(.unavailable, "scope: the daemon has ended")
        }
        let failure = entries.first { $0.tap == number }?.failure?.message
        return CommandFailure(
            .unavailable,
            "scope: the daemon has ended tap \(number)\(failure.map { ": \($0)" } ?? "")"
        )
    }

    /// Ends the tap, and removes the pipe.
    func end() {
        pipe.remove()
        guard !hasEnded else { return }
        hasEnded = true
        // A full pipe would make the daemon wait.
        var bytes: [UInt8] = []
        _ = try? pipe.read(into: &bytes)
        _ = try? connection.ask(Command.Untap(number))
    }
}
