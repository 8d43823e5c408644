/// A position in one of the files that describe an instrument.
public struct InstrumentPosition: Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named.
    public var file: String
    /// The position within the file; `nil` for the file as a whole.
    public var place: Place?

    /// A position within a file.
    public enum Place: Hashable, Sendable {
        /// A line, from 1.
        case line(Int)
        /// A byte, from 0.
        case byte(Int)
    }

    /// Makes a position.
    public init(file: String, place: Place? = nil) {
        self.file = file
        self.place = place
    }

    /// File and position: `piano.sfz: line 3`, `bank.dls: byte 0x1A2`.
    public var description: String {
        switch place {
        case .line(let line)?: "\(file): line \(line)"
        case .byte(let byte)?: "\(file): byte 0x" + String(byte, radix: 16, uppercase: true)
        case nil: file
        }
    }
}
