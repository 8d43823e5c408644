import Instruments
package import Platform
package import Racks

/// A SoundFont's file, or that of the SoundFont that is made of another instrument.
///
/// The one place where a font's path is opened.
package struct FontSource: ~Copyable {
    /// The file.
    package let file: InputFile
    /// The SoundFont that was made of an instrument; `nil` for a SoundFont.
    package let image: InstrumentImage?

    /// The value that identifies it among fonts: an instrument's frames are written later.
    package var identity: InputFile.Identity { image?.identity ?? file.identity }

    /// Opens a font.
    ///
    /// - Parameter font: An SF2 or SF3 file, an SFZ file, a folder of sound files, …
    /// - Throws: As `InputFile.init(_:)`, and an instrument that cannot be read.
    package init(_ font: SoundFontReference) throws(HostError) {
        let path = font.path
        guard let kind = InstrumentKind(path) else {
            file = try InputFile(path)
            image = nil
            return
        }
        let image = try InstrumentCache.image(of: font, kind)
        file = try InputFile(path, duplicating: image.descriptor)
        self.image = image
    }
}
