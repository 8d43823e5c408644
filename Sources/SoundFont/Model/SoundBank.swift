/// A SoundFont bank as values: presets, the instruments that they play, and the headers of samples.
///
/// Presets and instruments refer to instruments and samples by index. The frames of the samples are
/// not part of it: they stay where the file is (``BankLayout``) or in a ``SampleData``.
///
/// Section numbers in this module are those of the SoundFont 2.04 specification. SF3 files have the
/// same structure, with samples that are compressed (``SampleType/vorbis``).
public struct SoundBank: Hashable, Sendable {
    /// The version and the texts of the bank.
    public var information: BankInformation
    /// The presets in the order of the file (§7.2).
    public var presets: [Preset]
    /// The instruments (§7.6).
    public var instruments: [Instrument]
    /// The headers of the samples (§7.10).
    public var samples: [Sample]

    /// Makes a bank.
    public init(
        information: BankInformation = BankInformation(),
        presets: [Preset] = [],
        instruments: [Instrument] = [],
        samples: [Sample] = []
    ) {
        self.information = information
        self.presets = presets
        self.instruments = instruments
        self.samples = samples
    }

    /// Adds an instrument.
    ///
    /// - Parameter instrument: The instrument.
    /// - Returns: Its index.
    @discardableResult
    public mutating func add(_ instrument: Instrument) -> Int {
        instruments.append(instrument)
        return instruments.count - 1
    }

    /// Adds the header of a sample.
    ///
    /// - Parameter sample: The header.
    /// - Returns: Its index.
    @discardableResult
    public mutating func add(_ sample: Sample) -> Int {
        samples.append(sample)
        return samples.count - 1
    }
}
