import Wording

/// A daemon's name: that of its socket's folder and of its sequencer client.
enum DaemonName {
    /// The name where none is given.
    static let usual = "seqd"

    /// Refuses a name that one of the two cannot have.
    ///
    /// ALSA's programs take a name that begins with a digit for a number, and what follows a colon
    /// for a port. The kernel keeps 63 bytes.
    ///
    /// - Throws: Status 64.
    static func check(_ name: String) throws(CommandFailure) {
        let isPlain = name.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
        }
        guard isPlain, name.first?.isLetter ?? false, name.utf8.count <= 63 else {
            throw CommandFailure(
                .usage,
                "--name: expected up to 63 letters, digits, '-', '_' and '.', starting with a "
                    + "letter, not '\(name.printable)'"
            )
        }
    }
}
