import Wording

/// The parameters of a limiter, which looks ahead as far as that of the master.
public struct LimiterParameters: Hashable, Sendable {
    /// The gain in front of it in dB, 0 … 24.
    public var gain = 0.0
    /// The highest true peak of what it gives in dB, −24 … 0.
    public var ceiling = -1.0
    /// The release time in ms, after which 63 % of a reduction is gone, 5 … 2,000.
    public var release = 80.0

    /// A limiter at −1 dB.
    public init() {}
}

extension LimiterParameters: NamedEffect, InsertParameters {
    static var effectName: String { "limiter" }

    var effect: InsertSettings.Effect { .limiter(self) }

    func latency(rate: Int) -> Int { LimiterInsert.latency(rate: rate) }

    static let presets: [(name: String, parameters: LimiterParameters)] = {
        var (loud, drums) = (LimiterParameters(), LimiterParameters())
        (loud.gain, loud.release) = (6, 150)
        (drums.gain, drums.ceiling, drums.release) = (3, -3, 40)
        return [("default", LimiterParameters()), ("loud", loud), ("drums", drums)]
    }()

    static let parameters: [EffectsParameter<LimiterParameters>] = [
        EffectsParameter("gain", 0...24, \.gain, unit: .decibels),
        EffectsParameter("ceiling", -24...0, \.ceiling, unit: .fullScale),
        EffectsParameter(
            "release",
            5...2_000,
            \.release,
            unit: .milliseconds,
            isMovable: false
        ),
    ]
}
