/// The faults for which a text could not be made into a MIDI file.
public struct AssemblyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of faults that are reported; reading stops after these.
    public static let limit = 20

    /// The faults, at least one and at most ``limit``, in the order of their lines.
    public var faults: [TextFault]

    /// Makes an error.
    public init(faults: [TextFault]) {
        self.faults = faults
    }

    /// The faults, a line each.
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}
