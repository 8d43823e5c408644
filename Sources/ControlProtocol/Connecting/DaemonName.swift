import Wording

/// The name of a daemon, which its socket's folder and its ALSA sequencer client share.
public enum DaemonName {
    /// The default name.
    public static let `default` = "seqd"

    /// Refuses a name that one of the two cannot have.
    ///
    /// ALSA's programs take a name that begins with a digit for a number, and the text behind a colon
    /// for a port. The kernel keeps 63 bytes.
    ///
    /// - Throws: 64.
    package static func check(_ name: String) throws(RequestError) {
        let isPlain = name.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
        }
        guard isPlain, name.first?.isLetter ?? false, name.utf8.count <= 63 else {
            throw RequestError(
                .usage,
                "--name: expected up to 63 letters, digits, '-', '_' and '.', starting with a "
                    + "letter, not '\(name.printable)'"
            )
        }
    }
}
