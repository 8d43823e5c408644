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

    /// The cents of a frequency above 1 Hz, for frequencies above 0.
    public static func cents(hertz: Double) -> Double { 1_200 * Units.log2(hertz) }

    /// 128 values through points, as `<curve>` and `amp_velcurve_N` have them: 0 at first and 1 at
    /// last where these are not given.
    public static func curve(through points: [Int: Double]) -> [Double] {
        SFZCurve(through: points).points
    }
}
