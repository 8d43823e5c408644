import Instruments
public import Platform
import Racks

/// The instruments that are not SoundFonts: SFZ files, folders of sound files and others.
public enum InstrumentFile {
    /// The parts of an instrument's description that are not played as written.
    ///
    /// Reads the headers of its samples unless that has been done already.
    ///
    /// - Parameter path: A file or folder.
    /// - Returns: The findings in words, such as `piano.sfz: line 3: amp_random: not supported`; none
    ///   for a SoundFont.
    /// - Throws: An instrument that cannot be read.
    public static func findings(in path: String) throws(HostError) -> [String] {
        guard let kind = InstrumentKind(path) else { return [] }
        return try InstrumentCache.image(of: SoundFontReference(path: path), kind).diagnostics.map(
            \.description
        )
    }

    /// The files of an instrument, including those that were not found.
    ///
    /// - Parameter path: A file or folder.
    /// - Returns: The paths in order; for a SoundFont, its own.
    /// - Throws: An instrument that cannot be read.
    package static func files(of path: String) throws(HostError) -> [String] {
        guard let kind = InstrumentKind(path) else { return [path] }
        return try InstrumentReader.read(path, kind).dependencies.keys.sorted()
    }
}
