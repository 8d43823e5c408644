import Platform
import SamplerHost

/// Inputs that belong to another command, or to another option of the same one.
package enum MixedUpInput {
    /// Refuses SoundFonts among MIDI files, FluidSynth's order of arguments.
    ///
    /// - Parameters:
    ///   - files: The arguments.
    ///   - command: A command that has `--sf2`.
    /// - Throws: Status 64 with the command line that was meant.
    package static func checkFonts(among files: [String], command: String) throws(CommandFailure) {
        let fonts = files.filter(isFont)
        guard let first = fonts.first else { return }
        let others = files.filter { !fonts.contains($0) }.prefix(3).map(ShellWord.quoted)
        let shown = others.isEmpty ? ["FILE"] : Array(others)
        let options = fonts.map { " --sf2 \(ShellWord.quoted($0))" }.joined()
        throw CommandFailure(
            .usage,
            "\(first): is a SoundFont, which --sf2 takes: "
                + "seqd \(command) \(shown.joined(separator: " "))\(options)"
        )
    }

    /// Refuses an output among the inputs: the last file, of a kind that the command does not read.
    ///
    /// - Parameters:
    ///   - files: The arguments.
    ///   - command: A command that reads MIDI files.
    /// - Throws: Status 64 with the command line that was meant.
    package static func checkOutput(among files: [String], command: String) throws(CommandFailure) {
        guard files.count > 1, let last = files.last else { return }
        let category = FileCategory(extensionOf: last)
        let isOutput =
            switch category {
            case .sound, .picture: true
            // One that exists may be an input by mistake.
            case .text, .records: FileStatus(last) == nil
            // In this folder it would be converted to itself.
            case .midi, .midi2Clip:
                command == "convert"
                    && (FileStatus(last) == nil || files.count == 2 && !last.contains("/"))
            case .soundFont, .playlist, .gameMusic, .waveform: false
            case nil: ForeignSound.isNamed(by: last)
            }
        let meant =
            category.map {
                OutputName.instead(of: command, input: files[0], output: last, $0)
            } ?? OutputName.foreignSound(from: files[0], to: last)
        guard isOutput, let meant else { return }
        let fault =
            category == .midi && FileStatus(last) != nil
            ? "without -o it is another input" : "is not an input"
        throw CommandFailure(.usage, "\(last): \(fault); to write it: \(meant)")
    }

    /// Refuses sound files in the place of MIDI files.
    ///
    /// - Parameter files: The arguments of a command that reads MIDI files and writes sound files.
    /// - Throws: Status 65 with the first of them.
    package static func checkSounds(among files: [String]) throws(CommandFailure) {
        guard let sound = files.first(where: { FileCategory(contentOf: $0) == .sound }) else {
            return
        }
        throw CommandFailure(
            .data,
            "\(sound): is a sound file, expected a MIDI file; ffmpeg converts sound files"
        )
    }

    private static func isFont(_ path: String) -> Bool {
        switch FileCategory(contentOf: path) {
        case .soundFont: true
        // The content is unknown, or the file is missing.
        case nil: FileCategory(extensionOf: path) == .soundFont
        default: false
        }
    }

    /// The remedy for a file that is not a MIDI file; `nil` for an unknown one.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: Its content.
    /// - Returns: The end of the message.
    package static func hint(for path: String, holding bytes: [UInt8]) -> String? {
        guard path != "-" else { return nil }
        let file = ShellWord.quoted(path)
        switch FileCategory(signature: bytes) ?? FileCategory(extensionOf: path) {
        case .soundFont?: return "seqd presets \(file) lists its presets"
        case .text?, .records?:
            let output = ShellWord.quoted(OutputPaths.Input(path).name + ".mid")
            return "seqd assemble \(file) -o \(output) converts a dump to a MIDI file"
        case .playlist?: return "seqd play and seqd render accept playlists"
        case .midi?, .gameMusic?, .midi2Clip?, .sound?, .picture?, .waveform?, nil: return nil
        }
    }

    /// Refuses a MIDI file in the place of another kind of file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - expected: The expected kind of file.
    ///   - remedy: The right command.
    /// - Throws: Status 64.
    package static func refuseMIDI(
        _ path: String,
        expected: String,
        _ remedy: String
    ) throws(CommandFailure) {
        let category = FileCategory(contentOf: path)
        guard let category, category.isMusic else { return }
        throw CommandFailure(
            .usage,
            "\(path): is \(category.description), expected \(expected); \(remedy)"
        )
    }
}
