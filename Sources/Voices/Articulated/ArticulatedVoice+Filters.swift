import Realtime

/// The filters and the equalizer.
extension ArticulatedVoice {
    private typealias P = ArticulationParameter

    /// 1 Hz in absolute cents, below 0: 1200 · log2(8.1758).
    private static var hertz: Double { @_noLocks get { 3_637.6316562295 } }

    /// 20 kHz, above which no cutoff goes, in cents above 1 Hz.
    private static var highest: Double { @_noLocks get { 17_145.25 } }
    /// The logarithm of e to base 2.
    private static var binaryLogarithm: Double { @_noLocks get { 1.4426950408889634 } }

    /// The angle of a frequency.
    ///
    /// - Parameters:
    ///   - cents: The frequency in cents above 1 Hz.
    ///   - radians: The angle in radians.
    ///   - conversions: The tables.
    /// - Returns: The angle.
    @_noLocks
    private func angle(
        _ cents: Double,
        _ radians: Double,
        _ conversions: borrowing Conversions
    ) -> Conversions.Angle {
        // The table begins at 19 Hz. Below, the first terms are exact enough.
        guard cents < Self.hertz + RegionValues.cutoffs.low else {
            return conversions.angle(cutoff: cents - Self.hertz)
        }
        return Conversions.Angle(cosine: 1 - radians * radians / 2, sine: radians)
    }

    /// Computes the coefficients of a block.
    @_noLocks
    mutating func setFilters(_ conversions: borrowing Conversions) {
        if let kind = record[0].firstFilter { setFilter(0, kind, conversions) }
        if let kind = record[0].secondFilter { setFilter(1, kind, conversions) }
        if let kind = record[0].bands.0 { setBand(0, kind, conversions) }
        if let kind = record[0].bands.1 { setBand(1, kind, conversions) }
        if let kind = record[0].bands.2 { setBand(2, kind, conversions) }
    }

    @_noLocks
    private mutating func setFilter(
        _ index: Int,
        _ kind: FilterKind,
        _ conversions: borrowing Conversions
    ) {
        let first = P.filter(index)
        let cents = max(0, min(Double(live[first + P.cutoff]), Self.highest))
        let radians = 2 * Double.pi * conversions.powerOfTwo(cents / 1_200) / conversions.rate
        let resonance = max(-60, min(live[first + P.resonance], 60))
        let gain = max(-120, min(live[first + P.filterGain], 60))
        let coefficients = FilterStage.Coefficients.of(
            kind,
            angle(cents, radians, conversions),
            radians: radians,
            pole: conversions.powerOfTwo(-radians * Self.binaryLogarithm),
            quality: Double(conversions.factor(decibels: resonance)),
            gain: Double(conversions.factor(decibels: gain / 2)),
            root: Double(conversions.factor(decibels: gain / 4))
        )
        for stage in 0..<kind.stages {
            if stage == 1, case .pink = kind {
                stages[3 &* index &+ 1].aim(at: .pinkRest)
            } else {
                stages[3 &* index &+ stage].aim(at: coefficients)
            }
        }
    }

    @_noLocks
    private mutating func setBand(
        _ index: Int,
        _ kind: EqualizerKind,
        _ conversions: borrowing Conversions
    ) {
        let first = P.band(index)
        let frequency = Double(max(1, min(live[first + P.frequency], 20_000)))
        let cents = 1_200 * 3.321928094887362 * conversions.decimalLogarithm(frequency)
        let radians = 2 * Double.pi * frequency / conversions.rate
        let angle = angle(cents, radians, conversions)
        let bandwidth = Double(max(0.01, min(live[first + P.bandwidth], 12)))
        // The hyperbolic sine of ln 2 / 2 · bandwidth · w / sin w.
        let exponent = bandwidth * radians / max(angle.sine, 1e-6) / 2
        let sine = (conversions.powerOfTwo(exponent) - conversions.powerOfTwo(-exponent)) / 2
        let gain = max(-120, min(live[first + P.bandGain], 60))
        let filter: FilterKind =
            switch kind {
            case .peak: .peak
            case .lowShelf: .lowShelf
            case .highShelf: .highShelf
            }
        let coefficients = FilterStage.Coefficients.of(
            filter,
            angle,
            radians: radians,
            pole: 0,
            quality: 1 / (2 * max(sine, 1e-6)),
            gain: Double(conversions.factor(decibels: gain / 2)),
            root: Double(conversions.factor(decibels: gain / 4))
        )
        stages[6 &+ index].aim(at: coefficients)
    }

    /// Filters a block in place.
    @_noLocks
    mutating func filter(
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>?
    ) {
        let record = record
        if let kind = record[0].firstFilter {
            for stage in 0..<kind.stages { unsafe stages[stage].run(left, right) }
        }
        if let kind = record[0].secondFilter {
            for stage in 0..<kind.stages { unsafe stages[3 &+ stage].run(left, right) }
        }
        if case .some = record[0].bands.0 { unsafe stages[6].run(left, right) }
        if case .some = record[0].bands.1 { unsafe stages[7].run(left, right) }
        if case .some = record[0].bands.2 { unsafe stages[8].run(left, right) }
    }

    /// Whether what the filters still give after the sample's end is inaudible.
    var hasRungOut: Bool {
        @_noLocks mutating get {
            for index in stages.indices where stages[index].level > 0.00001 { return false }
            return true
        }
    }
}

extension FilterKind {
    /// The stages of two poles that it takes.
    var stages: Int {
        @_noLocks get {
            switch self {
            case .lowPass4, .highPass4, .bandPass4, .pink: 2
            case .lowPass6, .highPass6, .bandPass6: 3
            default: 1
            }
        }
    }
}
