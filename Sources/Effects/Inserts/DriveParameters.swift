import Wording

/// The parameters of an overdrive.
public struct DriveParameters: Hashable, Sendable {
    /// The shapes of overdrive.
    public enum Curve: String, Hashable, Sendable, CaseIterable {
        /// Odd harmonics, more with each dB: x / √(1 + x²).
        case soft
        /// The same off its centre: even harmonics too.
        case tube
        /// Clipping at a limit that is rounded: 1.5 x − 0.5 x³.
        case hard
    }

    /// The shape.
    public var curve = Curve.soft
    /// The gain in front of the curve in dB, 0 … 48.
    public var drive = 12.0
    /// The cutoff in Hz of the low-pass behind it, 500 … 20,000.
    public var tone = 10_000.0
    /// The gain at the output in dB, −24 … 24.
    public var level = -6.0

    /// A little overdrive.
    public init() {}

    private init(_ curve: Curve, _ drive: Double, _ tone: Double, _ level: Double) {
        (self.curve, self.drive, self.tone, self.level) = (curve, drive, tone, level)
    }
}

extension DriveParameters: NamedEffect, InsertParameters {
    static var effectName: String { "drive" }

    var effect: InsertSettings.Effect { .drive(self) }

    func latency(rate: Int) -> Int { Drive.latency }

    static let presets: [(name: String, parameters: DriveParameters)] = [
        ("default", DriveParameters()),
        ("warm", DriveParameters(.tube, 9, 8_000, -4)),
        ("crunch", DriveParameters(.tube, 24, 6_000, -10)),
        ("lead", DriveParameters(.soft, 34, 5_000, -14)),
        ("fuzz", DriveParameters(.hard, 36, 4_000, -14)),
    ]

    static let parameters: [EffectsParameter<DriveParameters>] = [
        EffectsParameter("drive", 0...48, \.drive, unit: .decibels),
        EffectsParameter("tone", 500...20_000, \.tone, unit: .hertz),
        EffectsParameter("level", -24...24, \.level, unit: .decibels),
    ]

    static var choices: [(name: String, values: [String])] {
        [(name: "curve", values: Curve.allCases.map(\.rawValue))]
    }

    mutating func choose(_ name: String, _ value: String) {
        curve = Curve(rawValue: value) ?? curve
    }

    func choice(_ name: String) -> String { curve.rawValue }
}
