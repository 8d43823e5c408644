package import CommandSupport
import Glibc
package import PianoRoll
import Platform
import Playback
import Wording

/// Turns a picture into PNG by librsvg's command `rsvg-convert`, which runs beside us.
package enum PictureConverter {
    private static let command = "rsvg-convert"
    private static let package = "librsvg2-bin"
    /// Cairo, which draws it, takes no more than 32,767 pixels per side.
    private static let greatestSide = 32_000.0
    /// Four bytes of memory each.
    private static let mostPixels = 64_000_000.0

    /// Writes a picture as PNG.
    ///
    /// One that is too large is scaled down, which is reported on stderr.
    ///
    /// - Parameters:
    ///   - roll: The picture.
    ///   - output: The open file to write to.
    ///   - path: The name in messages.
    /// - Throws: Status 69 if the command is missing, 74 if it fails.
    package static func writePNG(
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
        // Files without names instead of pipes: neither process waits for the other.
        let input = try unnamedFile(for: path)
        let errors = try unnamedFile(for: path)
        do throws(UnnamedFile.Failure) {
            try input.write(roll.svg[...])
        } catch {
            throw CommandFailure(.io, "\(path): \(error)")
        }
        let status = try run(
            ["--format=png", "--unlimited", "--width=\(width)", "--height=\(height)"],
            .descriptors(
                input: input.descriptor,
                output: output,
                error: errors.descriptor
            )
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

    /// Makes an unnamed file for the data of a picture.
    private static func unnamedFile(for path: String) throws(CommandFailure) -> UnnamedFile {
        do throws(UnnamedFile.Failure) {
            return try UnnamedFile()
        } catch {
            throw CommandFailure(
                .cannotCreate,
                "\(path): no temporary file in \(UnnamedFile.folder): \(error)"
            )
        }
    }

    /// Runs the command to its end.
    ///
    /// - Returns: Its exit status; 128 plus the number of the signal that ended it.
    private static func run(
        _ options: [String],
        _ streams: ChildProcess.Streams
    ) throws(CommandFailure) -> CInt {
        let process: ChildProcess
        do throws(ChildProcess.StartError) {
            process = try ChildProcess([command] + options, streams: streams)
        } catch {
            throw CommandFailure(
                .unavailable,
                error.number == ENOENT
                    ? "\(command): not found, but needed for PNG; install the package "
                        + "\(package), or draw to .svg"
                    : "\(command): \(error)"
            )
        }
        switch process.wait() {
        case .exited(let status)?: return status
        case .signalled(let signal)?: return 128 + signal
        case nil: throw CommandFailure(.internal, "\(command): cannot wait for the process")
        }
    }
}
