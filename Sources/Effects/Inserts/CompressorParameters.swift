import Wording

/// The parameters of a compressor: loud sound becomes softer, by the louder of both sides; or it
/// becomes softer where another sound is loud.
public struct CompressorParameters: Hashable, Sendable {
    /// The threshold in dBFS, −60 … 0.
    public var threshold = -18.0
    /// The ratio: the dB of input for each dB of output above the threshold, 1 … 100.
    public var ratio = 4.0
    /// The width of the soft knee around the threshold in dB, 0 … 24.
    public var knee = 6.0
    /// The attack time in ms, after which 63 % of a reduction is reached, 0.05 … 500.
    public var attack = 10.0
    /// The release time in ms, after which 63 % of a reduction is gone, 5 … 5,000.
    public var release = 120.0
    /// The time in ms by which it looks ahead, and the sound is later, 0 … 20.
    public var lookahead = 0.0
    /// The make-up gain in dB, −24 … 24.
    public var makeup = 0.0
    /// The name of the strip whose sound decides on the gain; `nil` for the sound that is compressed.
    public var sideChain: String?

    /// 4 : 1 from −18 dBFS on.
    public init() {}

    private init(
        _ threshold: Double,
        _ ratio: Double,
        _ attack: Double,
        _ release: Double,
        _ makeup: Double
    ) {
        (self.threshold, self.ratio, self.makeup) = (threshold, ratio, makeup)
        (self.attack, self.release) = (attack, release)
    }
}

extension CompressorParameters: NamedEffect, InsertParameters {
    var effect: InsertSettings.Effect { .compressor(self) }

    static var sideChain: SideChainPath? { \Self.sideChain }

    func latency(rate: Int) -> Int { Int((lookahead * Double(rate) / 1_000).rounded()) }

    static var effectName: String { "compressor" }

    static let presets: [(name: String, parameters: CompressorParameters)] = [
        ("default", CompressorParameters()),
        ("vocal", CompressorParameters(-20, 3, 5, 150, 4)),
        ("bass", CompressorParameters(-20, 4, 20, 200, 4)),
        ("drums", CompressorParameters(-16, 4, 15, 80, 3)),
        ("master", CompressorParameters(-14, 2, 30, 250, 2)),
    ]

    static let parameters: [EffectsParameter<CompressorParameters>] = [
        EffectsParameter("threshold", -60...0, \.threshold, unit: .fullScale),
        EffectsParameter("ratio", 1...100, \.ratio),
        EffectsParameter("knee", 0...24, \.knee, unit: .decibels),
        EffectsParameter("attack", 0.05...500, \.attack, unit: .milliseconds),
        EffectsParameter("release", 5...5_000, \.release, unit: .milliseconds),
        EffectsParameter(
            "look-ahead",
            0...20,
            \.lookahead,
            unit: .milliseconds,
            isMovable: false
        ),
        EffectsParameter("makeup", -24...24, \.makeup, unit: .decibels),
    ]
}
