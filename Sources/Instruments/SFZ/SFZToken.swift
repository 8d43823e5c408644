/// A part of an SFZ file.
enum SFZToken {
    /// `<name>`.
    case header(String, InstrumentPosition)
    /// `name=value`.
    case opcode(String, String, InstrumentPosition)
}
