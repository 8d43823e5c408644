import Wording

/// The parameters of a filter of the second order.
public struct FilterParameters: Hashable, Sendable {
    /// The kinds of filters.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case lowPass = "low-pass"
        case highPass = "high-pass"
        case bandPass = "band-pass"
        case notch
        case allPass = "all-pass"
    }

    /// The part of the sound that passes.
    public var kind = Kind.lowPass
    /// The cutoff or the middle in Hz, 10 … 20,000; at most 0.45 of the rate.
    public var frequency = 1_000.0
    /// The quality, 0.1 … 20; at 0.707 a low-pass and a high-pass have no peak.
    public var q = 0.707

    /// A low-pass at 1 kHz.
    public init() {}
}

extension FilterParameters: NamedEffect, InsertParameters {
    var effect: InsertSettings.Effect { .filter(self) }

    static var effectName: String { "filter" }

    static let presets: [(name: String, parameters: FilterParameters)] = {
        var telephone = FilterParameters()
        (telephone.kind, telephone.frequency, telephone.q) = (.bandPass, 1_200, 0.6)
        var muffled = FilterParameters()
        muffled.frequency = 700
        return [("default", FilterParameters()), ("telephone", telephone), ("muffled", muffled)]
    }()

    static let parameters: [EffectsParameter<FilterParameters>] = [
        EffectsParameter("frequency", 10...20_000, \.frequency, unit: .hertz),
        EffectsParameter("q", 0.1...20, \.q),
    ]

    static var choices: [(name: String, values: [String])] {
        [(name: "type", values: Kind.allCases.map(\.rawValue))]
    }

    mutating func choose(_ name: String, _ value: String) { kind = Kind(rawValue: value) ?? kind }

    func choice(_ name: String) -> String { kind.rawValue }
}
