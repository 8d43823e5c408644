import Wording

/// How far both sides are apart.
public struct WidthParameters: Hashable, Sendable {
    /// The factor of the difference of both sides, 0 (mono) … 2.
    public var width = 1.0

    /// A width that changes nothing.
    public init() {}
}

extension WidthParameters: NamedEffect, InsertParameters {
    var effect: InsertSettings.Effect { .width(self) }

    static var effectName: String { "width" }

    static let presets: [(name: String, parameters: WidthParameters)] = {
        var (mono, wide) = (WidthParameters(), WidthParameters())
        (mono.width, wide.width) = (0, 1.5)
        return [("default", WidthParameters()), ("mono", mono), ("wide", wide)]
    }()

    static let parameters: [EffectsParameter<WidthParameters>] = [
        EffectsParameter("width", 0...2, \.width)
    ]
}
