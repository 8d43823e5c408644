import Wording

/// The parameters of a gate, which attenuates sound below a threshold.
public struct GateParameters: Hashable, Sendable {
    /// The threshold in dBFS, −90 … 0; it closes 3 dB below that.
    public var threshold = -50.0
    /// The gain while it is closed, in dB, −90 … 0.
    public var range = -90.0
    /// The attack time in ms, after which it is open to 63 %, 0.05 … 500.
    public var attack = 1.0
    /// The time in ms for which it stays open below the threshold, 0 … 2,000.
    public var hold = 50.0
    /// The release time in ms, after which it is closed to 63 %, 5 … 5,000.
    public var release = 100.0
    /// The name of the strip whose sound opens it; `nil` for the sound that goes through it.
    public var sideChain: String?

    /// A gate at −50 dBFS.
    public init() {}
}

extension GateParameters: NamedEffect, InsertParameters {
    var effect: InsertSettings.Effect { .gate(self) }

    static var effectName: String { "gate" }

    static var sideChain: SideChainPath? { \Self.sideChain }

    static let presets: [(name: String, parameters: GateParameters)] = {
        var drums = GateParameters()
        (drums.threshold, drums.attack, drums.hold, drums.release) = (-34, 0.1, 30, 60)
        var noise = GateParameters()
        (noise.threshold, noise.range, noise.release) = (-60, -20, 300)
        return [("default", GateParameters()), ("drums", drums), ("noise", noise)]
    }()

    static let parameters: [EffectsParameter<GateParameters>] = [
        EffectsParameter("threshold", -90...0, \.threshold, unit: .fullScale),
        EffectsParameter("range", -90...0, \.range, unit: .decibels),
        EffectsParameter("attack", 0.05...500, \.attack, unit: .milliseconds),
        EffectsParameter("hold", 0...2_000, \.hold, unit: .milliseconds),
        EffectsParameter("release", 5...5_000, \.release, unit: .milliseconds),
    ]
}
