/// The values of a region's parameters, each in its unit.
public struct RegionValues: Hashable, Sendable {
    /// The number of values, some of which no parameter has.
    static let count = 64

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

    /// The value of a parameter.
    public subscript(parameter: RegionParameter) -> Double {
        get { values[parameter.number] }
        set { values[parameter.number] = newValue }
    }
}
