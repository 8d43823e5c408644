import Wording

/// The bands of an equalizer.
public struct EqualizerParameters: Hashable, Sendable {
    /// A band.
    public struct Band: Hashable, Sendable {
        /// The kind.
        public var kind: Kind
        /// The middle, the corner or the cutoff in Hz, 10 … 20,000; at most 0.45 of the rate.
        public var frequency: Double
        /// The gain in dB, −24 … 24; cuts have none.
        public var gain: Double
        /// The quality, 0.1 … 20; cuts have none.
        public var q: Double
        /// The slope of a cut in dB an octave: 12, 24, 36 or 48.
        public var slope: Int

        /// The ranges.
        static let frequencies = 10.0...20_000
        static let gains = -24.0...24
        static let qualities = 0.1...20

        /// Makes a band.
        public init(
            _ kind: Kind,
            frequency: Double,
            gain: Double = 0,
            q: Double = 0.707,
            slope: Int = 12
        ) {
            (self.kind, self.frequency, self.gain) = (kind, frequency, gain)
            (self.q, self.slope) = (q, slope)
        }
    }

    /// The kinds of bands.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case peak
        case lowShelf = "low-shelf"
        case highShelf = "high-shelf"
        case lowCut = "low-cut"
        case highCut = "high-cut"

        var isCut: Bool { self == .lowCut || self == .highCut }
    }

    /// The most bands.
    public static let mostBands = 16

    /// The bands, at most ``mostBands``; their order changes nothing.
    public var bands: [Band] = []

    /// An equalizer that changes nothing.
    public init() {}

    private static let presets: [(name: String, bands: [Band])] = [
        ("low-cut", [Band(.lowCut, frequency: 80, slope: 24)]),
        ("presence", [Band(.peak, frequency: 3_500, gain: 4, q: 0.9)]),
        (
            "warm",
            [
                Band(.lowShelf, frequency: 180, gain: 2.5),
                Band(.highShelf, frequency: 7_000, gain: -2.5),
            ]
        ),
        (
            "vocal",
            [
                Band(.lowCut, frequency: 90, slope: 24),
                Band(.peak, frequency: 300, gain: -2.5, q: 1),
                Band(.peak, frequency: 4_000, gain: 3, q: 0.9),
                Band(.highShelf, frequency: 10_000, gain: 2),
            ]
        ),
    ]

    /// The names of the presets.
    static var presetNames: [String] { presets.map(\.name) }

    private static let expected =
        "bands (KIND=FREQUENCY:GAIN:Q with the kinds peak, low-shelf and high-shelf; "
        + "KIND=FREQUENCY:SLOPE with low-cut and high-cut), or a preset: "
        + presetNames.joined(separator: ", ")

    /// Reads bands: `low-cut=80:24`, `peak=1000:-4:1.4`; or the name of a preset, and bands.
    ///
    /// - Parameter words: The words.
    /// - Throws: A word that is none of them, a value out of range, or too many bands.
    init(parsing words: [Substring]) throws(EffectsError) {
        try read(words) { $0.append($1) }
    }

    /// Reads bands.
    private mutating func read(
        _ words: [Substring],
        _ add: (inout [Band], Band) -> Void
    ) throws(EffectsError) {
        for (index, word) in words.enumerated() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 1, index == 0,
                let preset = Self.presets.first(where: { $0.name == word })
            {
                bands = preset.bands
                continue
            }
            guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else {
                throw EffectsError("\"\(word)\": expected \(Self.expected)")
            }
            add(&bands, try Self.band(kind, parts[1]))
        }
        guard bands.count <= Self.mostBands else {
            throw EffectsError("\(bands.count) bands: expected at most \(Self.mostBands)")
        }
    }

    private static func band(_ kind: Kind, _ text: Substring) throws(EffectsError) -> Band {
        func value(
            _ text: Substring,
            _ name: String,
            _ range: ClosedRange<Double>,
            _ unit: Unit
        ) throws(EffectsError) -> Double {
            guard let number = unit.number(String(text)), range.contains(number) else {
                let (low, high) = (range.lowerBound, range.upperBound)
                throw EffectsError(
                    "\(kind.rawValue)=\(text): expected \(name), \(NumberText.decimal(low)) to "
                        + "\(NumberText.decimal(high))\(unit.suffix)"
                )
            }
            return number
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= (kind.isCut ? 2 : 3), kind.isCut || parts.count > 1 else {
            let form =
                kind.isCut
                ? "FREQUENCY or FREQUENCY:SLOPE" : "FREQUENCY:GAIN or FREQUENCY:GAIN:Q"
            throw EffectsError("\(kind.rawValue)=\(text): expected \(form)")
        }
        var band = Band(
            kind,
            frequency: try value(parts[0], "a frequency", Band.frequencies, .hertz)
        )
        if kind.isCut {
            guard parts.count > 1 else { return band }
            guard let slope = Int(parts[1]), [12, 24, 36, 48].contains(slope) else {
                throw EffectsError(
                    "\(kind.rawValue)=\(text): expected a slope of 12, 24, 36 or 48 dB an octave"
                )
            }
            band.slope = slope
            return band
        }
        band.gain = try value(parts[1], "a gain", Band.gains, .decibels)
        if parts.count > 2 { band.q = try value(parts[2], "a quality", Band.qualities, .none) }
        return band
    }
}

extension EqualizerParameters: InsertParameters {
    static var kind: String { "eq" }

    var effect: InsertSettings.Effect { .equalizer(self) }

    var words: [String] {
        if let preset = Self.presets.first(where: { $0.bands == bands }) { return [preset.name] }
        return bands.map { band in
            let frequency = NumberText.decimal(band.frequency)
            if band.kind.isCut { return "\(band.kind.rawValue)=\(frequency):\(band.slope)" }
            let quality = band.q == 0.707 ? "" : ":\(NumberText.decimal(band.q))"
            return "\(band.kind.rawValue)=\(frequency):\(NumberText.decimal(band.gain))\(quality)"
        }
    }

    func changed(_ words: [Substring]) throws(EffectsError) -> Self {
        var result = self
        try result.read(words) { bands, band in
            let same = bands.firstIndex { $0.kind == band.kind && $0.frequency == band.frequency }
            if let same { bands[same] = band } else { bands.append(band) }
        }
        return result
    }

    static var rows: [String] {
        let bells = Kind.allCases.filter { !$0.isCut }.map { "`\($0.rawValue)`" }
        let cuts = Kind.allCases.filter(\.isCut).map { "`\($0.rawValue)`" }
        return [
            "\(bells.joined(separator: ", ")) | `FREQUENCY:GAIN:Q`: 10 to 20000 Hz, -24 to 24 dB, "
                + "0.1 to 20 | Q 0.707",
            "\(cuts.joined(separator: ", ")) | `FREQUENCY:SLOPE`: 10 to 20000 Hz; 12, 24, 36 or 48 "
                + "dB an octave | 12",
            "presets | \(presetNames.map { "`\($0)`" }.joined(separator: ", ")) | ",
        ]
    }
}
