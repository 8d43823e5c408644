/// Inputs that are for another command, or for another option of the same one.
enum MixedUpInput {
    /// Refuses SoundFonts among MIDI files, FluidSynth's order of arguments.
    ///
    /// - Parameters:
    ///   - files: The arguments.
    ///   - command: A command that has `--sf2`.
    /// - Throws: Status 64 with the command line that was meant.
    static func checkFonts(among files: [String], command: String) throws(CommandFailure) {
        let fonts = files.filter(isFont)
        guard let first = fonts.first else { return }
        let songs = files.filter { !fonts.contains($0) }.prefix(3).map(ShellWord.quoted)
        let shown = songs.isEmpty ? ["FILE"] : Array(songs)
        let options = fonts.map { " --sf2 \(ShellWord.quoted($0))" }.joined()
        throw CommandFailure(
            .usage,
            "\(first): is a SoundFont, which --sf2 takes: "
                + "seqd \(command) \(shown.joined(separator: " "))\(options)"
        )
    }

    private static func isFont(_ path: String) -> Bool {
        switch FileCategory(contentOf: path) {
        case .soundFont: true
        // Nothing is known of the content, or nothing is there.
        case nil: FileCategory(extensionOf: path) == .soundFont
        default: false
        }
    }

    /// The command that takes what is no MIDI file; `nil` where nothing is known of it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: Its content.
    /// - Returns: What a message says after the fault.
    static func hint(for path: String, holding bytes: [UInt8]) -> String? {
        guard path != "-" else { return nil }
        let file = ShellWord.quoted(path)
        switch FileCategory(signature: bytes) ?? FileCategory(extensionOf: path) {
        case .soundFont?: return "seqd presets \(file) lists its presets"
        case .text?, .records?:
            let song = ShellWord.quoted(OutputPaths.Input(path).name + ".mid")
            return "seqd assemble \(file) -o \(song) converts a dump to a MIDI file"
        case .playlist?: return "seqd play and seqd render accept playlists"
        case .midi?, .sound?, .picture?, nil: return nil
        }
    }

    /// Refuses a MIDI file where something else is expected.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - expected: What was expected.
    ///   - remedy: The command that was meant.
    /// - Throws: Status 64.
    static func refuseMIDI(
        _ path: String,
        expected: String,
        _ remedy: String
    ) throws(CommandFailure) {
        guard FileCategory(contentOf: path) == .midi else { return }
        throw CommandFailure(.usage, "\(path): is a MIDI file, expected \(expected); \(remedy)")
    }
}
