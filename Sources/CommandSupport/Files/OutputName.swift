import Glibc
import Platform
import Playback
import SamplerHost
import TerminalUI

/// The check of an output name, the same for all commands that write files.
package enum OutputName {
    /// Checks a name that the user has given.
    ///
    /// - Parameters:
    ///   - output: A file, or `-` for standard output.
    ///   - category: The kind of file that is written.
    ///   - inputs: The files that are read.
    ///   - command: The command that writes.
    ///   - isReadable: Whether a terminal may get it although it is no text of `seqd dump`.
    /// - Throws: Status 64 for a name that means nothing, an input, a terminal that would get bytes, and
    ///   an extension that stands for something else than what is written.
    package static func check(
        _ output: String,
        for category: FileCategory,
        inputs: [String],
        command: String,
        isReadable: Bool = false
    ) throws(CommandFailure) {
        guard !output.isEmpty else { throw CommandFailure(.usage, "-o needs a name") }
        if let ending = [".gz", ".midz"].first(where: output.lowercased().hasSuffix) {
            throw CommandFailure(
                .usage,
                "\(output): the output is not compressed; leave out \(ending), or pipe -o - to gzip"
            )
        }
        if !isText(category), !isReadable, isTerminal(output) {
            let name = output == "-" ? "standard output" : output
            throw CommandFailure(
                .usage,
                "\(name) is a terminal: \(category.description) needs -o FILE or a pipe"
            )
        }
        // The output might lack a part of the input that it replaces.
        if let identity = RegularFile.identity(of: output),
            inputs.contains(where: { RegularFile.identity(of: $0) == identity })
        {
            throw CommandFailure(.usage, "\(output): is also the input")
        }
        try checkExtension(of: output, for: category, input: inputs.first ?? "-", command: command)
    }

    /// Whether an output is a terminal; `-` is standard output.
    package static func isTerminal(_ output: String) -> Bool {
        guard output != "-" else { return Terminal.isTerminal(STDOUT_FILENO) }
        guard FileStatus(output)?.kind == .characterDevice else { return false }
        let descriptor = unsafe open(
            output.systemPath,
            O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        )
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return Terminal.isTerminal(descriptor)
    }

    // MARK: Extensions

    /// Refuses an extension that stands for something else than what is written.
    private static func checkExtension(
        of output: String,
        for category: FileCategory,
        input: String,
        command: String
    ) throws(CommandFailure) {
        guard output != "-", let named = FileCategory(extensionOf: output),
            named != category, !isText(named) || !isText(category)
        else { return }
        let remedy =
            instead(of: command, input: input, output: output, named)
            .map { "to write \(named.description): \($0)" }
            ?? otherwise(named, category)
        throw CommandFailure(
            .usage,
            "\(output): the extension is for \(named.description), but seqd \(command) writes "
                + "\(category.description); \(remedy)"
        )
    }

    /// Records are text.
    private static func isText(_ category: FileCategory) -> Bool {
        category == .text || category == .records
    }

    /// The end of the message where no command makes it of the input.
    private static func otherwise(_ named: FileCategory, _ category: FileCategory) -> String {
        if category == .waveform { return "expected .dat or .json" }
        return switch named {
        case .playlist: "seqd does not write playlists"
        case .soundFont: "seqd font make, convert and subset write SoundFonts"
        case .gameMusic: "seqd reads it and writes MIDI files, expected .mid"
        case .midi, .midi2Clip, .text, .records, .sound, .picture, .waveform: "expected .sf2"
        }
    }

    /// The command that has ffmpeg write a sound file.
    package static func foreignSound(from input: String, to output: String) -> String {
        "seqd render \(ShellWord.quoted(input)) -o - | ffmpeg -i - \(ShellWord.quoted(output))"
    }

    /// The command that writes what an output's name stands for; `nil` where none does.
    package static func instead(
        of command: String,
        input: String,
        output: String,
        _ named: FileCategory
    ) -> String? {
        let (source, target) = (ShellWord.quoted(input), ShellWord.quoted(output))
        // These do not read MIDI files.
        if command == "font convert", named == .sound {
            return "seqd font extract \(source) -o FOLDER/"
        }
        guard command != "font convert", command != "font make" else { return nil }
        if command == "peaks" {
            if output.lowercased().hasSuffix(".svg") {
                return "seqd peaks \(source) --svg \(target)"
            }
            // The others do not read sound files.
            guard named != .picture, FileCategory(extensionOf: input)?.isMusic ?? false else {
                return nil
            }
        }
        // Only a MIDI file can be read by the others; these make one first.
        let piped: String? =
            switch command {
            case "assemble": "seqd assemble \(source) -o - | "
            case "edit": "seqd edit \(source) -o - … | "
            case "record": "seqd record take.mid && "
            default: nil
            }
        let made = command == "record" ? "take.mid" : "-"
        let (start, file) = piped.map { ("\($0)seqd ", made) } ?? ("seqd ", source)
        switch named {
        case .midi, .midi2Clip: return "\(start)convert \(file) -o \(target)"
        case .text: return "\(start)dump \(file) -o \(target)"
        case .records: return "\(start)dump \(file) --csv -o \(target)"
        case .sound: return "\(start)render \(file) -o \(target)"
        case .picture: return "\(start)inspect \(file) --piano-roll \(target)"
        case .soundFont, .playlist, .gameMusic, .waveform: return nil
        }
    }
}
