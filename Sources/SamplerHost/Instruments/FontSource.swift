import Instruments

/// A SoundFont's file, or that of the SoundFont that is made of another instrument.
///
/// The one place where a font's path is opened.
struct FontSource: ~Copyable {
    /// The file.
    let file: InputFile
    /// What the zones of each instrument in it have that a SoundFont has no place for; empty for a
    /// SoundFont.
    let supplements: [[ZoneSupplement]]

    /// Opens a font.
    ///
    /// - Parameter font: An SF2 or SF3 file, an SFZ file, a folder of sound files, …
    /// - Throws: As `InputFile.init(_:)`, and an instrument that cannot be read.
    init(_ font: SoundFontReference) throws(HostError) {
        let path = font.path
        guard let kind = InstrumentKind(path) else {
            file = try InputFile(path)
            supplements = []
            return
        }
        let image = try InstrumentCache.image(of: font, kind)
        file = try InputFile(path, duplicating: image.descriptor)
        supplements = image.supplements
    }
}
