/// A word of a shell command in a message.
package enum ShellWord {
    /// The word, in quotes if the shell would change it.
    package static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.unicodeScalars.allSatisfy { scalar in
                scalar.value > 0x7F || scalar.properties.isAlphabetic
                    || ("0"..."9").contains(scalar) || "+,-./:=@_%".unicodeScalars.contains(scalar)
            }
        return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }
}
