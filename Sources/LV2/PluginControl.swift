/// A control of a plugin.
public struct PluginControl: Hashable, Sendable {
    /// A value that has a name.
    public struct Point: Hashable, Sendable {
        /// The name.
        public var label: String
        /// The value.
        public var value: Float
    }

    /// The index among the plugin's ports.
    public var index: Int
    /// The identifier, which settings are written with.
    public var symbol: String
    /// The name for people.
    public var name: String
    /// The value that it has at first.
    public var usual: Float
    /// The lowest value; `nil` if none is declared.
    public var minimum: Float?
    /// The highest value; `nil` if none is declared.
    public var maximum: Float?
    /// The unit, such as `dB`; empty for none.
    public var unit: String
    /// The values that have names, in ascending order.
    public var points: [Point]
    /// Whether it is a switch: 0 is off, anything above is on.
    public var isToggled: Bool
    /// Whether it has whole numbers only.
    public var isInteger: Bool
    /// Whether it has no values but its points.
    public var isEnumeration: Bool
    /// Whether its range and ``usual`` are multiples of the sample rate.
    public var isRelative: Bool
}
