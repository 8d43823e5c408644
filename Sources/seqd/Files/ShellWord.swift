/// A word as a shell reads it, for commands in messages.
enum ShellWord {
    /// The word, in quotes where the shell would read something else.
    static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.unicodeScalars.allSatisfy { scalar in
                scalar.value > 0x7F || scalar.properties.isAlphabetic
                    || ("0"..."9").contains(scalar) || "+,-./:=@_%".unicodeScalars.contains(scalar)
            }
        return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }
}
