import Glibc

/// Messages on standard error.
enum Report {
    /// Writes a message.
    static func note(_ text: String) { write(text) }

    /// Writes a warning.
    static func warning(_ text: String) { write("warning: \(text)") }

    /// Ends the process for a reason.
    static func fail(_ status: CInt, _ text: String) -> Never {
        write(text)
        exit(status)
    }

    private static func write(_ text: String) {
        let bytes = Array("seqd: \(text)\n".utf8)
        _ = unsafe Glibc.write(2, bytes, bytes.count)
    }
}
