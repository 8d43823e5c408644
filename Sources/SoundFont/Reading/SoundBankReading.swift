/// A bank as it was read from a file, with where its frames are and what was found on the way.
public struct SoundBankReading: Sendable {
    /// The bank.
    public let bank: SoundBank
    /// The positions of its frames in the file.
    public let layout: BankLayout
    /// The findings in the order of the file's lists; more than 1,000 are not stored.
    public let diagnostics: [BankDiagnostic]

    /// Reads a SoundFont, SF2 or SF3: its structure and preset data, but no sample.
    ///
    /// Damage of zones and samples is reported in ``diagnostics``, and what it concerns is left out
    /// or mended. Damage of the structure is an error: it leaves nothing to be trusted.
    ///
    /// - Parameter bytes: The whole file, for instance mapped into memory.
    /// - Throws: An error if the file is not a SoundFont, is cut short, or has sizes or indices
    ///   that do not fit together.
    public init(_ bytes: RawSpan) throws(SoundFontError) {
        var reader = SoundBankReader()
        try reader.read(bytes)
        bank = reader.bank
        layout = reader.layout
        diagnostics = reader.log.diagnostics
    }

    /// Reads a SoundFont that is in an array.
    ///
    /// - Parameter bytes: The whole file.
    /// - Throws: As for other memory.
    public init(_ bytes: [UInt8]) throws(SoundFontError) {
        unsafe try self.init(bytes.span.bytes)
    }
}
