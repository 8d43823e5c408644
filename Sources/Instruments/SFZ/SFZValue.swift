/// Reads the values of opcodes.
public enum SFZValue {
    /// A number at the start of a text, which a unit may follow, such as `100ms`; `nil` for others.
    public static func number(_ text: String) -> Double? {
        SFZOpcodeReader.number(text, isKey: false)
    }

    /// A key, by its number or its name; `nil` for others.
    public static func key(_ text: String) -> Double? {
        SFZOpcodeReader.number(text, isKey: true)
    }
}
