package import CommandSupport
import Instruments
import Platform
package import Playback
import SMF

/// A RIFF file (RMID) that a command writes: music with its SoundFont.
package enum EmbeddingOutput {
    /// Whether a name stands for such a file.
    package static func isNamed(by output: String) -> Bool {
        output != "-" && FilePath.fileExtension(of: output) == "rmi"
    }

    /// Checks a name.
    ///
    /// - Parameters:
    ///   - output: A file, or `-`.
    ///   - inputs: The files that are read.
    ///   - command: The command, for messages.
    /// - Throws: Status 64 for a name that means nothing or something else, or an input.
    package static func check(
        _ output: String,
        inputs: [String],
        command: String
    ) throws(CommandFailure) {
        try OutputName.check(output, for: .midi, inputs: inputs, command: "font \(command)")
        guard output == "-" || isNamed(by: output) || FileCategory(extensionOf: output) == nil
        else {
            throw CommandFailure(
                .usage,
                "\(output): seqd font \(command) writes a RIFF file with a SoundFont; expected .rmi"
            )
        }
        guard FileStatus(output)?.kind != .folder else {
            throw CommandFailure(.usage, "\(output): is a folder, expected a file name")
        }
    }

    /// Writes a file, which appears when it is complete.
    ///
    /// - Parameters:
    ///   - piece: The music, of which everything was retained.
    ///   - font: The SoundFont.
    ///   - output: The file, or `-`.
    /// - Throws: Status 65 for music that cannot be written, 73 or 74 for the output.
    package static func write(
        _ piece: PieceFile,
        _ font: [UInt8],
        to output: String
    ) throws(CommandFailure) {
        let bytes: [UInt8]
        do throws(SMFWriteError) {
            bytes = try piece.file.riffBytes(soundFont: font)
        } catch {
            throw CommandFailure(.data, "\(piece.name): \(error)")
        }
        try DataDestination(output).write(bytes)
    }
}
