import ArgumentParser
import CommandSupport
import SamplerHost

/// The candidates that a shell offers for the preset of `--program`: those of the SoundFont.
enum ProgramCompletion {
    /// Completes a word for a shell; silent even if something fails.
    ///
    /// - Parameters:
    ///   - words: The words of the command line, with their quotes.
    ///   - index: Which of them the cursor stands at.
    ///   - cursor: The text before the cursor, which is known from the words too.
    /// - Returns: One text for each candidate, as the shell's script reads it.
    @Sendable
    static func candidates(_ words: [String], _ index: Int, _ cursor: String) -> [String] {
        candidates(words, index, of: CompletionShell.requesting)
    }

    /// Completes a word for a certain shell.
    static func candidates(_ words: [String], _ index: Int, of shell: CompletionShell?) -> [String]
    {
        let line = ShellCompletion.line(words, index, shell)
        guard let equals = line.prefix.lastIndex(of: "=") else { return [] }
        let part = line.prefix[...equals]
        let text = ShellCompletion(shell: shell, kept: line.kept)
        return presets(font(in: line.words)).compactMap { preset in
            text.text(
                of: .init(word: part + preset.name, help: "\(preset.bank):\(preset.program)")
            )
        }
    }

    /// The first SoundFont that the words name, or the default one.
    private static func font(in words: [String]) -> SoundFontReference? {
        if let place = words.firstIndex(of: "--sf2"), words.indices.contains(place + 1) {
            return SoundFontReference(parsing: words[place + 1], exists: SoundFontSearch.exists)
        }
        return try? SoundFontSearch.defaultFont(environment: Environment["SEQD_SOUNDFONT"])
    }

    private static func presets(_ font: SoundFontReference?) -> [Preset] {
        font.flatMap { try? Preset.presets(ofFont: $0.path) } ?? []
    }
}
