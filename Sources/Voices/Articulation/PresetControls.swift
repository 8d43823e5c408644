/// The controllers, curves and key switches that the articulations of a preset share.
public struct PresetControls: Hashable, Sendable {
    /// Curves beyond the first seven, which are made by ``PresetControls/standardCurves``; each has 128
    /// values.
    public var curves: [[Float]] = PresetControls.standardCurves
    /// The values of controllers that no message has set, 0 … 1, by number; 0 where there is none.
    public var initialValues: [Int: Float] = [7: 100.0 / 127, 10: 0.5, 11: 1]
    /// The keys that switch and play nothing but regions for them; `nil` for none.
    public var switchKeys: ClosedRange<UInt8>?
    /// The key switch that counts as struck before any is; `nil` for none.
    public var switchDefault: UInt8?
    /// The most voices of a group, by group.
    public var polyphony: [Int32: UInt16] = [:]

    /// Makes controls without key switches.
    public init() {}

    /// The curves 0 … 6 of ARIA: x, 2x − 1, 1 − x, 1 − 2x, x², √x, √(1 − x).
    public static let standardCurves: [[Float]] = [
        curve { $0 }, curve { 2 * $0 - 1 }, curve { 1 - $0 }, curve { 1 - 2 * $0 },
        curve { $0 * $0 }, curve { $0.squareRoot() }, curve { (1 - $0).squareRoot() },
    ]

    private static func curve(_ function: (Float) -> Float) -> [Float] {
        (0...127).map { function(Float($0) / 127) }
    }
}
