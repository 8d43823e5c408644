extension InputFile {
    /// Opens a SoundFont, or an instrument of another kind as the SoundFont that is made of it.
    ///
    /// - Parameter path: An SF2 or SF3 file, an SFZ file, a folder of sound files, …
    /// - Throws: As ``init(_:)``, and an instrument that cannot be read.
    init(font path: String) throws(HostError) {
        guard let kind = InstrumentKind(path) else {
            self = try InputFile(path)
            return
        }
        let image = try InstrumentCache.image(of: path, kind)
        self = try InputFile(path, duplicating: image.descriptor)
    }
}
