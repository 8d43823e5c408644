import Glibc
import PianoRoll
import Platform
import Playback
import Wording

/// Turns a picture into PNG by librsvg's command `rsvg-convert`, which runs beside us.
enum PictureConverter {
    private static let command = "rsvg-convert"
    private static let package = "librsvg2-bin"
    /// Cairo, which draws it, takes no more than 32,767 pixels a side.
    private static let greatestSide = 32_000.0
    /// Four bytes of memory each.
    private static let mostPixels = 64_000_000.0

    /// Writes a picture as PNG.
    ///
    /// One that is too large is made smaller, which is said on stderr.
    ///
    /// - Parameters:
    ///   - roll: The picture.
    ///   - output: The open file to write to.
    ///   - path: What messages call it.
    /// - Throws: Status 69 where the command is missing, 74 where it fails.
    static func writePNG(
        of roll: PianoRollPicture,
        to output: Int32,
        path: String
    ) throws(CommandFailure) {
        let scale = min(
            1,
            min(greatestSide / roll.width, greatestSide / roll.height),
            (mostPixels / (roll.width * roll.height)).squareRoot()
        )
        let width = max(Int(roll.width * scale), 1)
        let height = max(Int(roll.height * scale), 1)
        // Files without names instead of pipes: nobody waits for anybody.
        let input = try CommandFailure.catching { () throws(PlaybackError) in
            let input = try ScratchFile(path)
            try input.write(roll.svg[...])
            return input
        }
        let errors = try CommandFailure.catching { () throws(PlaybackError) in
            try ScratchFile(path)
        }
        let status = try run(
            [
                command, "--format=png", "--unlimited", "--width=\(width)", "--height=\(height)",
            ],
            streams: [input.descriptor, output, errors.descriptor]
        )
        guard status == 0 else {
            let words = errors.firstLine
            throw CommandFailure(
                .io,
                "\(path): \(command) failed\(words.isEmpty ? "" : ": \(words)")"
            )
        }
        guard scale < 1 else { return }
        Console.report(
            "\(path): scaled to \(width) × \(height) pixels "
                + "(\(NumberText.decimal((scale * 1000).rounded() / 10)) %), the largest PNG "
                + "possible; .svg keeps the full size"
        )
    }

    /// Runs a command to its end with these descriptors as standard input, output and error.
    ///
    /// - Returns: What it exited with; 128 and a signal's number where that ended it.
    private static func run(
        _ arguments: [String],
        streams: [Int32]
    ) throws(CommandFailure) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in streams.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What is ignored here is not to be ignored there.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        sigaddset(&signals, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let error = posix_spawnp(&process, arguments[0], &actions, &attributes, words, environ)
        guard error == 0 else {
            throw CommandFailure(
                .unavailable,
                error == ENOENT
                    ? "\(command): not found, but needed for PNG; install the package "
                        + "\(package), or draw to .svg"
                    : "\(command): \(SystemError.text(error))"
            )
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else {
                throw CommandFailure(.internal, "\(command): cannot wait for the process")
            }
        }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
