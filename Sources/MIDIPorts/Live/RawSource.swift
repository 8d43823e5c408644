public import Platform

/// A path that MIDI bytes are read from: a FIFO, a terminal or a MIDI device.
public struct RawSource: Hashable, Sendable {
    /// The path.
    public let path: String
    /// The input that it plays on, from 0.
    public let input: Int

    /// Reads a path as the user writes it; `2=` before it means the second input (and a path that
    /// begins so is written `./2=…`).
    ///
    /// - Parameters:
    ///   - text: The path.
    ///   - inputs: How many inputs there are.
    /// - Throws: `usage` for an empty path, for `-` and for an input that there is not.
    public init(parsing text: String, inputs: Int) throws(HostError) {
        let (input, path) = try PortPrefix.split(text, ports: inputs)
        guard !path.isEmpty else { throw HostError(.usage, "'\(text)'", "expected a path") }
        guard path != "-" else {
            throw HostError(
                .usage,
                "'\(text)'",
                "expected a path; for a pipe to standard input write /dev/stdin"
            )
        }
        self.path = path
        self.input = input ?? 0
    }
}
