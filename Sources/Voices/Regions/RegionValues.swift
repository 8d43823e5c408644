/// The values of a region's parameters, each in its unit.
public struct RegionValues: Hashable, Sendable {
    /// The number of values, some of which no parameter has.
    static let count = 64

    /// The range of the filter's cutoff in absolute cents (SoundFont 2.04, §8.1.3).
    static var cutoffs: (low: Double, high: Double) { @_noLocks get { (1_500, 13_500) } }

    /// The values by the parameters' numbers.
    private(set) var values: [Double]

    /// Makes the defaults of SoundFont 2.04, §8.1.3.
    public init() {
        values = Array(repeating: 0, count: Self.count)
        let times: [RegionParameter] = [
            .modulationDelay, .vibratoDelay, .envelopeDelay, .envelopeAttack, .envelopeHold,
            .envelopeDecay, .envelopeRelease, .volumeDelay, .volumeAttack, .volumeHold,
            .volumeDecay, .volumeRelease,
        ]
        for parameter in times { self[parameter] = -12_000 }
        self[.cutoff] = 13_500
        self[.key] = -1
        self[.velocity] = -1
        self[.scaleTuning] = 100
        self[.rootKey] = -1
    }

    /// Brings the filter's cutoff into its range: what modulators add is counted from there.
    public mutating func limitCutoff() {
        self[.cutoff] = max(Self.cutoffs.low, min(self[.cutoff], Self.cutoffs.high))
    }

    /// The value of a parameter.
    public subscript(parameter: RegionParameter) -> Double {
        get { values[parameter.number] }
        set { values[parameter.number] = newValue }
    }
}
