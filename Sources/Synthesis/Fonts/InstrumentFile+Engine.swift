public import FontFiles
package import Instruments
public import Platform
public import Racks

extension InstrumentFile {
    /// The parts of an instrument's description that are not played as written.
    ///
    /// Reads the headers of its samples unless that has been done already.
    ///
    /// - Parameters:
    ///   - path: A file or folder.
    ///   - engine: The engine that plays it, `fluidSynth` or `seqd`.
    /// - Returns: The findings in words, such as `piano.sfz: line 3: amp_random: not supported`; none
    ///   for a SoundFont.
    /// - Throws: An instrument that cannot be read.
    public static func findings(
        in path: String,
        for engine: SynthesisEngine
    ) throws(HostError) -> [String] {
        guard engine == .seqd, InstrumentKind(path) != nil,
            let font = try SharedSoundFont.open(path).articulatedFont()
        else { return try findings(in: path) }
        return font.diagnostics.map(\.description)
    }

    /// The parts of an SFZ file that our own voices do not play as written, and the faults of its
    /// recordings.
    ///
    /// Reads them all.
    ///
    /// - Parameter path: A file or folder.
    /// - Returns: The findings; `nil` for other instruments and SoundFonts.
    /// - Throws: An instrument that cannot be read.
    package static func playedFindings(
        in path: String
    ) throws(HostError) -> [InstrumentDiagnostic]? {
        guard InstrumentKind(path) != nil,
            let font = try SharedSoundFont.open(path).articulatedFont()
        else { return nil }
        font.samples.read(Set(font.samples.sides.indices))
        return font.diagnostics
    }
}
